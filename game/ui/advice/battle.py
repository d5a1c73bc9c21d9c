"""The adviser in a battle, if the house rule allows it. It weighs the selected ship by the view of its own side."""

from __future__ import annotations

from collections.abc import Callable

from game.core.orders import Order
from game.core.system import ADVISER
from game.players.captain.lookout import moment
from game.seating.memo import Memo
from game.ui.advice import columns
from game.ui.advice.model import LiveAdviser, Subject, nearest_enemy
from game.ui.board.model.scene import Scene
from game.ui.session.battle_context import BattleContext
from game.ui.toolkit.column import Column

NOT_ALLOWED = f"Nobody is advised in this battle. Begin one with the house rule “{ADVISER.title}” to be."
PAST = "This moment is past. Go back to now to ask the adviser."
NOBODY_MOVES = "The adviser is asked where a ship goes, and nobody is asked that now."
NO_SHIP = "Choose one of your ships first."


class BattleAdviser(LiveAdviser):
    """Weighs the ship being plotted. `playing` returns whether moves are being shown on the board."""

    def __init__(self, context: BattleContext, playing: Callable[[], bool]) -> None:
        super().__init__()
        self.context, self._playing = context, playing
        self._subject, self._scene = Memo[Subject | str](), Memo[Scene]()

    @property
    def silence(self) -> str:
        """The reason why there is no adviser in this battle; empty if there is one."""
        return "" if self.context.model.view.advises else NOT_ALLOWED

    def subject(self) -> Subject | str:
        """Return the selected ship if its side is writing moves now, or a sentence why there is no advice."""
        context, model = self.context, self.context.model
        shown = context.past is not None, self._playing() or context.flow.result is not None
        return self._subject.get((model.view, model.chosen, model.target, *shown), self._find_subject)

    def _find_subject(self) -> Subject | str:
        context, model = self.context, self.context.model
        view, piece = model.view, model.chosen
        mine = view.state.ships.get(piece)
        for so, words in (
            (not view.advises, NOT_ALLOWED),
            (context.past is not None, PAST),
            (self._playing() or context.flow.result is not None or not view.phase.asks_for("plot"), NOBODY_MOVES),
            (mine is None or mine.side != view.side or not mine.in_play, NO_SHIP),
        ):
            if so:
                return words
        ships = view.state.ships.values()
        stand = tuple([(one.id, one.at, one.facing, one.velocity) for one in ships])  # an undone order changes it
        foes = {one.id for one in view.state.enemies(view.side or "")}
        target = model.target if model.target in foes else nearest_enemy(view, piece)
        return Subject(view, piece, target, (view.side, moment(view), stand))

    def redraw(self) -> None:
        """Redraw the foot."""
        self.context.change()

    @property
    def order(self) -> Order | None:
        """The order being written."""
        return self.context.model.order

    @property
    def plan_title(self) -> tuple[str, str, str]:
        """The mark and heading of the order being written."""
        return "•", "Your order", ""

    def fill(self, column: Column) -> None:
        """Add the table of answers to the foot."""
        columns.add_answers(column, self)

    def follow(self, shown: bool) -> None:
        """Open the adviser when its tab is shown, and close it when it is not."""
        if shown != self.open:
            self.turn_on()

    def forget(self) -> None:
        """Discard all advice before another side takes the seat."""
        self.drop()
        self.open, self.advice, self.view, self._asked = False, None, None, None
        self._memory = None, type(self._memory[1])()

    def over(self, scene: Scene) -> Scene:
        """Return the scene with the advice drawn in place of the destinations."""
        picture = self.picture
        if picture is None:
            return scene
        ends = {"destinations": ()} if picture.worth else {}
        return self._scene.get((scene, picture), lambda: scene.but(advice=picture, **ends))
