"""Updates that follow the order in hand while its ghost is dragged: one piece a frame; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from game.battle.slowly import worked_out
from game.battle.view import View
from game.core.display import Pose
from game.core.orders import Id
from game.ui.board.model.memo import Memo
from game.ui.board.model.scene import Scene
from game.ui.input_modes.modes import mode_of
from game.ui.seat.dangers import in_danger
from game.ui.seat.fire_ahead import weighed_in
from game.ui.session.battle_context import BattleContext

SLICE = 0.002  # seconds of a frame in which exchanges of fire are weighed, while there are more of them to weigh
REST = 8  # frames without a change after which the hand rests
BOARD = 6  # frames at most that are left to the board: it draws one change in three, and may have begun with another
ASKED = ("row", "stepper", "pick", "switch")  # shapes of fields whose values all stand on the form


class HeldScene:
    """The scene the board goes on drawing while a ghost is dragged: it gets no other until it has drawn this one."""

    def __init__(self) -> None:
        self._scene: Scene | None = None
        self._moved = Memo[Scene]()

    def keep(self, scene: Scene) -> None:
        """Hold a scene, if none is held."""
        self._scene = self._scene or scene

    def drop(self) -> None:
        """Hold none."""
        self._scene = None

    def at(self, pose: Pose | None, view: View) -> Scene | None:
        """Return the scene that is held, the ghost where it is by now; None if there is none of this view."""
        held = self._scene
        if held is None or held.view is not view:
            return None
        return self._moved.get((held, pose), lambda: replace(held, over=replace(held.over, pulled_to=pose)))


class CatchUp:
    """The queue of what speaks of a place where the ghost was a moment ago.

    The board comes first. Then what the ghost and its enemies could do to each other is weighed in a frame or more, in
    the next what all ends of its aim come to, then its odds are computed and shown, then the ships are listed, and at
    last the form of the order is laid out. Each of these takes some milliseconds: two in one frame would make it late.
    """

    def __init__(self, context: BattleContext) -> None:
        self.context = context
        self._due: list[Callable[[], object]] = []  # in this order; one that returns False wants another frame
        self._waited = 0  # frames that were left to the board since
        self._aim: Id = ""  # what was foreseen last
        self._work: Iterator[None] | None = None  # a forecast under way
        self._pairs: Iterator[tuple[Id, Id]] | None = None  # whose exchanges are still to be weighed

    @property
    def behind(self) -> bool:
        """Is there something that does not speak of the order in hand yet?"""
        return bool(self._due)

    def begin(self) -> None:
        """The order in hand is another: everything is due."""
        self._due = [self._glimpse, self._foretell, self._weigh, self._foresee, self._measure, self._list, self._form]
        self._waited, self._work, self._pairs = 0, None, None

    def frame(self) -> None:
        """A frame has gone by: do the next piece, if the board is not busy with its own."""
        if self._waited < 1 or (self.context.board.late and self._waited < BOARD):
            self._waited += 1
        elif self._due and self._due[0]() is not False:
            self._due.pop(0)

    def finish(self) -> None:
        """Everything speaks of the order in hand, now: panels are laid out before anything is drawn or clicked."""
        if self._due:
            self.forget()
            self.context.model.foresight.foretell()
            self.context.weigh()

    def forget(self) -> None:
        """Nothing is due any more."""
        self._due, self._work = [], None

    def _glimpse(self) -> bool:
        """Find the fate of the piece on the pointer, once the hand has rested for a while."""
        self._waited += 1
        model = self.context.model
        if self._waited < REST or not self._worked_out(model.foresight.glimpsing):
            return False
        fate = model.foresight.known_fates.get(model.lifted)
        if fate and in_danger(fate):
            self.context.screen.lay_part("ships")
        return True

    def _foretell(self) -> bool:
        """Carry all orders out to the end of the turn."""
        model = self.context.model
        if not self._worked_out(model.foresight.foretelling):
            return False
        model.foresight.foretell()
        return True

    def _worked_out(self, begin: Callable[[], Iterator[None]]) -> bool:
        """Do as much of a forecast as a frame has time for; is it done?"""
        self._work = self._work or begin()
        done = worked_out(self._work, self.context.model.view.state)
        self._work = None if done else self._work
        return done

    def _weigh(self) -> bool:
        model = self.context.model
        self._pairs = self._pairs or iter(model.fire.pairs())
        return weighed_in(SLICE, self._pairs, model.fire.exchange)

    def _foresee(self) -> bool:
        """Ask what every end of the aim comes to; of another aim its ends are found in a frame of their own."""
        model = self.context.model
        if not mode_of(model).plots:
            return True
        aim, before = model.fire.aim, self._aim
        self._aim = aim
        foresees = model.order is not None and model.order.foresees and not model.flies
        if aim != before and foresees and aim in model.foresight.foreseen:
            model.fire.ends_of(aim)
            return False
        model.fire.prospects(aim)
        return True

    def _measure(self) -> None:
        self.context.screen.measure()
        self.context.screen.lay_part("rest")

    def _list(self) -> None:
        """List the ships; and ask the rules what the form of the order will offer, which takes as long as to lay it
        out."""
        model, order = self.context.model, self.context.model.order
        for field in order.fields(model.view.state) if order else ():
            if field.shape in ASKED:
                model.choices(field.name)
        model.risks()
        model.fire.exchanges()
        self.context.screen.lay_part("ships")

    def _form(self) -> None:
        self.context.screen.lay_part("sheet")
