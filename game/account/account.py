"""The account of a battle, as far as one side may know it: each ship's deeds and losses, turn by turn and by weapon.

Everything is summed from the lines of the log that the side may read. Deeds of counters count as their ship's. A
captured ship has a line of the account for each side it fought on.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from game.account.luck import MAIN, Luck, luck_of, together
from game.battle.view import View
from game.core.events import Event, Score, ScoreUnit, sufferer
from game.core.orders import Id
from game.core.state import Decoy, Launched, PieceState
from game.core.values import frozen

# the cause of harm by no other piece: terrain, fires, a drive that backfires on its own ship
NOBODY: Id = ""
DESTROYED, CAPTURED = "destroyed", "captured"  # ends of a ship; one that is captured goes on under the other flag


@frozen
class ShipAccount:
    """The deeds and losses of one ship while it fought on one side.

    `dealt` and `taken` are boxes crossed off; `systems` counts systems that stopped working, each time they did. `end`
    is the ship's end in a few words, empty while it fights, and `fate` the same as `Event.fate`; `by` is who caused it,
    `put_out` are the ships that it put out of play.
    """

    id: Id
    name: str
    side: Id
    dealt: int = 0
    taken: int = 0
    luck: tuple[Luck, ...] = ()
    systems: tuple[str, ...] = ()
    end: str = ""
    by: Id = NOBODY
    put_out: tuple[Id, ...] = ()
    fate: str = ""


@frozen
class SideAccount:
    """The sums over the ships of a side; `lost` of `ships` are out of play."""

    id: Id
    name: str
    seat: int
    ships: int
    lost: int
    dealt: int
    taken: int
    luck: tuple[Luck, ...]
    systems: int
    # the chance of every possible sum of its shots, counted in the unit of the account
    chances: tuple[float, ...] = ()


@frozen
class SideTurn:
    """The deeds of a side in one turn: boxes taken from others, ships lost, and its dice."""

    dealt: int = 0
    taken: int = 0
    lost: int = 0
    luck: tuple[Luck, ...] = ()


@frozen
class TurnAccount:
    """One turn: by side, and the boxes lost by nobody's doing."""

    turn: int
    sides: tuple[tuple[Id, SideTurn], ...]
    accidents: int = 0


@frozen
class WeaponAccount:
    """The shots of one kind of weapon of one side, whose dice are counted in one unit."""

    weapon: str
    side: Id
    luck: Luck


@frozen
class Account:
    """A whole account. `unit` is the commonest unit of shots at ships. `accidents` are boxes lost by nobody's doing:
    with the boxes all ships dealt they make up the boxes all ships took. The words are the game's, for a turn, for the
    total of damage dice, and for what ships launch, if anything."""

    title: str
    turn: int
    over: bool
    unit: ScoreUnit
    sides: tuple[SideAccount, ...]
    ships: tuple[ShipAccount, ...]
    turns: tuple[TurnAccount, ...]
    weapons: tuple[WeaponAccount, ...]
    accidents: int
    turn_word: str = "turn"
    damage_word: str = ""
    sent_word: str = ""

    def name_of(self, key: Id) -> str:
        """Return the name of a ship of the account."""
        return next((ship.name for ship in self.ships if ship.id == key), "")


def main_luck(luck: Iterable[Luck], unit: ScoreUnit) -> Luck | None:
    """Return the entry for a unit, if there is one."""
    return next((one for one in luck if one.unit == unit), None)


# -- adding up ---------------------------------------------------------------------------------------------------------

Doer = tuple[Id, Id]  # a ship, and the side it fought on at the time


@dataclass
class _Line:
    """Running sums for one ship on one side."""

    dealt: int = 0
    taken: int = 0
    scores: list[Score] = field(default_factory=list)
    systems: list[str] = field(default_factory=list)
    end: str = ""
    fate: str = ""
    by: Id = NOBODY
    put_out: list[Id] = field(default_factory=list)


@dataclass
class _Turn:
    """Running sums for one side in one turn."""

    dealt: int = 0
    taken: int = 0
    lost: int = 0
    scores: list[Score] = field(default_factory=list)


class _Sums:
    """The sums of an account, built line by line of the log. A ship that the seat knows to be a dummy has no line."""

    def __init__(self, view: View) -> None:
        self.state: PieceState = view.state
        ships = self.state.ships.items()
        self.side_of = {key: ship.side for key, ship in ships if not (isinstance(ship, Decoy) and ship.dummy)}
        for event in reversed(view.log):
            if event.changes and event.whom in self.side_of:
                self.side_of[event.whom] = event.changes[0]  # in the end, the side that it began with
        self.lines: dict[Doer, _Line] = {doer: _Line() for doer in self.side_of.items()}
        self.turns: dict[int, dict[Id, _Turn]] = {}
        self.weapons: dict[tuple[Id, str], list[Score]] = {}
        self.harmed: dict[Id, tuple[int, int, Id]] = {}  # by ship: turn, phase and doer of the last harm it took

    def line(self, ship: Id) -> _Line:
        """Return the line of a ship on the side that it is on now."""
        return self.lines.setdefault((ship, self.side_of[ship]), _Line())

    def turn(self, turn: int, side: Id) -> _Turn:
        """Return the sums of a side in a turn; `NOBODY` is the side of accidents."""
        return self.turns.setdefault(turn, {}).setdefault(side, _Turn())

    def add_event(self, event: Event) -> None:
        """Add a line of the log."""
        if event.changes and event.whom in self.side_of:
            self._leaves(event.whom, CAPTURED, CAPTURED, event)
            self.side_of[event.whom] = event.changes[1]
        if event.score:
            self._score(event, event.who, event.score)
        if event.reply:
            self._score(event, event.whom, event.reply)
        if event.harm and (struck := self._struck(event)):
            self._harm(event, struck)
        if event.broken and (struck := self._struck(event)):
            self.line(struck).systems += event.broken
        if event.kind == "lost" and (gone := self._struck(event)):
            self._leaves(gone, event.fate, event.result or event.fate, event)

    def _struck(self, event: Event) -> Id:
        """Return the ship that suffers in a line; empty if there is none."""
        return sufferer(event, self.side_of.__contains__)

    def _ship_of(self, key: Id) -> Id:
        """Return the ship credited with a piece's deeds: the one that launched it, or itself; `NOBODY` for anything
        that is not a piece."""
        piece = self.state.piece(key)
        home = piece.home if isinstance(piece, Launched) else key
        return home if home in self.side_of else NOBODY

    def _score(self, event: Event, by: Id, score: Score) -> None:
        if len(score.chances) > 1 and (ship := self._ship_of(by)):  # a warhead without dice has nothing to count
            side = self.side_of[ship]
            self.line(ship).scores.append(score)
            self.turn(event.turn, side).scores.append(score)
            self.weapons.setdefault((side, event.weapon), []).append(score)

    def _harm(self, event: Event, struck: Id) -> None:
        total = sum(boxes for _, boxes in event.harm)
        self.line(struck).taken += total
        self.turn(event.turn, self.side_of[struck]).taken += total
        last = NOBODY
        for key, boxes in event.credit or ((event.who, total),):
            doer = self._ship_of(key)
            if doer in (NOBODY, struck):
                self.turn(event.turn, NOBODY).dealt += boxes
                continue
            self.line(doer).dealt += boxes
            self.turn(event.turn, self.side_of[doer]).dealt += boxes
            last = doer if boxes else last
        self.harmed[struck] = event.turn, event.phase, last

    def _leaves(self, ship: Id, fate: str, words: str, event: Event) -> None:
        """Note that a ship is out of play, or on another side, by the last piece that harmed it in the same phase."""
        line = self.line(ship)
        turn, phase, doer = self.harmed.get(ship, (0, 0, NOBODY))
        named = event.who if event.changes else event.credit[0][0] if event.credit else NOBODY
        by = named or (doer if (turn, phase) == (event.turn, event.phase) else NOBODY)
        line.end, line.fate, line.by = words, fate, by
        self.turn(event.turn, self.side_of[ship]).lost += 1
        if by:
            self.line(by).put_out.append(ship)


def account_of(view: View) -> Account:
    """Return the account of a battle as a seat sees it now; the view of side None has all of it."""
    sums = _Sums(view)
    for event in view.log:
        sums.add_event(event)
    ships = tuple(_ship(view, key, side, line) for (key, side), line in sums.lines.items())
    order = list(view.state.sides)
    ships = tuple(sorted(ships, key=lambda one: order.index(one.side)))
    lines = sums.lines
    units = [score.unit for line in lines.values() for score in line.scores if score.unit in MAIN]
    unit: ScoreUnit = "hits" if units.count("hits") > units.count("points") else "points"
    sides = tuple(_side(view, side, [line for doer, line in lines.items() if doer[1] == side], unit) for side in order)
    weapons = tuple(
        WeaponAccount(weapon, side, luck)
        for (side, weapon), scores in sorted(sums.weapons.items(), key=lambda row: (order.index(row[0][0]), row[0][1]))
        for luck in luck_of(scores)
    )
    turns = tuple(_turn(view, turn, sums.turns.get(turn, {})) for turn in range(1, view.state.turn + 1))
    return Account(
        view.title,
        view.state.turn,
        view.state.outcome is not None,
        unit,
        sides,
        ships,
        turns,
        weapons,
        sum(turn.accidents for turn in turns),
        view.system.turn_word,
        view.system.damage_word,
        view.system.sent_word,
    )


def _ship(view: View, key: Id, side: Id, line: _Line) -> ShipAccount:
    name = view.state.ships[key].name
    return ShipAccount(
        key,
        name,
        side,
        line.dealt,
        line.taken,
        luck_of(line.scores),
        tuple(line.systems),
        line.end,
        line.by,
        tuple(line.put_out),
        line.fate,
    )


def _side(view: View, side: Id, lines: list[_Line], unit: ScoreUnit) -> SideAccount:
    own, scores = view.state.sides[side], [score for line in lines for score in line.scores]
    chances = together(score for score in scores if score.unit == unit)
    return SideAccount(
        side,
        own.name,
        own.seat,
        len(lines),
        sum(bool(line.end) for line in lines),
        sum(line.dealt for line in lines),
        sum(line.taken for line in lines),
        luck_of(scores),
        sum(len(line.systems) for line in lines),
        tuple(map(float, chances)),
    )


def _turn(view: View, turn: int, sums: dict[Id, _Turn]) -> TurnAccount:
    sides = ((side, sums.get(side, _Turn())) for side in view.state.sides)
    found = tuple((side, SideTurn(one.dealt, one.taken, one.lost, luck_of(one.scores))) for side, one in sides)
    return TurnAccount(turn, found, sums.get(NOBODY, _Turn()).dealt)
