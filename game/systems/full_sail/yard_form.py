"""The form of a sailing ship in the yard: hull, sails, crew, and the guns of each side (sail/2, 9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby

from game.board.geometry import ARCS
from game.core.display import Icon
from game.core.forms import EntryField, FormField, FormTable, Mend, PartAboard, PartOffer, YardForm
from game.core.game_files import BuildFault
from game.core.values import Data, Entry, Value
from game.systems.full_sail.battle_file import SailingDesignFile
from game.systems.full_sail.gunnery.guns import DICE
from game.systems.full_sail.ships.design import (
    BOW,
    CREW_WORTH,
    GUNS,
    HULL_WORTH,
    PORT,
    SIDES,
    STARBOARD,
    STERN,
    THRUST_WORTH,
    WORTH,
    SailingDesign,
)
from game.systems.full_sail.wind.rose import IRONS, POINTS, Wind, top_speed, wind_thrust
from game.systems.full_sail.wind.rose import RULE as WIND_RULE

RULE = "sail/9"
KINDS = {"L": "light_gun", "M": "medium_gun", "H": "heavy_gun", "C": "carronade"}  # of symbols
THRUST_HINT = "How fast it turns and gathers way, undamaged"
MOST_GUNS, ROWS = 20, 4
FEW = 8  # guns of a side that are written one by one
COLUMN = 6  # the most guns of a side one behind the other
BANDS = ((0.0, 10.0), (10.0, 20.0), (20.0, 30.0))  # MU
WINDS = (10, 15, 20)  # MU a turn, of 2D6 + 8
WORDS = {PORT: "both sides", STARBOARD: "starboard", BOW: "bow", STERN: "stern"}
TARGET: Data = {"name": "Hull", "class": "target", "rated_masts": 5, "hull": 100, "thrust": 1, "crew": 1, "marines": 0}
FIRST: Data = {  # the contents of a new ship
    "name": "New ship", "class": "sloop", "rated_masts": 1, "hull": 8, "thrust": 8, "crew": 2, "marines": 1,
    "guns": {"port": "LC", "bow": "L"},
}  # fmt: skip

HULLS = (  # class, masts, hull, thrust, crew, marines
    ("sloop", 1, 8, 8, 2, 1), ("brig", 2, 12, 7, 3, 1), ("frigate", 3, 20, 6, 4, 1), ("merchant", 3, 16, 4, 2, 0),
    ("two-decker", 4, 32, 5, 6, 1), ("ship of the line", 5, 44, 4, 8, 2),
)  # fmt: skip


def hull_classes() -> Iterator[Data]:
    """Yield the file of a ship of each class without guns."""
    names = "class", "rated_masts", "hull", "thrust", "crew", "marines"
    for one in HULLS:
        hull = {"name": FIRST["name"], **dict(zip(names, one))}
        yield hull | ({"merchant": True} if hull["class"] == "merchant" else {})


def yard_form(entry: Entry, data: SailingDesignFile, design: SailingDesign) -> YardForm:
    """Return the form of a ship; `entry` is the plain data of its file."""
    guns = {side: letters for side, letters in data.guns.model_dump().items() if letters is not None}
    fields = (
        *(
            FormField(_number(data, name, label, low, high, step, hint), (name,), (str(worth),), slides)
            for name, label, low, high, step, hint, worth, slides in _numbers(data)
        ),
        FormField(_choice("merchant", "Merchant", data.merchant, lambda on: {"merchant": on or None}), ("merchant",)),
        FormField(_choice("starboard", "Starboard", STARBOARD in guns, partial(_own_starboard, guns),
                          ("as port", "its own")), ("guns", STARBOARD)),
    )  # fmt: skip
    aboard = tuple(part for side, letters in guns.items() for part in _battery(guns, side, letters))
    targets, far = (("a hull", TARGET),), BANDS[-1][1]
    offers = tuple(_offers(guns))
    own = STARBOARD in guns
    return YardForm(
        fields,
        aboard,
        offers,
        ("points",),
        arcs=ARCS,
        bands=BANDS,
        targets=targets,
        offered=("dice to 10·20·30", "points"),
        far=far,
        decked=True,
        twin=_twin if own else None,
        mirrored=partial(_mirror_guns, guns) if own else None,
        tables=(_broadsides(design), _under_sail(design)),
    )


def _broadsides(design: SailingDesign) -> FormTable:
    """Return the guns of each side, and their dice by range."""
    guns = {side: [gun.kind for gun in design.on(side)] for side in SIDES}
    rows = tuple(
        (side.capitalize(), _letters(kinds), tuple(str(sum(DICE[one][n] for one in kinds)) for n in range(len(BANDS))))
        for side, kinds in guns.items()
        if kinds
    )
    heads = tuple(f"to {far:g}" for _, far in BANDS)
    return FormTable("Broadsides", heads, rows or (("No guns", "", ()),), "dice by range in MU", "sail/4.1")


def _letters(kinds: Sequence[str]) -> str:
    """Return guns by their letters: MMC, or 10M 2C where they are many."""
    if len(kinds) <= FEW:
        return "".join(kinds)
    return " ".join(f"{len([*run])}{kind}" for kind, run in groupby(kinds))


def _under_sail(design: SailingDesign) -> FormTable:
    """Return top speed and thrust on each point of sail, whole and in usual winds."""
    courses = {POINTS[off]: off for off in range(6, IRONS, -1)}
    rows: list[tuple[str, str, tuple[str, ...]]] = []
    for speed in WINDS:
        tops = (top_speed(off, Wind(speed, 12), merchant=design.merchant) for off in courses.values())
        rows.append((f"Wind {speed}", "", tuple(map(str, tops))))
    thrusts = (wind_thrust(design.thrust, off, Wind(WINDS[0], 12)) for off in courses.values())
    rows.append(("Thrust", "", tuple(map(str, thrusts))))
    heads = tuple(name.removesuffix(" reach") for name in courses)
    return FormTable("Under sail", heads, tuple(rows), "most MU a turn", WIND_RULE)


def _numbers(data: SailingDesignFile) -> Iterator[tuple[str, str, int, int, int, str, int, bool]]:
    """Yield name, label, limits, step, meaning and price of each number, and whether a slider suits it."""
    yield "rated_masts", "Size", 1, 5, 1, "In masts, as it is rated: honour and lines of sight go by it", 0, False
    yield "hull", "Hull boxes", 4, 100, ROWS, "Four rows of the same length", HULL_WORTH * data.hull, True
    yield ("thrust", "Thrust", 1, 10, 1, THRUST_HINT, THRUST_WORTH * data.thrust, True)
    yield "crew", "Crew", 1, 20, 1, "Units of crew, each with a box of the hull", CREW_WORTH * data.crew, False
    yield "marines", "Marines", 0, 10, 1, "Soldiers, for boarding", CREW_WORTH * data.marines, False


def _number(data: SailingDesignFile, name: str, label: str, low: int, high: int, step: int, hint: str) -> EntryField:
    return EntryField(
        name, label, getattr(data, name), lambda n: {name: int(n)}, low=low, high=high, step=step, hint=hint, rule=RULE
    )


def _choice(
    name: str, label: str, value: bool, writes: Callable[[bool], Entry], words: tuple[str, str] = ("no", "yes")
) -> EntryField:
    choices = tuple((word, word) for word in words)
    return EntryField(name, label, int(value), lambda i: writes(bool(i)), "choice", choices=choices, rule=RULE)


# -- guns: a letter each, by side --------------------------------------------------------------------------------------


def _change_guns(guns: Mapping[str, str], **changes: str | None) -> Data:
    """Return the change to other guns. A starboard battery that is left out is the same as port."""
    made = {
        side: letters
        for side, letters in {**guns, **changes}.items()
        if letters or (letters == "" and side == STARBOARD)
    }
    return {"guns": made or None}


def _own_starboard(guns: Mapping[str, str], own: bool) -> Data:
    return _change_guns(guns, starboard=guns[PORT] if own else None)


def _runs(letters: str) -> list[str]:
    """Return the letters of a side as runs of equal guns."""
    return ["".join(run) for _, run in groupby(letters)]


def _battery(guns: Mapping[str, str], side: str, letters: str) -> Iterator[PartAboard]:
    """Yield a line for each run of equal guns of a side."""
    runs = _runs(letters)
    pair = 1 if side in (BOW, STERN) or STARBOARD in guns else 2
    for nth, run in enumerate(runs):

        def with_run(letters: str, nth: int = nth, runs: Sequence[str] = runs) -> Data:
            return _change_guns(guns, **{side: "".join([*runs[:nth], letters, *runs[nth + 1 :]])})

        def moved(to: int, nth: int = nth, runs: Sequence[str] = runs) -> Data:
            rest = [one for n, one in enumerate(runs) if n != nth]
            return _change_guns(guns, **{side: "".join([*rest[:to], runs[nth], *rest[to:]])})

        begins = sum(map(len, runs[:nth]))
        kind, room = run[0], MOST_GUNS - len(letters) + len(run)
        where = "port" if side == PORT and STARBOARD in guns else WORDS[side]

        def counted(n: Value, kind: str = kind, put: Callable[[str], Data] = with_run) -> Data:
            return put(kind * int(n))

        count = EntryField("count", "How many", len(run), counted, low=1, high=room, rule=RULE)
        yield PartAboard(
            ("guns", side, nth),
            f"{GUNS[kind].capitalize()}, {where}",
            _icon(kind, side),
            with_run(""),
            moved,
            (str(pair * len(run) * WORTH[kind]),),
            (_kind(kind, len(run), with_run), _side(guns, side, run, with_run(""))),
            count,
            place=side,
            stands=tuple(_places(side, begins, begins + len(run), len(letters), pair == 2)),
            carried=partial(_move_guns, guns, side, run, with_run("")),
            one_carried=partial(_one_carried, guns),
            bears=(*SIDES[side], *(SIDES[STARBOARD] if pair == 2 else ())),
            rule=RULE,
        )


def _places(side: str, begins: int, ends: int, many: int, both: bool) -> Iterator[tuple[str, float, float]]:
    """Yield the places of a side's guns, from the bow to the stern: a column of ports, or more where there are many."""
    for n in range(begins, ends):
        if side in (BOW, STERN):
            yield f"{side} {n}", (n - (many - 1) / 2) * 0.3, 1.14 if side == BOW else -1.14
            continue
        columns = -(-many // COLUMN)
        high = -(-many // columns)
        across, ahead = 0.66 + 0.28 * (n // high), 0.27 * ((high - 1) / 2 - n % high)
        yield f"{side} {n}", -across if side == PORT else across, ahead
        if both:
            yield f"{STARBOARD} {n}", across, ahead


def _kind(kind: str, count: int, with_run: Callable[[str], Data]) -> EntryField:
    letters = tuple(GUNS)
    words = tuple((GUNS[one], one) for one in letters)
    return EntryField(
        "kind",
        "Kind",
        letters.index(kind),
        lambda i: with_run(letters[int(i)] * count),
        "choice",
        choices=words,
        rule=RULE,
    )


def _side(guns: Mapping[str, str], side: str, run: str, without: Entry) -> EntryField:
    """Return the field for the side on which guns stand."""
    sides = [one for one in SIDES if one != STARBOARD or STARBOARD in guns]

    def writes(index: Value) -> Entry:
        return _move_guns(guns, side, run, without, sides[int(index)])

    words = tuple((WORDS[one], "sides" if one == PORT and STARBOARD not in guns else one) for one in sides)
    return EntryField("side", "Side", sides.index(side), writes, "choice", choices=words, rule=RULE)


def _move_guns(guns: Mapping[str, str], side: str, run: str, without: Entry, place: str) -> Entry:
    """Return the change that puts guns at another place."""
    to, left = _side_at(guns, place), {**(without.get("guns") or {})}
    return _change_guns(left, **{to: left.get(to, "") + run}) if to != side else _change_guns(guns)


def _one_carried(guns: Mapping[str, str], port: str, place: str) -> Entry:
    """Return the change that puts the gun of a port at another place. It changes places with the gun at another port of
    its side. Without a place it is taken out."""
    side, n = _side_at(guns, port), int(port.partition(" ")[2])
    letters, kind = guns[side], guns[side][n]
    left = letters[:n] + letters[n + 1 :]
    if not place:
        return _change_guns(guns, **{side: left})
    to, at = _side_at(guns, place), place.partition(" ")[2]
    if to != side:
        there = guns.get(to, "")
        m = int(at) if at.isdigit() else len(there)
        return _change_guns(guns, **{side: left, to: there[:m] + kind + there[m:]})
    swapped = [*letters]
    if at.isdigit():
        m = int(at)
        swapped[n], swapped[m] = swapped[m], kind
    return _change_guns(guns, **{side: "".join(swapped)})


OTHER_SIDE = {PORT: STARBOARD, STARBOARD: PORT, "": STARBOARD, "FP": "FS", "FS": "FP", "AP": "AS", "AS": "AP"}


def _twin(place: str) -> str:
    """Return the place on the other side that mirrors a side, a port of it or an arc; empty for bow and stern."""
    side, space, port = place.partition(" ")
    other = OTHER_SIDE.get(side, "")
    return f"{other}{space}{port}" if other else ""


def _mirror_guns(guns: Mapping[str, str], side: str) -> Entry:
    """Return the change that gives the other side the guns of a side."""
    to, of = (PORT, STARBOARD) if side == STARBOARD else (STARBOARD, PORT)
    return _change_guns(guns, **{to: guns.get(of, "")})


def _side_at(guns: Mapping[str, str], place: str) -> str:
    """Return the side whose guns are meant by a side, a port of it or an arc. It is port if starboard has none."""
    side = next((one for one, arcs in SIDES.items() if place.split(" ")[0] == one or place in arcs), PORT)
    return PORT if side == STARBOARD and STARBOARD not in guns else side


def _offers(guns: Mapping[str, str]) -> Iterator[PartOffer]:
    """Yield every kind of gun, with its dice by range. A new one stands on both sides."""
    for kind, name in GUNS.items():
        dice = "·".join(str(many or "–") for many in DICE[kind])
        yield PartOffer(
            name,
            name.capitalize(),
            "Guns",
            _icon(kind, PORT),
            partial(_add_gun, guns, kind),
            (dice, str(WORTH[kind])),
            rule=RULE,
        )


def _add_gun(guns: Mapping[str, str], kind: str, side: str) -> Data:
    """Return the change that puts a gun on a side, or at a port in place of the gun that stands there."""
    to, _, port = _side_at(guns, side), *side.partition(" ")[1:]
    letters = guns.get(to, "")
    at = int(port) if port.isdigit() else len(letters)
    return _change_guns(guns, **{to: letters[:at] + kind + letters[at + 1 :]})


def _icon(kind: str, side: str) -> Icon:
    return Icon(kind, KINDS[kind], GUNS[kind].capitalize(), 0, SIDES[side], kind, rule=RULE)


def mends(data: SailingDesignFile, fault: BuildFault) -> Iterator[Mend]:
    """Yield ways to mend a fault: hull boxes that make four rows, or crew that have a box each."""
    if fault.at == ("hull",):
        less = data.hull - data.hull % ROWS
        for boxes in (less + ROWS, less):
            if ROWS <= boxes <= 100:
                yield Mend(f"{boxes} boxes", {"hull": boxes})
    if fault.at == ("crew",):
        yield Mend(f"{data.hull} units of crew", {"crew": min(20, data.hull)})
        boxes = -(-data.crew // ROWS) * ROWS
        yield Mend(f"{boxes} boxes", {"hull": boxes})
