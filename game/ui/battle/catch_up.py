"""Updates that follow the order in hand while its ghost is dragged: one part a frame; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from game.battle.slowly import run_steps
from game.battle.view import View
from game.core.display import Pose
from game.core.orders import Id
from game.seating.dangers import in_danger
from game.seating.memo import Memo
from game.ui.board.model.scene import Scene
from game.ui.input_modes.modes import mode_of
from game.ui.seat.fire_ahead import weighed_in
from game.ui.session.battle_context import BattleContext

SLICE = 0.002  # seconds of a frame for weighing exchanges of fire, while some are left
REST = 8  # frames without a change after which the pointer counts as resting
BOARD = 6  # most frames left to the board: it draws one change in three, and may have begun with another
ASKED = ("row", "stepper", "pick", "switch")  # shapes of fields whose values are all on the form


class HeldScene:
    """The scene that the board goes on drawing while a ghost is dragged. The board gets no other scene until it has
    drawn this one."""

    def __init__(self) -> None:
        self._scene: Scene | None = None
        self._moved = Memo[Scene]()

    def keep(self, scene: Scene) -> None:
        """Hold a scene, unless one is held."""
        self._scene = self._scene or scene

    def drop(self) -> None:
        self._scene = None

    def at(self, pose: Pose | None, view: View) -> Scene | None:
        """Return the held scene, with the ghost's present place; None if there is none for this view."""
        held = self._scene
        if held is None or held.view is not view:
            return None
        return self._moved.get((held, pose), lambda: replace(held, over=replace(held.over, pulled_to=pose)))


class CatchUp:
    """The queue of updates that depend on the ghost's place.

    The board comes first. Then, each in a frame of its own, come the exchanges of fire between the ghost and its
    enemies (in several frames if necessary), the results of all destinations of its target, its odds, the list of
    ships, the form of the order, and the drawing of that form. Each takes some milliseconds, and two of them would make
    a frame late.
    """

    def __init__(self, context: BattleContext) -> None:
        self.context = context
        self._due: list[Callable[[], object]] = []  # in order; an update that returns False needs another frame
        self._waited = 0  # frames left to the board since the last update
        self._aim: Id = ""  # the last target whose destinations were rated
        self._work: Iterator[None] | None = None  # a forecast in progress
        self._pairs: Iterator[tuple[Id, Id]] | None = None  # pairs whose exchanges are still to be weighed

    @property
    def behind(self) -> bool:
        """Return whether anything does not show the order in hand yet."""
        return bool(self._due)

    def begin(self) -> None:
        """Queue all updates, because the order in hand has changed."""
        measured = (self._measure, self._rest, self._list, self._form, self._show)
        self._due = [self._glimpse, self._foretell, self._weigh, self._foresee, *measured]
        self._waited, self._work, self._pairs = 0, None, None

    def frame(self) -> None:
        """Do the next update, unless the board is busy with its own."""
        if self._waited < 1 or (self.context.board.late and self._waited < BOARD):
            self._waited += 1
        elif self._due and self._due[0]() is not False:
            self._due.pop(0)
            self._waited = 1  # the board draws what this update changed before the next update runs

    def finish(self) -> None:
        """Do all updates now, so that panels are up to date before anything is drawn or clicked."""
        if self._due:
            self.forget()
            self.context.model.foresight.foretell()
            self.context.weigh()

    def forget(self) -> None:
        """Clear the queue."""
        self._due, self._work = [], None

    def _glimpse(self) -> bool:
        """Find the fate of the dragged piece, once the pointer rests."""
        self._waited += 1
        model = self.context.model
        if self._waited < REST or not self._worked_out(model.foresight.glimpsing):
            return False
        fate = model.foresight.known_fates.get(model.lifted)
        if fate and in_danger(fate):
            self.context.screen.lay_part("ships")
        return True

    def _foretell(self) -> bool:
        """Forecast all orders in hand to the end of the turn."""
        model = self.context.model
        if not self._worked_out(model.foresight.foretelling):
            return False
        model.foresight.foretell()
        return True

    def _worked_out(self, begin: Callable[[], Iterator[None]]) -> bool:
        """Do as much of a forecast as a frame has time for; return whether it is done."""
        self._work = self._work or begin()
        done = run_steps(self._work, self.context.model.view.state)
        self._work = None if done else self._work
        return done

    def _weigh(self) -> bool:
        model = self.context.model
        self._pairs = self._pairs or iter(model.fire.pairs())
        return weighed_in(SLICE, self._pairs, model.fire.exchange)

    def _foresee(self) -> bool:
        """Rate every destination of the target. The destinations of a new target take a frame of their own."""
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

    def _rest(self) -> None:
        self.context.screen.lay_part("rest")

    def _list(self) -> None:
        """List the ships, and ask the rules for the form's values. The form is laid out in a later frame, because that
        takes as long."""
        model, order = self.context.model, self.context.model.order
        for field in order.fields(model.view.state) if order else ():
            if field.shape in ASKED:
                model.choices(field.name)
        model.risks()
        model.fire.exchanges()
        self.context.screen.lay_part("ships")

    def _form(self) -> None:
        """Lay out the form; it is drawn in the next frame."""
        self.context.screen.lay_part("sheet")

    def _show(self) -> None:
        """Leave a frame to the drawing of the form."""
