"""The form of a ship in the yard: frame, drive, sections, and the chart of each section (power/8.4, 16).

A chart covers every face of a d20, so the structure of its section loses the faces that another entry gains.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import count

from game.core.display import Icon
from game.core.forms import (
    Arcs,
    EntryField,
    FormField,
    Mend,
    PartAboard,
    PartOffer,
    Room,
    RoomPart,
    Steps,
    YardForm,
    simple_fields,
)
from game.core.game_files import BuildFault
from game.core.values import Data, Entry, Value
from game.systems.power_hex.battle_file import ArcKey, MountEntry, PowerDesignFile, SectionEntry, SystemKind
from game.systems.power_hex.ships.design import PRIMARY, SIDES, STRUCTURE, PowerDesign
from game.systems.power_hex.ships.naming import SHORT, arc_names, gun_label
from game.systems.power_hex.ships.weapons import WEAPONS, in_arc
from game.systems.power_hex.ships.worth import parts_of

RULE, CHART = "power/16", "power/8.4"
FACES = 20
SECTIONS = (*SIDES, PRIMARY)
ARCS: tuple[str, ...] = ArcKey.__args__  # type: ignore[attr-defined]
KINDS: tuple[str, ...] = SystemKind.__args__  # type: ignore[attr-defined]
SECTOR = 30.0  # degrees: every arc begins and ends at a multiple of it
SECTORS = tuple(f"{low}–{low + 30}°" for low in range(0, 360, 30))
COVERED: Mapping[str, tuple[str, ...]] = {
    arc: tuple(words for n, words in enumerate(SECTORS) if in_arc(arc, (n + 0.5) * SECTOR)) for arc in ARCS
}
ARC_SETS = tuple(COVERED.items())
ABOARD = tuple(key for key, one in WEAPONS.items() if one.boxes)  # guns of ships, not of fighters
LABELS = {
    "signature": "Signature", "accn": "Acceleration", "jam": "Jammers", "retro": "Retro thrust", "shield": "Shields",
}  # fmt: skip
HINTS = {
    "signature": "How large a target it is: less is harder to hit",
    "accn": "Thrust that changes the speed by one",
    "agile": "Does it roll and pivot more cheaply?",
    "initiative": "Added to its die of initiative",
}
PRICED = {"Drive": "thrust", "Jammers": "jam", "Shields": "shield", "Quickness": "initiative",
          "Small outline": "signature"}  # fmt: skip
FLIGHT = "flight"  # a size, and its glyph
SHIPS_ONLY = ("sensors", "reactor", "sections")  # parts that a flight lacks
FIGHTERS: Data = {"count": 6, "structure": 4, "armour": 1, "weapon": "fighter_bolt", "arc": "F60"}  # of a new flight
BOXES, ARMOUR = 6, 3  # boxes and armour of a new system
USUAL_ARCS = {"port": "PF", "starboard": "SF", "aft": "A120"}  # arcs of a new gun, by its section
FIRST: Data = {  # the contents of a new ship
    "version": 1, "name": "New ship", "class": "corvette", "glyph": "fork-frigate", "size": "small", "signature": 6,
    "initiative": 12, "agile": False, "drive": "standard", "thrust": 10, "accn": 2,
    "delay": {"table": [1, 1, 2, 2, 3, 3], "slope": [1, 2]}, "sensors": 3, "reactor": 8,
    "sections": {
        "fore": {"structure": 16, "armour": 3, "mounts": {
            "bolt_array_1": {"weapon": "bolt_array", "arc": "F180", "armour": 3},
            "thr_f": {"kind": "thruster", "boxes": 8, "armour": 3}},
            "chart": {"thr_f": [1, 4], "bolt_array_1": [5, 7], "structure": [8, 18], "primary": [19, 20]}},
        "port": {"structure": 16, "armour": 3, "mounts": {"thr_p": {"kind": "thruster", "boxes": 8, "armour": 3}},
                 "chart": {"thr_p": [1, 5], "structure": [6, 18], "primary": [19, 20]}},
        "starboard": {"structure": 16, "armour": 3, "mounts": {"thr_s": {"kind": "thruster", "boxes": 8, "armour": 3}},
                      "chart": {"thr_s": [1, 5], "structure": [6, 18], "primary": [19, 20]}},
        "aft": {"structure": 16, "armour": 3, "mounts": {"thr_a": {"kind": "thruster", "boxes": 12, "armour": 3}},
                "chart": {"thr_a": [1, 6], "structure": [7, 18], "primary": [19, 20]}},
        "primary": {"structure": 16, "armour": 4, "mounts": {
            "reactor": {"kind": "reactor", "boxes": 10, "armour": 4},
            "engine": {"kind": "engine", "boxes": 8, "armour": 4},
            "sensors": {"kind": "sensors", "boxes": 8, "armour": 4}, "cnc": {"kind": "cnc", "boxes": 8, "armour": 4}},
            "chart": {"structure": [1, 10], "sensors": [11, 13], "engine": [14, 16], "reactor": [17, 19],
                      "cnc": [20, 20]}},
    },
}  # fmt: skip
# the hull at which volleys are counted: nothing but structure, and so much that no section ends
BARE: Data = {"structure": 200, "armour": 0, "chart": {STRUCTURE: [1, FACES]}}
TARGET: Data = {**FIRST, "sections": dict.fromkeys(FIRST["sections"], BARE)}
FAR = 12.0  # hexes

HULLS = (  # class, silhouette, size, signature, initiative, thrust, acceleration, structure of a section, reactor
    ("gunboat", "needle-corvette", "small", 5, 14, 12, 2, 10, 5),
    ("escort", "needle-frigate", "small", 6, 12, 12, 2, 16, 8),
    ("destroyer", "needle-destroyer", "medium", 7, 9, 12, 3, 28, 14),
    ("cruiser", "needle-heavy-cruiser", "medium", 8, 6, 12, 3, 40, 20),
    ("battleship", "needle-battleship", "large", 10, 0, 12, 4, 62, 38),
)  # fmt: skip


def hull_classes() -> Iterator[Data]:
    """Yield the file of a ship of each class without guns. Its charts leave their faces to the structure."""
    names = "class", "glyph", "size", "signature", "initiative", "thrust", "accn"
    for *named, structure, reactor in HULLS:
        ship: Data = {**FIRST, **dict(zip(names, named)), "reactor": reactor}
        data = PowerDesignFile.model_validate(ship)
        yard = _Yard(ship, data)
        for part in yard.parts_aboard():
            if part.turned is not None:
                ship |= part.removed
        yield {**ship, "sections": {side: {**one, "structure": structure} for side, one in ship["sections"].items()}}


def yard_form(entry: Entry, data: PowerDesignFile, design: PowerDesign) -> YardForm:
    """Return the form of a ship or flight; `entry` is the plain data of its file."""
    prices = {PRICED[item]: (str(points),) for item, points in parts_of(design) if item in PRICED}
    fields = [
        FormField(_with_words(data, field), (field.name,), prices.get(field.name, ()))
        for field in simple_fields(data, ("version", "sections", "fighters", "delay"))
    ]
    fields += [FormField(field, ("delay",)) for field in _delay_fields(entry, data)]
    if data.fighters is not None:
        fields += [FormField(field, ("fighters", field.name)) for field in _flight_fields(entry, data)]
        return YardForm(tuple(fields), columns=("points",))
    yard = _Yard(entry, data)
    fields += list(yard.fields())
    room = Room("Power", design.reactor, tuple(_power_parts(design)))
    parts = tuple(yard.parts_aboard()), tuple(yard.offers())
    return YardForm(
        tuple(fields),
        *parts,
        ("points",),
        room,
        SECTORS,
        SECTOR,
        ARC_SETS,
        targets=((f"bare hull, signature {TARGET['signature']}", TARGET),),
        offered=("reach", "power"),
        first=SECTOR / 2,
        far=FAR,
        seam=yard.seam,
    )


def _power_parts(design: PowerDesign) -> Iterator[RoomPart]:
    """Yield the power that the guns of each kind draw, and the shields."""
    guns: dict[str, list[tuple[Steps, int]]] = {}
    for section in design.sections:
        for one in section.mounts:
            if one.weapon and one.gun.power:
                at = "sections", section.name, "mounts", one.key
                guns.setdefault(one.gun.name, []).append((at, one.gun.power))
    for shade, (name, found) in enumerate(guns.items()):
        yield RoomPart(name, sum(power for _, power in found), tuple(at for at, _ in found), shade)
    if design.shield:
        yield RoomPart("shields", 2 * design.shield, (("shield",),), len(guns))


def _with_words(data: PowerDesignFile, field: EntryField) -> EntryField:
    """Return a field with its words. A flight has fighters; all other sizes have sections."""
    label, hint = LABELS.get(field.name, field.label), HINTS.get(field.name, field.hint)
    made = replace(field, label=label, hint=hint, rule=RULE)
    return replace(made, writes=partial(_change_size, data, field)) if field.name == "size" else made


def _change_size(data: PowerDesignFile, field: EntryField, value: Value) -> Entry:
    change = dict(field.writes(value))
    flight = change["size"] == FLIGHT
    if flight == (data.fighters is not None):
        return change
    aboard = dict.fromkeys(SHIPS_ONLY) if flight else {name: FIRST[name] for name in SHIPS_ONLY}
    return {**change, **aboard, "glyph": FLIGHT if flight else FIRST["glyph"], "fighters": FIGHTERS if flight else None}


def _delay_fields(entry: Entry, data: PowerDesignFile) -> Iterator[EntryField]:
    """Yield the hexes before a turn, by speed, and the number that each further speed adds."""
    delay, table, slope = dict(entry["delay"]), list(data.delay.table), list(data.delay.slope)

    def rows(n: Value) -> Entry:
        longer = table + [table[-1]] * (int(n) - len(table))
        return {"delay": {**delay, "table": longer[: int(n)]}}

    yield EntryField(
        "delay speeds",
        "Delay for",
        len(table),
        rows,
        low=1,
        high=40,
        shows="{:g} speeds".format,
        hint="Speeds whose turn delay is written; the slope gives the others",
        rule="power/4",
    )
    for nth, hexes in enumerate(table):
        yield _number(
            f"delay {nth + 1}", f"At speed {nth + 1}", hexes, partial(_set_delay, delay, table, "table", nth), 1, 60
        )
    words = ("Slope", "for speeds")
    for nth, part in enumerate(slope):
        yield _number(f"slope {nth + 1}", words[nth], part, partial(_set_delay, delay, slope, "slope", nth), 1, 20)


def _set_delay(delay: Data, values: list[int], name: str, nth: int, value: Value) -> Entry:
    return {"delay": {**delay, name: [int(value) if n == nth else one for n, one in enumerate(values)]}}


def _number(
    name: str, label: str, value: int, writes: Callable[[Value], Entry], low: int, high: int, rule: str = RULE
) -> EntryField:
    return EntryField(name, label, value, writes, low=low, high=high, rule=rule)


def _flight_fields(entry: Entry, data: PowerDesignFile) -> Iterator[EntryField]:
    flight = dict(entry["fighters"])
    for field in simple_fields(data.fighters, ()) if data.fighters else ():
        yield replace(field, rule=RULE, writes=partial(_set_flight, flight, field))


def _set_flight(flight: Data, field: EntryField, value: Value) -> Entry:
    return {"fighters": {**flight, **field.writes(value)}}


class _Yard:
    """The sections of a ship as plain data, and the changes to them."""

    def __init__(self, entry: Entry, data: PowerDesignFile) -> None:
        self.sections: dict[str, Data] = {key: dict(one) for key, one in (entry.get("sections") or {}).items()}
        self.models: Mapping[str, SectionEntry] = dict(data.sections) if data.sections else {}

    def section_change(self, side: str, **changes: Value) -> Data:
        """Return the change of fields of a section."""
        section = {name: value for name, value in {**self.sections[side], **changes}.items() if value is not None}
        return {"sections": {**self.sections, side: section}}

    # -- the chart: faces of each entry, in its order ------------------------------------------------------------------

    def faces(self, side: str) -> dict[str, int]:
        return {key: high - low + 1 for key, (low, high) in self.models[side].chart.items()}

    def make_chart(self, faces: Mapping[str, int]) -> Data:
        """Return a chart of so many faces each, in this order."""
        chart, low = {}, 1
        for key, many in faces.items():
            if many > 0:
                chart[key] = [low, low + many - 1]
                low += many
        return chart

    def with_faces(self, side: str, key: str, many: int) -> Data:
        """Return the chart with so many faces of one entry. The structure loses the faces that it gains."""
        faces = self.faces(side)
        spare = faces.get(STRUCTURE, 0) + faces.get(key, 0)
        many = max(0, min(many, spare))
        first = {} if key in faces else {key: many}
        return self.make_chart({**first, **faces, STRUCTURE: spare - many, key: many})

    def move_entry(self, side: str, key: str, to: int) -> Data:
        """Return the chart with an entry at another place."""
        faces = self.faces(side)
        order = [one for one in faces if one != key]
        order.insert(to, key)
        return self.make_chart({one: faces[one] for one in order})

    def seam(self, side: str, nth: int, face: int) -> Data:
        """Return the change that puts the end of the nth entry of a chart at a face. Both entries that meet there keep
        at least one face."""
        chart = dict(sorted(self.models[side].chart.items(), key=lambda one: one[1]))
        faces = {key: high - low + 1 for key, (low, high) in chart.items()}
        one, other = list(faces)[nth : nth + 2]
        both = faces[one] + faces[other]
        faces[one] = max(1, min(both - 1, face - chart[one][0] + 1))
        faces[other] = both - faces[one]
        return self.section_change(side, chart=self.make_chart(faces))

    # -- fields --------------------------------------------------------------------------------------------------------

    def fields(self) -> Iterator[FormField]:
        """Yield structure and armour of each section, and the faces of everything that is no system."""
        for side in SECTIONS:
            if side not in self.models:
                continue
            one, title = self.models[side], side.capitalize()
            at = ("sections", side)
            yield FormField(
                _number(f"{side} structure", title, one.structure, partial(self._set, side, "structure"), 1, 200),
                (*at, "structure"),
                slides=True,
                place=side,
                short="structure",
            )
            yield FormField(
                _number(f"{side} armour", "  armour", one.armour, partial(self._set, side, "armour"), 0, 20),
                (*at, "armour"),
                slides=True,
                place=side,
                short="armour",
            )
            for key in (STRUCTURE, PRIMARY)[: 1 if side == PRIMARY else 2]:
                chart = self._chart_fields(side, key, f"{side} {key} ", ("  to primary", f"  {key} at"))
                yield from (FormField(field, (*at, "chart")) for field in chart)

    def _set(self, side: str, name: str, value: Value) -> Data:
        return self.section_change(side, **{name: int(value)})

    def _chart_fields(self, side: str, key: str, name: str, words: tuple[str, str]) -> Iterator[EntryField]:
        """Yield the faces of an entry of a chart and its place on it. The structure has the faces that are left."""
        faces = self.faces(side)
        many, most = faces.get(key, 0), faces.get(STRUCTURE, 0) + faces.get(key, 0)

        def counted(n: Value) -> Data:
            return self.section_change(side, chart=self.with_faces(side, key, int(n)))

        def placed(n: Value) -> Data:
            return self.section_change(side, chart=self.move_entry(side, key, int(n) - 1))

        if key != STRUCTURE:
            yield _number(f"{name}faces", words[0], many, counted, 0, most, CHART)
        if key in faces:
            yield _number(f"{name}place", words[1], list(faces).index(key) + 1, placed, 1, len(faces), CHART)

    # -- parts ---------------------------------------------------------------------------------------------------------

    def parts_aboard(self) -> Iterator[PartAboard]:
        """Yield every gun and system, section by section."""
        for side in SECTIONS:
            for key, one in self.models[side].mounts.items() if side in self.models else ():
                yield self._part(side, key, one)

    def _part(self, side: str, key: str, one: MountEntry) -> PartAboard:
        mounts = dict(self.sections[side].get("mounts") or {})
        mine = dict(mounts[key])
        others = {name: mount for name, mount in mounts.items() if name != key}

        def put(**changes: Value) -> Data:
            made = {name: value for name, value in {**mine, **changes}.items() if value is not None}
            return self.section_change(side, mounts={**mounts, key: made})

        def moved(to: int) -> Data:
            order = list(others)
            order.insert(to, key)
            return self.section_change(side, mounts={name: mounts[name] for name in order})

        def named(words: Value) -> Data:
            new = "_".join(str(words).lower().split())
            if not new or new in mounts:
                return put()
            faces = {new if name == key else name: many for name, many in self.faces(side).items()}
            renamed = {new if name == key else name: mount for name, mount in mounts.items()}
            return self.section_change(side, mounts=renamed, chart=self.make_chart(faces))

        fields = [
            EntryField(
                "key",
                "Name",
                key.replace("_", " "),
                named,
                "text",
                hint="Its name in orders and on the chart",
                rule=RULE,
            )
        ]
        if one.weapon:
            arcs, now = tuple((arc, arc) for arc in ARCS), ARCS.index(one.arc)
            fields.append(
                EntryField("arc", "Arc", now, lambda i: put(arc=ARCS[int(i)]), "choice", choices=arcs, rule="power/5")
            )
        else:
            fields.append(_number("boxes", "Boxes", one.boxes, lambda n: put(boxes=int(n)), 0, 200))
        fields.append(_number("armour", "Armour", one.armour, lambda n: put(armour=int(n)), 0, 20))
        fields += self._chart_fields(side, key, "", ("Faces, d20", "Place on it"))

        def turned(sectors: Arcs) -> Data:
            return put(arc=_nearest(one.arc, {*sectors}))

        def carried(to: str) -> Data:
            return self.move_part(side, key, mine, to)

        words = gun_label(key) if one.weapon else _title(one.kind or "")
        return PartAboard(
            ("sections", side, "mounts", key),
            f"{words}, {side}",
            _icon(one.weapon or "", one.kind or "", one.arc),
            self.section_change(side, mounts=others, chart=self.with_faces(side, key, 0)),
            moved,
            fields=tuple(fields),
            turned=turned if one.weapon else None,
            place=side,
            short=words,
            carried=carried,
            bears=COVERED[one.arc] if one.weapon else (),
            rule=RULE,
        )

    def move_part(self, side: str, key: str, mount: Data, to: str) -> Data:
        """Return the change that puts a part into another section, with a face of its chart."""
        if to == side or to not in self.models:
            return {}
        left = {name: dict(one) for name, one in self.sections.items()}
        left[side]["mounts"] = {name: one for name, one in left[side]["mounts"].items() if name != key}
        left[side]["chart"] = self.with_faces(side, key, 0)
        left[to]["mounts"] = {**(left[to].get("mounts") or {}), key: mount}
        left[to]["chart"] = self._with_new(to, key)
        return {"sections": left}

    def _with_new(self, side: str, key: str) -> Data:
        """Return the chart of a section with a face for a new part, taken from the structure."""
        faces = self.faces(side)
        one = min(1, faces.get(STRUCTURE, 0))
        return self.make_chart({key: one, **faces, STRUCTURE: faces.get(STRUCTURE, 0) - one})

    def offers(self) -> Iterator[PartOffer]:
        """Yield every gun and kind of system, put into the section in which it usually stands."""
        for key in ABOARD:
            figures = str(WEAPONS[key].reach), str(WEAPONS[key].power)
            name, added = WEAPONS[key].name.capitalize(), partial(self._add_part, key, "")
            yield PartOffer(key, name, "Guns", _icon(key, "", "F120"), added, figures, rule=RULE)
        for kind in KINDS:
            label = _title(kind)
            yield PartOffer(
                kind, label, "Systems", _icon("", kind, "ALL"), partial(self._add_part, "", kind), rule=RULE
            )

    def _add_part(self, weapon: str, kind: str, side: str) -> Data:
        usual = "fore" if weapon or kind == "thruster" else PRIMARY
        side = side if side in self.models else usual
        mounts = dict(self.sections[side].get("mounts") or {})
        taken = {key for one in self.models.values() for key in one.mounts}
        stem = WEAPONS[weapon].name.replace(" ", "_") if weapon else kind
        names = (stem if n == 0 else f"{stem}_{n}" for n in count(1 if weapon else 0))
        name = next(one for one in names if one not in taken)
        made: Data = (
            {"weapon": weapon, "arc": USUAL_ARCS.get(side, "F120")} if weapon else {"kind": kind, "boxes": BOXES}
        )
        chart = self._with_new(side, name)
        return self.section_change(side, mounts={**mounts, name: {**made, "armour": ARMOUR}}, chart=chart)


def _nearest(now: str, wanted: set[str]) -> str:
    """Return the arc that covers most nearly these sectors, but not the present one. If a single sector changes, it
    covers or leaves out that one; if the gun is turned, it points most nearly that way."""
    changed = wanted ^ {*COVERED[now]}
    if not changed:
        return now
    towards = _middle(wanted)

    def miss(arc: str) -> tuple[float, int]:
        wrong = wanted ^ {*COVERED[arc]}
        if len(changed) == 1:
            return changed <= wrong, len(wrong)
        return round(abs((_middle(COVERED[arc]) - towards + 180) % 360 - 180)), abs(len(COVERED[arc]) - len(wanted))

    return min((arc for arc in ARCS if arc != now and (len(changed) == 1 or arc != "ALL")), key=miss)


def _middle(sectors: Iterable[str]) -> float:
    """Return the bearing of the middle of some sectors, in degrees."""
    turns = [math.radians((SECTORS.index(one) + 0.5) * SECTOR) for one in sectors]
    return math.degrees(math.atan2(sum(map(math.sin, turns)), sum(map(math.cos, turns))))


def _title(kind: str) -> str:
    words = SHORT.get(kind, kind)
    return words[:1].upper() + words[1:]


def _icon(weapon: str, kind: str, arc: str) -> Icon:
    if weapon:
        return Icon(weapon, "turret", WEAPONS[weapon].name, 0, arc_names(arc, False), weapon, rule=RULE)
    return Icon(kind, kind, kind, rule=RULE)


def mends(data: PowerDesignFile, design: PowerDesign, fault: BuildFault) -> Iterator[Mend]:
    """Yield ways to mend a fault: a reactor that feeds every gun and shield."""
    if fault.at == ("reactor",):
        drawn = sum(one.gun.power for one in design.weapons) + 2 * design.shield
        yield Mend(f"A reactor of {drawn}", {"reactor": drawn})
        if data.shield and drawn - 2 * data.shield <= design.reactor:
            least = (design.reactor - drawn + 2 * data.shield) // 2
            yield Mend(f"Shields of {least}" if least else "No shields", {"shield": least})
