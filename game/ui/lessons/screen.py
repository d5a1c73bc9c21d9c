"""A lesson at the battle screen: the same table and keys, with a strip that gives instructions and marks their places;
no part of the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pygame import Rect, Surface
from pygame.event import Event

from game.core.orders import Illegal
from game.formats.battle_schema import Given
from game.lessons.lesson import Lesson, alike
from game.lessons.rehearsal import TaughtStep
from game.seating.memo import Memo
from game.ui.battle.panels.panels import BattlePanels
from game.ui.battle.screen import BattleScreen
from game.ui.host.screen import Answer
from game.ui.keys.bindings import Binding
from game.ui.keys.lesson_bindings import LESSON_BINDINGS
from game.ui.lessons.marks import Marks, draw_marks, marks_of, named_widgets
from game.ui.lessons.strip import strip, strip_height
from game.ui.render.theme import theme
from game.ui.session.board_context import BattleLayout
from game.ui.toolkit.widgets import Widget


class LessonPanels(BattlePanels):
    """The panels of a battle with the strip of the lesson between board and foot."""

    make_strip: Callable[[Rect], list[Widget]] = staticmethod(lambda rect: [])

    def _rest(self, layout: BattleLayout) -> None:
        super()._rest(layout)
        self.over += self.make_strip(strip_rect(layout))


def strip_rect(layout: BattleLayout) -> Rect:
    """Return the rect of the strip, which a lesson's layout leaves between the board and the foot."""
    left = layout.beside.x if layout.beside.w else layout.board.x
    return Rect(left, layout.board.bottom, layout.board.right - left, layout.bottom_panel.y - layout.board.bottom)


class LessonScreen(BattleScreen):
    """A lesson, with the arguments of a battle screen. `reached` is called at each step, `then` returns the battle that
    follows, and `then_title` is its title."""

    key_table: tuple[Binding, ...] = LESSON_BINDINGS

    def __init__(
        self,
        lesson: Lesson,
        *,
        reached: Callable[[Lesson], object] = lambda lesson: None,
        then: Callable[[], Answer] = lambda: None,
        then_title: str = "",
        **named: Any,
    ) -> None:
        self.lesson, self._reached, self._then, self._then_title = lesson, reached, then, then_title
        self._showing: list[Given] = []  # orders that are still to be shown
        self._skipping = False
        self._said: tuple[object, ...] = ()  # key of the last layout of the strip
        self._note = ""
        self._marked = Memo[Marks]()
        super().__init__(lesson.battle, match=lesson.match(), **named)
        self.context.own_key = self.act

    def _panels(self) -> BattlePanels:
        aiming, writing, drag = self.commands.aiming, self.commands.writing, self.board_input.drag
        panels = LessonPanels(self.context, self.bottom_panel, aiming, writing, self.turn_flow, lambda: drag.active)
        panels.make_strip = lambda rect: strip(
            rect, self.lesson, self.context.keys, self.act, self._unread, self._then_title
        )
        return panels

    @property
    def layout(self) -> BattleLayout:
        """The layout of a battle, with room for the strip over the foot."""
        whole = super().layout
        board, beside = whole.board.copy(), whole.beside.copy()
        high = strip_height(whole.low, strip_rect(whole).w)
        board.h -= high
        beside.h -= high if beside.w else 0
        return replace(whole, board=board, beside=beside)

    # -- what the strip's buttons do -----------------------------------------------------------------------------------

    def act(self, action: str) -> None:
        """Carry out the action of a button of the strip."""
        if action == "leave":
            self.context.answer = self.heard("leave")
        elif self.lesson.step is None:
            if action == "on":
                self.closing()
                self.context.answer = self._then()
            else:
                self._back_to_start()
        elif action == "on" and (self.lesson.astray or self.lesson.mistaken):
            self._again()
        elif action == "on" and self.lesson.step.entry.done.read:
            self.lesson.read()
        else:
            self._show(skipping=action == "skip")
        self.context.change()

    def _again(self) -> None:
        """Go back to the beginning of the step."""
        self.animation.skip_all()
        self.flow.back_to(self.lesson.begun)
        self.turn_flow.settle()

    def _back_to_start(self) -> None:
        self.animation.skip_all()
        self.lesson.begin_again()
        self.flow.back_to(0)
        self.turn_flow.settle()

    def _show(self, skipping: bool) -> None:
        """Do the present step for the player: choose, aim, give its orders, read. What is still shown comes first, shot
        by shot, so that the question is seen before it is answered."""
        if self.lesson.astray or self.lesson.mistaken:
            self._again()
        step = self.lesson.step
        if step is None:
            return
        deed = step.entry.done
        if self._show_on(skipping):
            return
        if self.flow.result and not deed.read:
            self.commands.go_on()
            if not skipping or self._show_on(skipping):
                return
        self._skipping, self._showing = skipping, self.lesson.missing
        if deed.ship:
            self.commands.choose(deed.ship)
        if deed.target:
            self.commands.aiming.aim_at(deed.target)
            self.lesson.look(self.model.chosen, deed.target)
        if deed.read:
            self.lesson.read()
        self._show_next()

    def _show_on(self, skipping: bool) -> bool:
        """Show the next of what is being shown, or skip all of it; return whether anything was shown."""
        while skipping and self.animation.active:
            self.animation.skip_all()
            self.turn_flow.all_shown()
        if showing := self.animation.active:
            self.commands.skip()
        return showing

    def _show_next(self) -> None:
        """Give the next order of the demonstration, once nothing else is shown."""
        if not self._showing or self.animation.active or self.turn_flow.watching:
            return
        if self.flow.result:
            self.commands.go_on()
            return
        entry = self._showing.pop(0)
        try:
            order = self.battle.read(entry.by, entry.order)
        except Illegal as why:
            self.context.tell(why.why)
            self._showing.clear()
            return
        if entry.by in self.model.view.state.ships and self.model.askable(entry.by):
            self.commands.choose(entry.by)
        self.board_input.drop()
        if not self.turn_flow.give(order):
            self._showing.clear()
        if self._skipping and self.animation.active:
            self.animation.skip_all()
            self.turn_flow.all_shown()
        if self._skipping and self.flow.result:
            self.commands.go_on()

    # -- Screen --------------------------------------------------------------------------------------------------------

    def handle(self, event: Event) -> Answer:
        answer = super().handle(event)
        self._observe()
        return answer or self._take_answer()

    def tick(self, seconds: float) -> Answer:
        answer = super().tick(seconds)
        if self._showing and not (answer or self.animation.active):
            self._show_next()
        self._observe()
        return answer or self._take_answer()

    @property
    def moving(self) -> bool:
        """Return whether anything is moving, or an order is still to be shown."""
        return bool(self._showing) or super().moving

    def _observe(self) -> None:
        """Tell the lesson what is chosen and what was refused. Lay out the strip again when its words change."""
        model, lesson = self.model, self.lesson
        if not (self.turn_flow.watching or self.flow.result or self.context.past):
            lesson.look(model.chosen, model.target)
        if (why := self._refusal()) != self._note:
            self._note = why
            lesson.refused(why)
        said = lesson.index, lesson.remark, lesson.astray, lesson.mistaken, self._unread
        if said != self._said:
            if self._said and said[0] != self._said[0]:
                self._reached(lesson)
            self._said = said
            self.context.change()

    def _refusal(self) -> str:
        """Return the reason that the screen gives now against an order, on the board or under its line."""
        model = self.model
        wrong = model.hand.wrong or (model.fault() if model.chosen in model.drafts else None)
        return self.context.note or (wrong.why if wrong else "")

    # -- what the step points at ---------------------------------------------------------------------------------------

    @property
    def marks(self) -> Marks:
        """The marks on the table, none while the step cannot be done yet or any more."""
        step, camera = self.lesson.step, self.board.camera
        if step is None or self._busy or self._first(step):
            return Marks()
        view, by = self.context.shown.view, step.entry.done.by
        ends = self.board_input.reach(by) if isinstance(by, str) else ()
        key = step.entry, view.state, camera.key, theme.scale, ends
        return self._marked.get(key, lambda: marks_of(step.entry, view.state, camera, ends))

    def _first(self, step: TaughtStep) -> str:
        """Return the name of the one button that must be pressed before the step can be done; empty if none must."""
        if self.lesson.astray:
            return "lesson on"
        tells = not step.entry.done.read or "main" in step.entry.buttons
        return "main" if self.animation.held or (self.flow.result and tells) else ""

    @property
    def _busy(self) -> bool:
        """Return whether the table shows something else than what the step is about."""
        return bool((self.animation.active and not self.animation.held) or self.context.past or self.turn_flow.due)

    @property
    def _unread(self) -> bool:
        """Return whether a result must be read before the step can be done, which only the main button tells then."""
        step = self.lesson.step
        unread = self.flow.result and not (step is None or step.entry.done.read or self.lesson.astray)
        return bool(unread) and not self.animation.active

    def reserved(self) -> list[Rect]:
        """Return the rects that words on the board avoid, with the marks of the step."""
        return [*super().reserved(), *self.marks.ground]

    def draw(self, dst: Surface) -> None:
        """Draw the battle, and over it the marks of the step."""
        super().draw(dst)
        step = self.lesson.step
        if step is not None and not self._busy:
            # While something else must be chosen first, the button would hold fire or end repairs without it.
            wanted, order, first = step.entry.done.order, self.turn_flow.main.order, self._first(step)
            other = order is not None and bool(wanted) and not any(alike(one, order) for one in wanted)
            other |= step.entry.done.read
            names = [first] if first else [one for one in step.entry.buttons if not (other and one == "main")]
            draw_marks(dst, self.marks, self.layout.board, named_widgets(self.focus.widgets, names))
