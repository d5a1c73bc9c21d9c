"""The conversion of Full Sail's files to states, designs and prices (sail/2, 9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from game.board.terrain import Body
from game.core.display import Stat
from game.core.forms import EntryField, Mend, YardForm, simple_fields
from game.core.game_files import (
    BuildFault,
    CostLine,
    CostTable,
    FileReport,
    GameFiles,
    Measure,
    TerrainKind,
    Unsupported,
    number_of,
    off_table,
)
from game.core.orders import Id
from game.core.state import Side, Table
from game.core.values import Data, Entry, House
from game.systems.full_sail import yard_form
from game.systems.full_sail.battle_file import GrappleEntry, SailBattleFile, SailingDesignFile, SailingEntry, SeaTerrain
from game.systems.full_sail.gunnery.guns import side_dice
from game.systems.full_sail.sea.board import SeaBoard
from game.systems.full_sail.sea.terrain import NATURES, widest
from game.systems.full_sail.sea.terrain import RULE as TERRAIN
from game.systems.full_sail.ships.design import (
    CREW_WORTH,
    GUNS,
    HULL_WORTH,
    PORT,
    SIDES,
    THRUST_WORTH,
    WORTH,
    SailingDesign,
    battery,
)
from game.systems.full_sail.ships.grapples import GRAPPLES, Grapple
from game.systems.full_sail.ships.ship import SailingShip, SailState
from game.systems.full_sail.wind.rose import FASTEST, MERCHANT_FASTEST
from game.systems.full_sail.wind.weather import SOURCE, SPEED

RULE = "sail/9"
ISLAND = 4.0  # MU, the radius of new terrain
MOST_DRAWN = 3  # masts on the picture of a ship


class SailFiles(GameFiles[SailBattleFile, SailingDesign]):
    """The files of the game."""

    battle = SailBattleFile
    design = SailingDesignFile
    folder = "sail"
    terrain = tuple(TerrainKind(kind, ISLAND, TERRAIN) for kind in NATURES)
    price_rule = RULE
    ranges = (5, 15, 25)
    fleet_points = 500
    kept = ("row1", "row2", "row3", "row4", "fore", "main", "mizzen", "lost", "marines", "worst_row", "anchor")
    start_speed = 6

    def set_up(self, data: SailBattleFile, designs: Mapping[Id, SailingDesign], house: dict[str, Any]) -> SailState:
        sides = {key: Side(key, side.name, seat, side.player) for seat, (key, side) in enumerate(data.sides.items())}
        ships = {key: _ship(key, entry, designs[entry.design], data.turn, house) for key, entry in data.ships.items()}
        bodies = tuple(_body(n, one) for n, one in enumerate(data.table.terrain, 1))
        sea = SeaBoard.under(data.table.width, data.table.height, house)
        table = Table(data.table.width, data.table.height, bodies, sea)
        state = SailState(sides, ships, table, house, data.victory.model_dump(), data.turn)
        SPEED.set(state, data.table.wind_speed or 0)
        SOURCE.set(state, data.table.wind_from or 0)
        GRAPPLES.set(state, tuple(_grapple(one, data.turn) for one in data.grapples))
        return state

    def check(self, report: FileReport) -> None:
        """Report terrain without a place or a size, and grapples and convoys of unknown ships."""
        ships = report.at(("ships",))
        known = ships if isinstance(ships, dict) else {}
        for key, ship in known.items():
            speed = number_of(ship.get("velocity")) if isinstance(ship, dict) else None
            if speed is not None and speed > FASTEST:
                report.complain(("ships", key, "velocity"), *_too_fast("ship", FASTEST))
        for n, body in enumerate(_list(report.at(("table", "terrain")))):
            _check_body(report, n, body)
        for n, grapple in enumerate(_list(report.at(("grapples",)))):
            pair = _list(grapple.get("ships")) if isinstance(grapple, dict) else []
            for m, key in enumerate(pair):
                if isinstance(key, str) and key not in known:
                    report.complain(("grapples", n, "ships", m), f"there is no ship “{key}”")
            if len(pair) == 2 and pair[0] == pair[1]:
                report.complain(("grapples", n, "ships"), "a ship is not grappled to itself")
        for n, key in enumerate(_list(report.at(("victory", "ships")))):
            if isinstance(key, str) and key not in known:
                report.complain(("victory", "ships", n), f"there is no ship “{key}”")

    def off_table(self, table: Entry, ship: Entry, at: Sequence[float]) -> str:
        """Return why a place is off the table. A ship out of play may be anywhere."""
        return "" if ship.get("fate") else off_table(table, at)

    def unsupported_entries(self, data: SailBattleFile, designs: Mapping[Id, SailingDesign]) -> Iterator[Unsupported]:
        """Yield more boxes than were built, guns that were not, and ships at an anchor they have lost."""
        for key, entry in data.ships.items():
            design, here = designs.get(entry.design), ("ships", key)
            if design is None:
                continue
            for n, built in enumerate(design.hull_rows, 1):
                left = getattr(entry, f"row{n}")
                if left is not None and left > built:
                    yield (*here, f"row{n}"), f"row {n} of {design.name} has {built} boxes", ""
            guns = {gun.key for gun in design.guns}
            for n, gun in enumerate(entry.lost):
                if gun not in guns:
                    yield (*here, "lost", n), f"{design.name} has no gun “{gun}”", ""
            if design.merchant and entry.velocity > MERCHANT_FASTEST:
                yield (*here, "velocity"), *_too_fast("merchant", MERCHANT_FASTEST)
            if entry.anchored and not entry.anchor:
                yield (*here, "anchored"), f"{entry.name} has lost its anchor", ""
        if data.victory.kind == "convoy" and not data.victory.ships:
            yield ("victory", "ships"), "a convoy is made of ships", ""

    # -- designs -------------------------------------------------------------------------------------------------------

    def build_design(self, data: SailingDesignFile, key: str, fleet: str) -> SailingDesign:
        guns = battery(data.guns.port, data.guns.starboard, data.guns.bow, data.guns.stern)
        glyph = data.glyph or f"sail-{min(data.rated_masts, MOST_DRAWN)}"
        return SailingDesign(
            key,
            data.name,
            data.ship_class,
            fleet,
            data.rated_masts,
            data.hull,
            data.thrust,
            data.crew,
            data.marines,
            guns,
            data.merchant,
            glyph,
            data.about,
        )

    def faults(self, design: SailingDesign) -> list[BuildFault]:
        """Yield the faults: a hull without four equal rows, or more crew than boxes."""
        found = []
        if design.hull % 4:
            found.append(BuildFault(f"{design.hull} boxes do not make four equal rows.", RULE, ("hull",)))
        if design.crew > design.hull:
            found.append(BuildFault(f"{design.crew} units of crew need a box each.", RULE, ("crew",)))
        return found

    def cost(self, design: SailingDesign) -> CostTable:
        guns: dict[str, int] = {}
        for gun in design.guns:
            guns[gun.kind] = guns.get(gun.kind, 0) + 1
        parts = [
            ("Hull", HULL_WORTH * design.hull),
            ("Crew", CREW_WORTH * design.crew),
            ("Marines", CREW_WORTH * design.marines),
            ("Sails", THRUST_WORTH * design.thrust),
        ]
        parts += [(f"{count} {GUNS[kind]}{'s' * (count > 1)}", count * WORTH[kind]) for kind, count in guns.items()]
        lines = tuple(CostLine(label, (str(points),), RULE) for label, points in parts if points)
        total = CostLine("Together", (str(design.points),))
        return CostTable(f"{design.points} points", ("points",), lines, total)

    def figures(self, design: SailingDesign) -> tuple[Stat, ...]:
        """Return the figures of a design, guns first: they distinguish a frigate from a sloop."""
        sound = _new(design)
        dice = "/".join(str(side_dice(sound, PORT, far)) for far in (10, 20, 30))
        return (
            Stat("Guns", str(len(design.guns))), Stat("Points", str(design.points)), Stat("Hull", str(design.hull)),
            Stat("Thrust", str(design.thrust)), Stat("Crew", f"{design.crew}+{design.marines}"),
            Stat("Broadside", dice),
        )  # fmt: skip

    def measures(self, design: SailingDesign) -> tuple[Measure, ...]:
        return (
            Measure("hull boxes", design.hull), Measure("guns", len(design.guns)),
            Measure("crew and marines", design.crew + design.marines), Measure("thrust", design.thrust, weighed=True),
        )  # fmt: skip

    def new_design(self) -> Data:
        """Return a sloop."""
        return yard_form.FIRST

    def hull_classes(self) -> Iterator[Data]:
        """Yield a ship of each class without guns."""
        return yard_form.hull_classes()

    def yard_form(self, entry: Entry, data: SailingDesignFile, design: SailingDesign) -> YardForm:
        return yard_form.yard_form(entry, data, design)

    def mends(self, entry: Entry, data: SailingDesignFile, design: SailingDesign, fault: BuildFault) -> Iterator[Mend]:
        return yard_form.mends(data, fault)

    # -- editing -------------------------------------------------------------------------------------------------------

    def system_changes(self, entry: Entry, key: str, kind: str, label: str) -> Iterator[tuple[str, Entry]]:
        """Yield a gun's change between working and knocked out."""
        lost = [one for one in entry.get("lost", ()) if one != key]
        if not key.startswith(tuple(SIDES)):
            return
        if key in entry.get("lost", ()):
            yield f"{label} in order", {"lost": lost}
        else:
            yield f"{label} out of order", {"lost": [*lost, key]}

    def body_fields(self, entry: SeaTerrain) -> tuple[EntryField, ...]:
        """Return no fields, because an outline can only be written."""
        return ()

    def plan_fields(self) -> tuple[str, ...]:
        """Return the fields of the wind."""
        return "wind_speed", "wind_from"

    def victory_fields(self, data: SailBattleFile) -> tuple[EntryField, ...]:
        return simple_fields(data.victory, ("ships", *(("enough",) if data.victory.kind != "convoy" else ())))

    def start_of(self, state: SailState, data: Entry) -> tuple[Data, list[str]]:
        """Return turn, ships, grapples, and the wind."""
        start, lost = super().start_of(state, data)
        ties = [
            {"ships": [one.one, one.other], "fouled": one.fouled, "fought": one.fought, "winner": one.winner or None}
            for one in GRAPPLES.of(state)
        ]
        wind = {"wind_speed": SPEED.of(state) or None, "wind_from": SOURCE.of(state) or None}
        return {**start, "grapples": ties, "table": {**data.get("table", {}), **wind}}, lost

    def entry_of(self, ship: Any, before: Entry, state: SailState) -> Data:
        """Return a ship's entry of a battle file."""
        entry = super().entry_of(ship, before, state)
        entry |= {f"row{n}": left for n, left in enumerate(ship.row_left, 1)}
        entry |= dict(zip(("fore", "main", "mizzen"), ship.masts))
        entry |= {"side": ship.side, "built_for": ship.built_for, "fate": ship.removed_reason or None}
        entry["burning"] = max(0, state.turn - ship.fire_from) if ship.burning else None
        return entry

    def without_ship(self, data: Data, key: Id) -> None:
        """Remove a ship's grapples, and its name from the convoy."""
        data["grapples"] = [one for one in data.get("grapples", ()) if key not in one["ships"]]
        victory = data.get("victory", {})
        if key in victory.get("ships", ()):
            victory["ships"] = [one for one in victory["ships"] if one != key]


def _too_fast(kind: str, most: int) -> tuple[str, str]:
    """Return the fault of a speed beyond that of any wind, and a hint."""
    return f"no wind gives a {kind} more than {most} MU a turn", f"Say {most} or less."


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _check_body(report: FileReport, n: int, body: object) -> None:
    """Report a body without a place, or one that covers nothing."""
    if not isinstance(body, dict):
        return
    if body.get("at") is None:
        report.complain(("table", "terrain", n), "terrain lies somewhere: it needs a place, at")
    outline = body.get("outline")
    if body.get("radius") is None and not outline:
        report.complain(("table", "terrain", n), "terrain needs a radius or an outline")
    if isinstance(outline, list) and 0 < len(outline) < 3:
        report.complain(("table", "terrain", n, "outline"), "an outline has three corners at least")


def _body(n: int, one: SeaTerrain) -> Body:
    """Return a body of terrain. Its disc contains its outline."""
    outline = tuple(one.outline)
    radius = widest(outline) if outline else one.radius or 1.0
    return Body(
        f"{one.kind}{n}",
        one.kind,
        one.name or one.kind.capitalize(),
        one.at or (0.0, 0.0),
        radius,
        nature=NATURES[one.kind],
        outline=outline,
    )


def _grapple(entry: GrappleEntry, turn: int) -> Grapple:
    one, other = sorted(entry.ships)
    return Grapple(one, other, turn, entry.fouled, entry.fought, entry.winner or "")


def _new(design: SailingDesign) -> SailingShip:
    return SailingShip("", design.name, "", (0.0, 0.0), 12, 12, 0, design, marines=design.marines)


def _ship(key: Id, entry: SailingEntry, design: SailingDesign, turn: int, house: House) -> SailingShip:
    """Return a ship by its entry."""
    left = [getattr(entry, f"row{n}") for n in range(1, 5)]
    crossed = tuple(0 if now is None else max(0, built - now) for built, now in zip(design.hull_rows, left))
    return SailingShip(
        key,
        entry.name,
        entry.side,
        entry.at,
        entry.course,
        entry.course,
        entry.velocity,
        design,
        crossed,
        (entry.fore, entry.main, entry.mizzen),
        frozenset(entry.lost),
        frozenset(entry.away),
        entry.prize_crew,
        design.marines if entry.marines is None else entry.marines,
        entry.anchor,
        entry.anchored,
        entry.adrift,
        entry.struck,
        worst_row=entry.worst_row,
        fire_from=0 if entry.burning is None else max(1, turn - entry.burning),
        fire_cause=entry.fire_cause,
        doused=entry.doused,
        losses=entry.losses,
        overkill=entry.overkill,
        fired_at=frozenset(entry.fired_at),
        summoned=entry.summoned,
        built_for=entry.built_for or entry.side,
        removed_reason=entry.fate or "",
        rounds_down=house["thrust_rounding"] == "down",
    )
