"""Two fleets for a battle: bought within a limit of points, with the table they meet on, what wins, and who plays them.

Every change is a command that can be undone. Nothing here places a ship: `placing` does.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Literal

from game.battle.designs import OWN, designs_of, fleet_names, ship_names
from game.battle.loader import fresh_seed, load_start
from game.board.boards import Board, board_of
from game.board.geometry import Point
from game.core.game_files import ShipDesign, price_with_crew
from game.core.names import HUMAN, name_fault
from game.core.orders import Id, Illegal
from game.core.state import Table
from game.core.system import RuleSystem
from game.core.values import Data, Entry, HouseValue
from game.fleets.fleet import MOST, RULE, Fleet
from game.fleets.random_fleet import LARGEST_DRAWN, MIXED, Taste, random_fleet
from game.formats.atomic_file import files_in
from game.formats.validation import BadFile
from game.sandbox.history import History
from game.sandbox.start_editor import SEATS, to_file_place
from game.systems import scenario_folder

Terms = Literal["equal", "attacker", "free"]
Order = Literal["in turn", "in secret", "by rule"]
Edges = Literal["left and right", "top and bottom"]
TERMS: tuple[Terms, ...] = ("equal", "attacker", "free")
ORDERS: tuple[Order, ...] = ("in turn", "in secret", "by rule")
EDGES: tuple[Edges, ...] = ("left and right", "top and bottom")
LEAST, LARGEST = 10, 100_000  # points a side
OF_THE_TABLE = 12  # a zone is a twelfth of the table deep: 6 MU of 72 (full-thrust-base/9.1)
MOST_BODIES, APART = 6, 9.0  # scattered on a table, and units of its board between them
SEEDS = 50  # tried to buy another random fleet
OPEN_TABLE = "Empty table"
SECOND = "{} II"  # the name of a fleet that meets another of its own name


@dataclass(frozen=True)
class Roster:
    """The fleet of one seat, who plays it, and how a random one is bought. A `hidden` one shows its points alone."""

    fleet: Fleet
    player: str = HUMAN
    taste: Taste = MIXED
    seed: int = 1
    hidden: bool = False


@dataclass(frozen=True)
class MusterState:
    """Everything that a command can change. `depth` is that of the zones, in units of the board; `attacker` the seat
    that has a quarter more points."""

    limit: int
    rosters: tuple[Roster, ...]
    table: Entry
    table_name: str
    victory: Entry
    depth: int
    speed: int
    terms: Terms = "equal"
    attacker: int = 0
    order: Order = "in turn"
    edges: Edges = "left and right"
    house: Entry | None = None
    title: str = ""


class Muster(History[MusterState]):
    """Two seats of one game and their fleets. `seat` is the one in hand. `shown`: a placing has shown secrets."""

    def __init__(self, system: RuleSystem) -> None:
        self.system, self.seat, self.shown = system, 0, False
        self.names = fleet_names(system)
        self.look_again()
        folders = [name for name in dict.fromkeys(one.fleet for one in self.designs.values()) if name != OWN]
        folders.sort(key=list(self.names).index if all(name in self.names for name in folders) else str)
        sides = [*folders, *folders][:2] or [OWN, OWN]
        rosters = tuple(Roster(Fleet(self.name_of(folder), folder)) for folder in sides)
        table = empty_table(system)
        state = MusterState(
            system.files.fleet_points, rosters, table, OPEN_TABLE, {"kind": "last-side"}, 1, system.files.start_speed
        )
        super().__init__(replace(state, depth=self._usual_depth(table)))

    def name_of(self, folder: str) -> str:
        """Return the name of the fleets that are bought from a folder of designs."""
        return self.names.get(folder, folder.capitalize())

    # -- what there is -------------------------------------------------------------------------------------------------

    def look_again(self) -> None:
        """Read the designs again: the player may have drawn another. One that is gone is known until the page closes,
        since undo may bring its ships back."""
        self.designs: Mapping[str, ShipDesign] = {**getattr(self, "designs", {}), **designs_of(self.system)}
        self._prices = dict[tuple[str, str], int]()

    def price(self, design: str, crew: str = "") -> int:
        """Return the cost of a ship of a design, with its fighters and a crew, by default the usual one."""
        asked = design, crew or self.usual_crew
        if asked not in self._prices:
            self._prices[asked] = price_with_crew(self.system.files, self.designs[design], asked[1])
        return self._prices[asked]

    @property
    def usual_crew(self) -> str:
        """The quality of a crew where none is named; empty where a game has only one."""
        rule = self.system.files.crew_rule
        return str(self.system.settings(self.state.house or {})[rule]) if rule else ""

    @property
    def carriers(self) -> bool:
        """Return whether the game has any ships that carry fighters."""
        return any(map(self.system.files.carries, self.designs.values()))

    def points(self, seat: int) -> int:
        """Return how much a seat has spent."""
        return self.fleet(seat).points(self.price)

    def fleet(self, seat: int) -> Fleet:
        return self.state.rosters[seat].fleet

    def limit(self, seat: int) -> int | None:
        """Return how much a seat may spend; None without a limit."""
        if self.state.terms == "free":
            return None
        more = self.state.terms == "attacker" and seat == self.state.attacker
        return self.state.limit * 5 // 4 if more else self.state.limit

    def points_left(self, seat: int) -> int | None:
        """Return how much a seat has left to spend, below 0 for a fleet over the limit; None without a limit."""
        limit = self.limit(seat)
        return None if limit is None else limit - self.points(seat)

    def offers(self, seat: int, shown: Callable[[ShipDesign], bool]) -> tuple[list[ShipDesign], list[ShipDesign]]:
        """Return the designs that still fit, dearest first, and the rest, cheapest first."""
        left = self.points_left(seat)
        known = sorted(filter(shown, self.designs.values()), key=lambda one: (self.price(one.key), one.name))
        fits = [one for one in known if left is None or self.price(one.key) <= left]
        return fits[::-1], known[len(fits) :]

    def faults(self) -> list[str]:
        """Return why these fleets cannot meet, a sentence for each reason."""
        found = []
        for seat in range(len(self.state.rosters)):
            left, name = self.points_left(seat), self.side_names[seat]
            if not self.fleet(seat).ships:
                found.append(f"{name} has no ships yet.")
            elif left is not None and left < 0:
                found.append(f"{name} is {-left} points over.")
        return found

    @property
    def side_names(self) -> tuple[str, ...]:
        """The names of both sides, which differ."""
        first, second = (roster.fleet.name for roster in self.state.rosters)
        return first, SECOND.format(second) if second == first else second

    @property
    def side_keys(self) -> tuple[Id, ...]:
        """The keys of both sides in a battle file."""
        first, second = (roster.fleet.of for roster in self.state.rosters)
        shipped = {one.fleet for one in self.designs.values()} - {OWN}
        return (first, second) if first != second and {first, second} <= shipped else SEATS

    @property
    def board(self) -> Board:
        """The board of the table."""
        return board_for(self.system, self.state.table, self.state.house or {})

    def _usual_depth(self, table: Entry) -> int:
        return max(3, round(board_for(self.system, table).size[0] / OF_THE_TABLE))

    # -- commands ------------------------------------------------------------------------------------------------------

    def set_fields(self, words: str, **values: object) -> None:
        """Set fields of the state, as a command."""
        self._do(words, replace(self.state, **values))  # type: ignore[arg-type]

    def set_limit(self, points: int) -> None:
        """Set the points of a side. Raises Illegal."""
        if not LEAST <= points <= LARGEST:
            raise Illegal(f"a side may have {LEAST} to {LARGEST:,} points", self.system.files.fleets_rule)
        self.set_fields(f"{points} points a side", limit=points)

    def set_terms(self, terms: Terms) -> None:
        """Set who may spend how much; chosen once more, the quarter more goes to the other seat."""
        again = terms == "attacker" and self.state.terms == "attacker"
        attacker = 1 - self.state.attacker if again else self.state.attacker
        self.set_fields(terms, terms=terms, attacker=attacker)

    def add(self, seat: int, design: str, count: int = 1) -> None:
        """Buy ships of a design, or give some back. A fleet may go over the limit; it cannot meet another then."""
        self.set_count(seat, design, self.fleet(seat).count(design) + count)

    def set_count(self, seat: int, design: str, count: int) -> None:
        """Set the number of ships of a design. Raises Illegal."""
        self._openly(seat)
        one = self.designs[design]
        before = self.fleet(seat)
        if len(before.ships) - before.count(design) + count > MOST:
            raise Illegal(f"a fleet has {MOST} ships at most", RULE)
        names = ship_names(self.system.files, before.of)
        self._replace_fleet(seat, f"{max(0, count)} {one.name}", before.with_ships(one, max(0, count), names))

    def rename(self, seat: int, index: int, name: str) -> None:
        """Rename a ship. Raises Illegal."""
        self._openly(seat)
        self._check_name(name)
        self._replace_fleet(seat, name, self.fleet(seat).renamed(index, name.strip()))

    def set_crew(self, seat: int, index: int, crew: str) -> None:
        """Buy another crew for a ship. The usual one is not noted. Raises Illegal."""
        self._openly(seat)
        said, name = "" if crew == self.usual_crew else crew, self.fleet(seat).ships[index].name
        self._replace_fleet(seat, f"{name}, {crew}", self.fleet(seat).with_crew(index, said))

    def rename_fleet(self, seat: int, name: str) -> None:
        """Rename a fleet, and so its side. Raises Illegal."""
        self._check_name(name)
        self._replace_fleet(seat, name, replace(self.fleet(seat), name=name.strip()))

    def move(self, seat: int, design: str, to: int) -> None:
        """Put the ships of a design at another place of the roster. Raises Illegal."""
        self._openly(seat)
        self._replace_fleet(seat, f"{self.designs[design].name} moved", self.fleet(seat).moved(design, to))

    def take(self, seat: int, fleet: Fleet) -> None:
        """Put a fleet, such as a saved one, in the place of a seat's own. Raises Illegal."""
        self._openly(seat)
        self._replace_fleet(seat, f"{fleet.name} taken", fleet)

    def clear(self, seat: int) -> None:
        """Give all ships of a seat back, and begin a new fleet without a history."""
        self._replace_fleet(seat, f"{self.fleet(seat).name} cleared", replace(self.fleet(seat), ships=(), history=()))

    def buy_from(self, seat: int, folder: str) -> None:
        """Let a seat buy from another folder of designs: an empty fleet, with that folder's name."""
        self._replace_fleet(seat, self.name_of(folder), Fleet(self.name_of(folder), folder))

    def deal(self, seat: int, seed: int | None = None, taste: Taste | None = None) -> None:
        """Buy a random fleet for a seat: by its seed and taste, or by other ones. Nobody knows the seed of a secret
        fleet: it would tell the ships. Raises Illegal."""
        roster = self.state.rosters[seat]
        taste, seed = taste or roster.taste, roster.seed if seed is None else seed
        seed = fresh_seed() if roster.hidden else seed
        limit = self.limit(seat)
        spend = self.state.limit if limit is None else limit
        fleet = roster.fleet
        files, designs = self.system.files, self.designs.values()
        dealt = random_fleet(files, designs, fleet.name, fleet.of, spend, taste, seed, self.usual_crew)
        if not dealt.ships:
            least = f"no design of {fleet.name} that fights costs {spend} points or less"
            raise Illegal(least, self.system.files.fleets_rule)
        words = f"{fleet.name} dealt in secret" if roster.hidden else f"{fleet.name} dealt, seed {seed}"
        kept = roster.seed if roster.hidden else seed
        self._seat(seat, words, replace(roster, fleet=dealt, taste=taste, seed=kept))

    def hide(self, seat: int, on: bool) -> None:
        """Deal a computer a fleet that is kept secret until the battle; or give it back, as secret as it was. Raises
        Illegal."""
        words = f"{self.fleet(seat).name} {'secret' if on else 'shown'}"
        self.together(words, lambda: self._hide(seat, on))

    def _hide(self, seat: int, on: bool) -> None:
        fleet = replace(self.fleet(seat), ships=(), history=())
        self.set_roster(seat, "secret", hidden=on, fleet=fleet)
        if on:
            self.deal(seat)

    def end_secret(self) -> str:
        """Once a placing has shown what was secret, deal other secret fleets, so that nobody buys against a known one.
        Undo does not bring it back. Return a sentence for the player."""
        if not self.shown:
            return ""
        self.shown = False
        secret = [seat for seat, roster in enumerate(self.state.rosters) if roster.hidden]
        for seat in secret:
            self.deal_again(seat)
        if secret:
            self._done, self._at = [("", self.state)], 0
        dealt = " A new secret fleet is dealt." if secret else ""
        return f"All was shown, so that placing is given up.{dealt}"

    def set_player(self, seat: int, player: str) -> None:
        """Set who plays a seat; a person has no secret fleet, and does not get the computer's."""
        self.together(player, lambda: self._set_player(seat, player))

    def _set_player(self, seat: int, player: str) -> None:
        if player == HUMAN and self.state.rosters[seat].hidden:
            self._hide(seat, False)
        self.set_roster(seat, player, player=player)

    def deal_again(self, seat: int) -> None:
        """Buy another random fleet for a seat, by a seed that is drawn."""
        before, drawn = self.fleet(seat).ships, fresh_seed()
        for more in range(SEEDS):
            self.deal(seat, (drawn + more) % LARGEST_DRAWN + 1)
            if self.fleet(seat).ships != before:
                return
            self.undo()

    def set_roster(self, seat: int, words: str, **values: object) -> None:
        """Set fields of a seat as they are, without what follows from them."""
        self._seat(seat, words, replace(self.state.rosters[seat], **values))  # type: ignore[arg-type]

    def set_table(self, name: str, table: Entry, victory: Entry | None = None) -> None:
        """Set the table, with what lies on it; the zones are as deep as is usual on it."""
        won = self.state.victory if victory is None else victory
        self.set_fields(name, table=table, table_name=name, victory=won, depth=self._usual_depth(table))

    def set_house(self, key: str, value: HouseValue) -> None:
        """Set a house rule."""
        rule = next(one for one in self.system.house if one.key == key)
        house = {name: set_ for name, set_ in (self.state.house or {}).items() if name != key}
        self.set_fields(rule.title, house=house if value == rule.default else {**house, key: value})

    def _check_name(self, name: str) -> None:
        if fault := name_fault(name.strip()):
            raise Illegal(fault, RULE)

    def _openly(self, seat: int) -> None:
        if self.state.rosters[seat].hidden:
            raise Illegal("a secret fleet is dealt; its ships are neither bought nor changed", RULE)

    def _replace_fleet(self, seat: int, words: str, fleet: Fleet) -> None:
        if fleet != self.fleet(seat):
            self._seat(seat, words, replace(self.state.rosters[seat], fleet=fleet))

    def _seat(self, seat: int, words: str, roster: Roster) -> None:
        rosters = list(self.state.rosters)
        rosters[seat] = roster
        self.set_fields(words, rosters=tuple(rosters))


def board_for(system: RuleSystem, table: Entry, house: Entry | None = None) -> Board:
    """Return the board of a table that is plain data."""
    usual = system.files.battle.model_fields["table"].get_default()
    made = type(usual).model_validate(dict(table))
    return board_of(Table(made.width, made.height, board=system.board(made, system.settings(house or {}))))


def places_of(board: Board, body: Entry) -> list[Point]:
    """Return where a body of a file lies: its middle, or the middles of its hexes."""
    pairs = body.get("hexes") or ([body["at"]] if body.get("at") else [])
    return [board.place((x, y)) for x, y in pairs]


def empty_table(system: RuleSystem) -> Data:
    """Return a table of the game's usual size with nothing on it."""
    columns, rows = board_for(system, {}).size
    return {"hexes": [int(columns) + 1, int(rows) + 1]} if system.files.on_hexes else {}


def tables(system: RuleSystem) -> dict[str, Data]:
    """Return the tables to fight on by name: an empty one, and those of the game's scenarios."""
    found: dict[str, Data] = {OPEN_TABLE: empty_table(system)}
    for path in files_in(scenario_folder(system)):
        try:
            file = load_start(path).file
        except BadFile:
            continue
        table = file.header().get("table", {})
        if table and table not in found.values():
            found[file.title] = table
    return found


def scatter_bodies(muster: Muster, seed: int) -> Data:
    """Return the muster's table with some bodies scattered between the zones: the same ones for the same seed."""
    dice, files, board = Random(seed), muster.system.files, muster.board
    table = {name: value for name, value in muster.state.table.items() if name != "terrain"}
    west, south, wide, high = board.extent
    bodies: list[Data] = []
    taken: list[tuple[float, float]] = []
    for _ in range(dice.randint(2, MOST_BODIES)):
        kind = dice.choice([one.kind for one in files.terrain])
        across, up = dice.randint(25, 75) / 100, dice.randint(15, 85) / 100
        if muster.state.edges != "left and right":
            across, up = up, across
        at = board.nearest((west + across * wide, south + up * high))
        if all(math.dist(at, other) > APART for other in taken):
            taken.append(at)
            bodies.append(files.new_body(kind, to_file_place(board, at), board.cells))
    return {**table, "terrain": bodies}
