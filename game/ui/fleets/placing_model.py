"""The state shared by the parts of the page on which fleets are placed: the placing, the ship in hand, and the message
shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from game.board.geometry import Point
from game.core.orders import Id, Illegal
from game.fleets.coasting import Coasting, CoastingOutlook
from game.fleets.placing import PlacedShip, Placing, ShipStart
from game.sandbox.start_editor import format_place, to_file_place
from game.ui.board.layers.ships import ShipLook, looks
from game.ui.board.model.scene import Scene
from game.ui.fleets.placing_scene import view_of

FIGURE = re.compile(r"-?\d+(?:\.\d+)?")
COARSE, FINE, CELLS = 1.0, 0.1, 3  # steps of the arrows: MU, finer MU, and cells with Shift


class PlacingModel:
    """The placing as seen by the page. `held` is the place to which the ship in hand is carried. With a sentence in
    `why` it may not be put there, and stays in hand. `carried`: the pointer carries it now."""

    def __init__(self, placing: Placing, changed: Callable[[], object]) -> None:
        self.placing, self.changed = placing, changed
        self.coasting = Coasting(placing)
        self.held: ShipStart | None = None
        self.why, self.carried = "", False
        # the message until the next command; whether it is good news; whether it stands beside the ship in hand
        self.told, self.well, self.at_ship = "", False, False
        self._looks: dict[Id, ShipLook] = dict(looks(Scene.of(view_of(placing, placing.lined_up))))

    @property
    def seat(self) -> int:
        """The seat that looks at the page; the first once all ships stand."""
        return self.placing.due or 0

    @property
    def ship(self) -> PlacedShip | None:
        """The ship in hand."""
        return self.placing.ships.get(self.placing.hand)

    @property
    def spot(self) -> ShipStart | None:
        """The place of the ship in hand; None in the tray."""
        return self.held or self.placing.state.spots.get(self.placing.hand)

    @property
    def outlook(self) -> CoastingOutlook | None:
        """Return the consequences of the ship's place; None in the tray."""
        spot = self.spot
        return None if spot is None else self.coasting.outlook(self.placing.hand, spot, self.carried)

    def look(self, key: Id) -> ShipLook:
        return self._looks[key]

    def side(self, seat: int) -> str:
        return self.placing.muster.side_names[seat]

    def place_words(self, at: Point) -> str:
        """Return a place as players read and type it."""
        return format_place(self.placing.board, to_file_place(self.placing.board, at))

    # -- commands ------------------------------------------------------------------------------------------------------

    def do(self, deed: Callable[[], object]) -> bool:
        """Carry out a command, or show why it is refused. Return whether it was carried out."""
        self.held, self.why, self.told, self.well = None, "", "", False
        try:
            deed()
        except Illegal as why:
            self.tell(why.why)
        self.changed()
        return not self.told

    def tell(self, words: str, well: bool = False, at_ship: bool = False) -> None:
        """Show a message until the next command, at the foot of the board or beside the ship in hand."""
        self.told = words[:1].upper() + words[1:] + ("" if words.endswith((".", "!", "?")) else ".")
        self.well, self.at_ship = well, at_ship
        self.changed()

    def take(self, key: Id) -> None:
        """Take another ship in hand."""
        if key != self.placing.hand:
            self.do(lambda: self.placing.take(key))

    def hold(self, spot: ShipStart) -> None:
        """Carry the ship in hand somewhere."""
        self.held, self.told = spot, ""
        self.why = self.placing.why_not(self.placing.hand, spot)
        self.changed()

    def hold_at(self, at: Point) -> None:
        """Carry the ship in hand to a place, with its course and velocity."""
        at = self.placing.rounded(at)
        self.hold(replace(self.spot or self.placing.first_spot(self.placing.hand, at), at=at))

    def drop(self) -> None:
        """Put the ship down where it is held. If refused, it stays in hand."""
        self.carried = False
        if (spot := self.held) is not None and not self.why:
            key = self.placing.hand
            same = self.placing.state.spots.get(key) == spot
            self.do(lambda: None if same else self.placing.place_ship(key, spot))
        self.changed()

    def let_go(self) -> None:
        """Put the ship back where it was before it was carried."""
        self.held, self.why, self.carried = None, "", False
        self.changed()

    def change(self, spot: ShipStart) -> None:
        """Put the ship somewhere by a key or a field. If refused, it stays where it stands and the reason is shown; a
        ship that does not stand yet is held there."""
        key = self.placing.hand
        why = self.placing.why_not(key, spot)
        if why and key in self.placing.state.spots and self.held is None:
            self.tell(why, at_ship=True)
        elif why:
            self.hold(spot)
        else:
            self.do(lambda: self.placing.place_ship(key, spot))

    def _spot(self) -> ShipStart | None:
        if self.ship is not None and self.spot is None:
            self.tell(f"{self.ship.name} is still in the tray")
        return self.spot

    def step(self, right: int, up: int, other: bool) -> None:
        """Move the ship by a step, or from the tray into the middle of the zone."""
        placing, board = self.placing, self.placing.board
        if self.ship is None:
            return
        if (spot := self.spot) is None:
            self.do(lambda: placing.place_ship(placing.hand, placing.offer(placing.hand)))
            return
        by = (CELLS if other else 1) if board.cells else FINE if other else COARSE
        if board.cells:
            at = board.beside(spot.at, right * int(by), up * int(by))
        else:
            at = placing.rounded((spot.at[0] + right * by, spot.at[1] + up * by))
        self.change(replace(spot, at=at))

    def turn(self, steps: int) -> None:
        if spot := self._spot():
            self.change(replace(spot, course=self.placing.board.turned(spot.course, steps)))

    def set_velocity(self, velocity: float) -> None:
        if spot := self._spot():
            self.change(replace(spot, velocity=max(0, int(velocity))))

    def speed_up(self, by: int) -> None:
        if spot := self._spot():
            self.set_velocity(spot.velocity + by)

    def type_place(self, words: str) -> bool:
        """Put the ship at a place that was typed. Return whether it stands there."""
        board = self.placing.board
        if board.cells:
            at, form = board.place_named(words), "a hex, such as 0512"
        else:
            figures = [float(one) for one in FIGURE.findall(words.replace("−", "-"))]
            at, form = (figures[0], figures[1]) if len(figures) == 2 else None, "two figures, such as 8, 18"
        if at is None:
            self.tell(f"a place is {form}")
            return False
        at = self.placing.rounded(at)
        spot = replace(self.spot or self.placing.first_spot(self.placing.hand, at), at=at)
        self.change(spot)
        why = self.placing.why_not(self.placing.hand, spot)
        if why and self.told:
            self.tell(f"{self.place_words(at)}: {why[:1].lower()}{why[1:]}", at_ship=True)
        return not why
