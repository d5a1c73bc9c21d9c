"""Two fleets placed before a battle: each in its own zone, ship by ship in turn or in secret, and the battle file that
comes of it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from game.battle.loader import Opened, fresh_seed
from game.board.boards import Board, board_of
from game.board.geometry import Point
from game.board.terrain import Body
from game.core.display import Pose
from game.core.game_files import ShipDesign, model_of
from game.core.names import HUMAN
from game.core.orders import Id, Illegal
from game.core.state import AnyState
from game.core.values import Data, Entry
from game.fleets.muster import Muster, Order
from game.fleets.zones import Zones
from game.formats.user_folders import stem_of
from game.sandbox.history import History
from game.sandbox.start_editor import course_on, free_key, open_start, to_file_place

COASTING = 30  # turns for which ships are followed straight on
APART = 6.0  # MU between ships in line abreast
NEAR = 0.9  # cells or MU: two ships closer than that stand in one place
BESIDE = 3.0  # MU from another ship, where such a place is near
INWARD = {"left": 3, "right": 9, "bottom": 12, "top": 6}  # the course away from an edge


@dataclass(frozen=True)
class ShipStart:
    """The place of a ship on the plane of the board, its course and its velocity."""

    at: Point
    course: int
    velocity: int


@dataclass(frozen=True)
class PlacedShip:
    """A ship of one of both fleets, by its key in the battle file."""

    key: Id
    seat: int
    name: str
    design: ShipDesign
    left: Entry = field(default_factory=dict)


@dataclass(frozen=True)
class PlacingState:
    """The places of ships, and the ships that have been set down for good, in that order. The first `shown` of them
    were set down before both began to place in secret."""

    spots: Mapping[Id, ShipStart]
    down: tuple[Id, ...] = ()
    how: Order = "in turn"
    shown: int = 0


class Placing(History[PlacingState]):
    """Places the fleets of a muster. `hand` is the ship in hand, of the seat that is due."""

    def __init__(self, muster: Muster) -> None:
        """Raises Illegal where the battle cannot be set up."""
        self.muster, self.system = muster, muster.system
        self.rule = self.system.files.fleets_rule
        self._seed = fresh_seed()  # what is rolled at the start, such as the wind, is known while ships are placed
        taken = [*muster.side_keys]
        ships = []
        for seat in range(len(muster.state.rosters)):
            for ship in muster.fleet(seat).ships:
                design = muster.designs[ship.design]
                key = free_key(taken, stem_of(ship.name) if ship.name.isascii() else design.key)
                taken.append(key)
                ships.append(PlacedShip(key, seat, ship.name, design, ship.entry))
        self.ships = {one.key: one for one in ships}
        secret = any(roster.hidden for roster in muster.state.rosters) and muster.state.order == "in turn"
        super().__init__(PlacingState({}, how="in secret" if secret else muster.state.order))
        self.bodies: tuple[Body, ...] = ()
        self._lay(muster.board)
        state = self._empty_table()
        self.bodies = state.table.bodies
        self._lay(board_of(state.table))
        lines: dict[Id, ShipStart] = {}
        for seat in (0, 1):
            lines |= self._line(seat, lines, self.fleet(seat))
        self.lined_up: Mapping[Id, ShipStart] = lines  # all ships as a computer would place them
        self._whole = self._set_up(lines).battle.state
        self.hand: Id = ""
        self._floor = 0  # undo does not reach below
        self._computers()

    def _lay(self, board: Board) -> None:
        self.board, self.zones = board, Zones(board, self.muster.state.edges, self.muster.state.depth)

    # -- whose turn it is ----------------------------------------------------------------------------------------------

    def fleet(self, seat: int) -> list[PlacedShip]:
        """Return the ships of a seat, the largest first."""
        rank = self.system.files.rank
        return sorted((one for one in self.ships.values() if one.seat == seat), key=lambda one: -rank(one.design))

    @property
    def how(self) -> Order:
        """The way ships are set down: in turn, in secret, or where a rule places them."""
        return self.state.how

    @property
    def turns(self) -> tuple[int, ...]:
        """The seats in the order in which they set down their ships, beginning with those that stand: the larger fleet
        begins, and they take turns; in secret, or where a rule places them, all ships of one seat at once."""
        done = [self.ships[key].seat for key in self.state.down]
        rest = [*self._sequence()]
        for seat in done:
            rest.remove(seat)
        return (*done, *rest)

    def _sequence(self) -> tuple[int, ...]:
        fleets = [sum(one.seat == seat for one in self.ships.values()) for seat in (0, 1)]
        if self.how != "in turn":
            return (0,) * fleets[0] + (1,) * fleets[1]
        first = int(fleets[1] > fleets[0])
        both = min(fleets)
        return (first, 1 - first) * both + (first,) * (max(fleets) - both)

    @property
    def due(self) -> int | None:
        """The seat that sets down a ship now; None when all stand."""
        done = len(self.state.down)
        return self.turns[done] if done < len(self.ships) else None

    @property
    def hides(self) -> bool:
        """Return whether a side has placed ships that the other may not see yet."""
        return self.how == "in secret" and self.due is not None and len(self.state.down) > self.state.shown

    @property
    def uncovered(self) -> bool:
        """Return whether everything is shown now, after a fleet or its places were kept secret."""
        placed = self.how == "in secret" and self.state.shown < len(self.ships)
        return self.due is None and (placed or any(roster.hidden for roster in self.muster.state.rosters))

    def seen_by(self, seat: int) -> dict[Id, ShipStart]:
        """Return the ships that a seat may see: its own, and those of the other that stand openly."""
        openly = {*(self.state.down[: self.state.shown] if self.hides else self.state.down)}
        return {key: spot for key, spot in self.state.spots.items() if key in openly or self.ships[key].seat == seat}

    @property
    def waiting(self) -> list[PlacedShip]:
        """The ships that the seat that is due has still to set down, the largest first."""
        return [] if self.due is None else [one for one in self.fleet(self.due) if one.key not in self.state.down]

    def played_by(self, seat: int) -> str:
        return self.muster.state.rosters[seat].player

    # -- where a ship may stand ----------------------------------------------------------------------------------------

    def why_not(self, key: Id, spot: ShipStart) -> str:
        """Return why a ship may not stand there, for the player; empty if it may."""
        ship = self.ships[key]
        if why := self._refusal(ship, spot):
            return why
        if self.system.files.one_to_a_cell:
            others = (name for name, one in self.seen_by(ship.seat).items() if one.at == spot.at and name != key)
            return next((f"{self.ships[name].name} is there." for name in others), "")
        return ""

    def _refusal(self, ship: PlacedShip, spot: ShipStart) -> str:
        """Return why the table or the zone does not allow a ship there."""
        if not self.board.holds(spot.at):
            return f"{ship.name} would be off the table."
        if self.zones.inside(ship.seat, spot.at) < 0:
            return "Outside your zone."
        body = next((one for one in self.bodies if one.solid and one.holds(spot.at)), None)
        if body is not None:
            return f"{body.name} is there."
        if spot.velocity > self.muster.state.speed:
            return f"Too fast: at most {self.muster.state.speed} at the start of this battle."
        return ""

    # -- commands ------------------------------------------------------------------------------------------------------

    @property
    def undoable(self) -> bool:
        """Return whether the side that is due may undo anything."""
        return self._at > self._floor

    def undo(self, steps: int = 1) -> str:
        """Undo that many commands, but never those of a side that placed in secret before. Ships that computers set
        down in answer stay if they would be set down in the same places again. Raises Illegal."""
        if self._at - steps < self._floor:
            raise Illegal("nothing has been done yet", "table/undo")
        after = self.state
        words = super().undo(steps)
        self._keep_answers(after)
        self._keep_hand()
        return words

    def _keep_answers(self, after: PlacingState) -> None:
        """Let ships of computers stand that stood in a later state, unless they would stand elsewhere now."""
        if self.how != "in turn" or after.how != "in turn":
            return
        for key in after.down:
            seat = self.ships[key].seat
            if key in self.state.down or self.played_by(seat) == HUMAN:
                continue
            if self._answers(seat)[key] != after.spots[key]:
                return
            spots = {**self.state.spots, key: after.spots[key]}
            self._pass(replace(self.state, spots=spots, down=(*self.state.down, key)))

    def redo(self) -> str:
        words = super().redo()
        self._keep_hand()
        return words

    def switch(self, how: Order) -> None:
        """Place in turn or in secret from now on; what stands openly stays so. Raises Illegal."""
        if self.due is None:
            raise Illegal("all ships stand", self.rule)
        if self.hides:
            raise Illegal("ships have been placed in secret already", self.rule)
        if any(roster.hidden for roster in self.muster.state.rosters):
            raise Illegal("a fleet is secret until the battle, so both are placed in secret", self.rule)
        if how != self.how:
            self._do(f"placing {how}", replace(self.state, how=how, shown=len(self.state.down)))
            self._computers()

    def next_hand(self, step: int = 1) -> None:
        """Take the next ship that is still to be set down in hand."""
        keys = [one.key for one in self.waiting]
        if keys:
            self.hand = keys[(keys.index(self.hand) + step) % len(keys)]

    def take(self, key: Id) -> None:
        """Take a ship of the seat that is due in hand. Raises Illegal for another."""
        if key not in [one.key for one in self.waiting]:
            raise Illegal(f"{self.ships[key].name} stands already, or is not yours to place now", self.rule)
        self.hand = key

    def place_ship(self, key: Id, spot: ShipStart) -> None:
        """Put a ship somewhere; it can be moved until it is set down. Raises Illegal."""
        if why := self.why_not(key, spot):
            raise Illegal(why, self.rule)
        self.take(key)
        self._do(f"{self.ships[key].name} placed", replace(self.state, spots={**self.state.spots, key: spot}))

    def move(self, key: Id, at: Point) -> None:
        """Put a ship at a place, as it is turned, or as ships of its side begin. Raises Illegal."""
        at = self.rounded(at)
        self.place_ship(key, replace(self.state.spots.get(key) or self.first_spot(key, at), at=at))

    def turn(self, key: Id, steps: int) -> None:
        """Turn a ship by that many courses of the board to starboard."""
        spot = self._spot(key)
        self.place_ship(key, replace(spot, course=self.board.turned(spot.course, steps)))

    def speed_up(self, key: Id, by: int) -> None:
        """Change the velocity of a ship. Raises Illegal."""
        spot = self._spot(key)
        self.place_ship(key, replace(spot, velocity=max(0, spot.velocity + by)))

    def lift(self, key: Id) -> None:
        """Put a ship back into the tray."""
        self.take(key)
        spots = {name: spot for name, spot in self.state.spots.items() if name != key}
        self._do(f"{self.ships[key].name} back in the tray", replace(self.state, spots=spots))

    def line_abreast(self) -> None:
        """Put all ships that the seat has still to set down in line abreast, the largest in the middle."""
        self._arrange("line abreast", self.waiting)

    def rest(self) -> None:
        """Put the ships that are still in the tray in line abreast, in the places that are free."""
        self._arrange("the rest placed", [one for one in self.waiting if one.key not in self.state.spots])

    def set_down(self) -> None:
        """Set down the ship in hand; in secret, or where a rule places them, all ships of the seat that is due.
        Computers set down theirs at once. Raises Illegal while a ship is still in the tray."""
        if self.due is None:
            raise Illegal("all ships stand", self.rule)
        keys = [self.hand] if self.how == "in turn" else [one.key for one in self.waiting]
        missing = [key for key in keys if key not in self.state.spots]
        if missing:
            count = len(missing)
            words = f"{self.ships[missing[0]].name} is" if count == 1 else f"{count} ships are"
            raise Illegal(f"{words} still in the tray", self.rule)
        if why := next((why for key in keys if (why := self.why_not(key, self.state.spots[key]))), ""):
            raise Illegal(why, self.rule)
        self._do("set down", replace(self.state, down=(*self.state.down, *keys)))
        secret = self.how == "in secret"
        self._computers()
        if secret:
            self._floor = self._at

    def _computers(self) -> None:
        """Place the ships of computers that are due, in line abreast, and take the next person's first ship in hand."""
        state = self.state
        while (seat := self.due) is not None and (self.how == "by rule" or self.played_by(seat) != HUMAN):
            spots = self._answers(seat)
            keys = [one.key for one in self.waiting][: 1 if self.how == "in turn" else None]
            here = {key: spots[key] for key in keys}
            self._pass(replace(self.state, spots={**self.state.spots, **here}, down=(*self.state.down, *keys)))
        if state is not self.state:
            self.version += 1
        self.muster.shown = self.muster.shown or self.uncovered
        self._keep_hand()

    def _answers(self, seat: int) -> dict[Id, ShipStart]:
        """Return where all ships of a computer stand, or would stand if it set them down now."""
        others = {key: spot for key, spot in self.seen_by(seat).items() if self.ships[key].seat != seat}
        return {**self._line(seat, others, self.fleet(seat)), **self.state.spots}

    def _keep_hand(self) -> None:
        """Keep a ship in hand that is still to be set down, if possible one in the tray."""
        keys = [one.key for one in self.waiting]
        if self.hand not in keys:
            self.hand = next((key for key in keys if key not in self.state.spots), keys[0] if keys else "")

    def _arrange(self, words: str, ships: Sequence[PlacedShip]) -> None:
        if self.due is None:
            raise Illegal("all ships stand", self.rule)
        if not ships:
            return
        moved = {one.key for one in ships}
        taken = {key: spot for key, spot in self.seen_by(self.due).items() if key not in moved}
        line = self._line(self.due, taken, ships)
        self._do(words, replace(self.state, spots={**self.state.spots, **line}))

    def rounded(self, at: Point) -> Point:
        """Return a place as the file will have it: to a tenth of a MU, or the middle of a hex."""
        x, y = to_file_place(self.board, at)
        return self.board.place((x, y))

    def _spot(self, key: Id) -> ShipStart:
        if key not in self.state.spots:
            raise Illegal(f"{self.ships[key].name} is still in the tray", self.rule)
        return self.state.spots[key]

    def offer(self, key: Id) -> ShipStart:
        """Return a free place for a ship, as near as possible to the middle of its zone. Raises Illegal."""
        ship = self.ships[key]
        taken = {other: spot for other, spot in self.seen_by(ship.seat).items() if other != key}
        return self._line(ship.seat, taken, [ship])[key]

    # -- line abreast --------------------------------------------------------------------------------------------------

    def first_spot(self, key: Id, at: Point) -> ShipStart:
        """Return how a ship begins at a place: away from its own edge, at the velocity that its game or its drive
        allows."""
        ship = self.ships[key]
        course = course_on(self.board, INWARD[self.zones.edge(ship.seat)])
        own = self.system.files.new_ship(ship.design).get("velocity")
        still = own == 0 or not getattr(ship.design, "thrust", 1)
        usual = min(self.muster.state.speed, 6)
        return ShipStart(at, course, 0 if still else min(usual, self.muster.state.speed))

    def _line(self, seat: int, taken: Mapping[Id, ShipStart], ships: Sequence[PlacedShip]) -> dict[Id, ShipStart]:
        """Return places in line abreast for ships, the largest in the middle, clear of bodies and of those that
        stand. More ships than one line holds stand in several."""
        places = self._clear_places(seat, taken, len(ships))
        found: dict[Id, ShipStart] = {}
        apart = NEAR if self.board.cells else min([BESIDE, *(0.9 * math.dist(places[0], one) for one in places[1:])])
        for ship, wanted in zip(ships, places):
            stand = [spot.at for spot in (*taken.values(), *found.values())]
            found[ship.key] = self.first_spot(ship.key, self._free(ship, wanted, stand, apart))
        return found

    def _clear_places(self, seat: int, taken: Mapping[Id, ShipStart], count: int) -> list[Point]:
        """Return places for so many ships. They are as far from those that stand as from one another, nearer only if
        the zone has no room for that."""
        board, usual = self.board, self._places(seat, count)
        apart = self._spacing(seat, count + sum(self.ships[key].seat == seat for key in taken))
        stand = [spot.at for spot in taken.values()]
        for less in (1.0, 0.85, 0.7, 0.5):
            wide = apart * less - 0.01
            free = [at for at in map(board.nearest, usual) if all(board.distance(at, one) >= wide for one in stand)]
            if len(free) == count and self._spacing(seat, count) >= wide:
                return free
            found, free = list[Point](), [*map(board.nearest, self._lines(seat, apart * less, count + len(taken)))]
            for other in stand:
                free = [at for at in free if board.distance(at, other) >= wide]
            while free and len(found) < count:
                found.append(free[0])
                free = [at for at in free if board.distance(at, found[-1]) >= wide]
            if len(found) == count:
                return found
        return usual

    def _size(self, seat: int) -> tuple[float, float]:
        """Return length and depth of a zone."""
        _, _, wide, high = self.zones.rect(seat)
        return (high, wide) if self.zones.edge(seat) in ("left", "right") else (wide, high)

    def _places(self, seat: int, count: int) -> list[Point]:
        """Return places for so many ships, those of the largest first."""
        apart = self._spacing(seat, count)
        a_line = max(1, int(self._size(seat)[0] // apart))
        lines = max(1, math.ceil(count / a_line))
        found = []
        for line in range(lines):
            here = min(a_line, count - line * a_line)
            steps = sorted((n - (here - 1) / 2 for n in range(here)), key=abs)
            found += [self._on_line(seat, (line, lines), step * apart) for step in steps]
        return found

    def _lines(self, seat: int, apart: float, count: int) -> list[Point]:
        """Return every place of the lines that hold so many ships so far apart, from the middle outwards."""
        length, step = self._size(seat)[0], 0.5 if self.board.cells else 0.1
        lines = max(1, math.ceil(count / max(1, int(length // apart))))
        most = int(length / 2 / step)
        steps = sorted(range(-most, most + 1), key=abs)
        return [self._on_line(seat, (line, lines), n * step) for line in range(lines) for n in steps]

    def _on_line(self, seat: int, line: tuple[int, int], off: float) -> Point:
        """Return a place on one of several lines in a zone, so far from its middle. The first line faces the enemy."""
        x, y, _, _ = self.zones.rect(seat)
        (length, depth), (nth, lines), edge = self._size(seat), line, self.zones.edge(seat)
        front = nth if edge in ("right", "top") else lines - 1 - nth
        into, along = depth * (front + 0.5) / lines, length / 2 + off
        return (x + into, y + along) if edge in ("left", "right") else (x + along, y + into)

    def _spacing(self, seat: int, count: int) -> float:
        """Return the distance between ships in a line, less where the zone would not hold them."""
        length, depth = self._size(seat)
        least = 1.0 if self.board.cells else 1.5
        wanted = 3.0 if self.board.cells else APART
        lines = max(1, int(depth // (1.0 if self.board.cells else 3.0)))
        return max(least, min(wanted, lines * length / max(1, count)))

    def _free(self, ship: PlacedShip, wanted: Point, stand: Sequence[Point], apart: float) -> Point:
        """Return the nearest place to the wanted one where a ship may stand and none does: if possible one so far apart
        from others, and from which it meets no body in the first turn."""
        legal: Point | None = None
        rings = ((far, turn) for far in range(40) for turn in range(max(1, 6 * far)))
        for far, turn in rings:
            way = 2 * math.pi * turn / max(1, 6 * far)
            near = self.board.nearest((wanted[0] + far * math.sin(way), wanted[1] + far * math.cos(way)))
            at = self.rounded(near)
            spot = self.first_spot(ship.key, at)
            if any(math.dist(at, other) <= NEAR for other in stand) or self._refusal(ship, spot):
                continue
            clear = far > apart or all(math.dist(at, other) >= apart for other in stand)
            if clear and not self.met_first(spot):
                return at
            legal = legal or at
        if legal is not None:
            return legal
        whom = "a secret ship" if self.muster.state.rosters[ship.seat].hidden else ship.name
        raise Illegal(f"there is no room in the zone for {whom}; make it deeper, or the table larger", self.rule)

    # -- what a place means --------------------------------------------------------------------------------------------

    def coasting(self, spot: ShipStart) -> Iterator[Point]:
        """Yield where a ship is after each turn straight on, for as many turns as ships are followed."""
        at, port = spot.at, False
        for _ in range(COASTING):
            run = self.board.run(at, spot.course, spot.velocity, port)
            at, port = (run.path[-1] if run.path else at), run.port
            yield at

    def met_first(self, spot: ShipStart) -> bool:
        """Return whether a ship that flies straight on meets a body in the first turn. Moving bodies count."""
        run = self.board.run(spot.at, spot.course, spot.velocity)
        moved = (self.board.drift(body)[1] for body in self.bodies if body.velocity)
        return bool(self.board.contacts((spot.at, *run.path), (*self.bodies, *moved)))

    def off_the_table(self, spot: ShipStart) -> int | None:
        """Return the turn in which a ship leaves the table straight on; None if it does not soon, or there is no
        edge."""
        if self.board.floating or not spot.velocity:
            return None
        return next((turn for turn, at in enumerate(self.coasting(spot), 1) if not self.board.holds(at)), None)

    # -- the battle ----------------------------------------------------------------------------------------------------

    def standing(self, spots: Mapping[Id, ShipStart]) -> AnyState:
        """Return the state of the battle with these ships alone."""
        ships = {}
        for key, ship in self._whole.ships.items():
            if (spot := spots.get(key)) is not None:
                ships[key] = ship.posed(Pose(spot.at, spot.course, spot.course, spot.velocity))
        return self._whole.copy(ships)

    def entry(self, ship: PlacedShip, spot: ShipStart) -> Data:
        """Return the entry of a ship in the battle file."""
        own = {name: value for name, value in self.system.files.new_ship(ship.design).items() if name != "velocity"}
        return {
            "side": self.muster.side_keys[ship.seat],
            "design": ship.design.key,
            "name": ship.name,
            "at": to_file_place(self.board, spot.at),
            "course": spot.course,
            "velocity": spot.velocity,
            **own,
            **ship.left,
        }

    def data(self, spots: Mapping[Id, ShipStart] | None = None) -> Data:
        """Return the battle file of the ships that stand, as plain data."""
        muster, spots = self.muster, self.state.spots if spots is None else spots
        state, files = muster.state, self.system.files
        edged = "edge" in model_of(files.battle, "sides").model_fields
        house = self._house()
        sides: Data = {}
        for seat, (key, name) in enumerate(zip(muster.side_keys, muster.side_names)):
            own: Data = {"edge": self.zones.edge(seat)} if edged else {}
            own |= {"zone": state.depth} if "start_zone" in house else {}
            sides[key] = {"name": name, "player": self.played_by(seat), **own}
        ships = {key: self.entry(self.ships[key], spots[key]) for key in self.ships if key in spots}
        title = state.title or " against ".join(muster.side_names)
        limit = "any number of" if state.terms == "free" else f"{state.limit:,}"
        about = f"Fleets bought by points and placed {self.how}: {limit} points a side, {state.table_name}."
        parts = {"table": state.table, "house": house, "sides": sides, "ships": ships, "victory": state.victory}
        named = {name: dict(part) for name, part in parts.items() if part}
        return {"title": title, "about": about, "system": self.system.key, **named}

    def _house(self) -> Data:
        """Return the house rules of the battle: those chosen, and those on its start where the game has them."""
        state, known = self.muster.state, {rule.key for rule in self.system.house}
        limit = state.limit if state.terms == "equal" else None
        agreed = self.system.files.start_rules(limit, state.speed)
        chosen = {key: value for key, value in (state.house or {}).items() if key not in self.system.files.start_keys}
        return {**chosen, **{key: value for key, value in agreed.items() if key in known}}

    def open_battle(self) -> Opened:
        """Return the battle with all ships that stand. Raises Illegal."""
        return self._set_up(self.state.spots)

    def _set_up(self, spots: Mapping[Id, ShipStart]) -> Opened:
        return open_start({**self.data(spots), "seed": self._seed})

    def _empty_table(self) -> AnyState:
        """Return the state of the table with one ship of each side on it, to learn its board and bodies."""
        why = Illegal("both sides need a ship", self.rule)
        for share in (0.5, 0.25, 0.75, 0.1, 0.9):
            spots = {}
            for seat in (0, 1):
                ship = next(iter(self.fleet(seat)), None)
                if ship is None:
                    raise why
                x, y, wide, high = self.zones.rect(seat)
                at = self.board.nearest((x + wide / 2, y + share * high))
                spots[ship.key] = self.first_spot(ship.key, at)
            try:
                return self._set_up(spots).battle.state
            except Illegal as refused:
                why = refused
        raise why
