"""The battle screen: the board in the middle, everything round it, and a battle played on one machine; no part of the
rules.

It is given a battle and draws only the seated side's view. Between two players with secrets it draws nothing until the
curtain is closed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.battle.battle import Battle, View
from game.battle.slowly import run_steps
from game.core.orders import Id, Order
from game.core.state import AnyState
from game.core.system import RuleSystem
from game.core.values import House
from game.players.match import Match
from game.seating.why import Explanations, WhyMoment
from game.ui.advice.battle import BattleAdviser
from game.ui.battle.actions import Actions
from game.ui.battle.board_input import BattleInput
from game.ui.battle.over_board.turn_strip import HIGH
from game.ui.battle.panels.beside_board import panel_in_hand
from game.ui.battle.panels.bottom_panel import BottomContext, BottomPanel
from game.ui.battle.panels.panels import BattlePanels
from game.ui.battle.turn_flow import TurnFlow
from game.ui.board.advice.drawing import draw_pointed
from game.ui.board.labels.kept_clear import combatant_rects, fire_lines
from game.ui.board.model.camera import CameraView
from game.ui.board.model.scene import Scene
from game.ui.host.preferences import preferences
from game.ui.host.screen import Answer, Screen
from game.ui.input_modes.mode import shot_in_hand
from game.ui.input_modes.modes import mode_of, scene_of
from game.ui.input_modes.scenes import EVERY
from game.ui.keys.bindings import BINDINGS, Binding, Keys
from game.ui.playback.animation import PlayerBar
from game.ui.render.theme import theme
from game.ui.seat.seat_model import SeatModel
from game.ui.session.battle_context import BattleContext, MakeCurtain, MakePage, MakeReplay, reraise
from game.ui.session.board_context import BattleLayout, Seat, arranged
from game.ui.session.board_screen import BoardScreen
from game.ui.session.history_view import of_line
from game.ui.session.phase_bar import PhaseLine
from game.ui.toolkit.focus import POINTER
from game.ui.toolkit.parts import hint


class BattleScreen(BoardScreen):
    """One battle on the screen.

    It makes the context and the parts that share it, and passes events and time on to them. `curtain` makes the screen
    between two players with secrets, `leave` the one after the battle, and `settings` the page of settings. `trouble`
    is a sentence while the battle cannot be saved. `notices` are shown once, at first. `rematch` starts the battle
    again, with the sides exchanged if True; `replay` shows it again, and `film` writes it as a film. `faulty` reports a
    fault that the battle has survived, and says where. `match` replaces the computer players that the battle names.
    """

    key_table: Sequence[Binding] = BINDINGS

    context: BattleContext
    board_input: BattleInput
    turn_flow: TurnFlow

    def __init__(
        self,
        battle: Battle,
        *,
        curtain: MakeCurtain | None = None,
        leave: Callable[[], Answer] | None = None,
        settings: Callable[[], Screen] | None = None,
        trouble: Callable[[], str] = str,
        keys: Mapping[str, str] | None = None,
        notices: tuple[str, ...] = (),
        rematch: Callable[[bool], Answer] | None = None,
        replay: MakeReplay | None = None,
        film: MakePage | None = None,
        leads: str = "to the menu",
        faulty: Callable[[Exception], str] = reraise,
        match: Match | None = None,
    ) -> None:
        self._given_keys = keys is not None
        bound = Keys(preferences.settings.keys if keys is None else keys, self.key_table)
        super().__init__(
            BattleContext(
                battle,
                self,
                bound,
                curtain=curtain,
                leave=leave,
                settings=settings,
                trouble=trouble,
                rematch=rematch,
                replay=replay,
                film=film,
                leads=leads,
                faulty=faulty,
                match=match,
            )
        )
        context = self.context
        self.battle, self.flow = battle, context.flow
        self.seats: dict[Id | None, Seat] = {self.flow.seat: context.own}
        does = BottomContext(
            lambda: self.do("foot"),
            self.look_at_line,
            context.change,
            lambda: self.focus.focus(None, False),
            lambda name, value: self.commands.writing.answer(name, value),
            context.keys.cap("foot"),
        )
        self.why = Explanations(
            context.flow.match, self._moment, context.change, lambda: self.turn_flow.playing, context.faulty
        )
        self.adviser = BattleAdviser(context, lambda: self.turn_flow.playing)
        self.bottom_panel = BottomPanel(does, lambda: context.own, self.why, self.adviser)
        self.turn_flow = turn_flow = TurnFlow(context, self.bottom_panel)
        self.animation = animation = turn_flow.animation
        self.board_input = board_input = BattleInput(context, animation)
        self.commands: Actions = Actions(context, board_input, turn_flow)
        self.quick = QuickOrders(context, board_input, self.commands, turn_flow)
        self.do: Callable[[str], None] = self.commands.do
        self.choose, self.click = self.commands.choose, self.commands.click
        self.give, self.measure, self.look_at = turn_flow.give, turn_flow.measure, turn_flow.look_at
        self.drop, self.keep = board_input.drop, board_input.keep
        self.field = self.commands.writing.field
        self.panels = self._panels()
        self.close_view = CloseView(context, lambda: animation.active or bool(self.flow.result))
        self.player_bar = PlayerBar(lambda: None if context.past else animation.moving)
        # search for the safe destinations of a dangerous order
        self._search: tuple[tuple[View, Order] | None, Iterator[None]] = None, iter(())
        self._last_drawn = 0, 0.0  # lines of the log in the last frame, and the share of damage shown
        self.keep_in_view = board_input.keep_in_view
        turn_flow.settle()
        context.note = " ".join((*notices, *self.keys.troubles)) or context.note

    def _moment(self) -> WhyMoment:
        flow, past, shown = self.flow, self.context.past, self.context.shown
        return WhyMoment(shown.view, flow.moments[past.moment] if past else len(flow.battle.records), shown.chosen)

    def _panels(self) -> BattlePanels:
        """Return new panels for a side, with nothing scrolled or unfolded."""
        aiming, writing, drag = self.commands.aiming, self.commands.writing, self.board_input.drag
        return BattlePanels(self.context, self.bottom_panel, aiming, writing, self.turn_flow, lambda: drag.active)

    # -- the side at the machine ---------------------------------------------------------------------------------------

    def sit(self, side: Id) -> int | None:
        """Seat a side, with its own state and none of another's. Return the number of log lines it had read."""
        context, was = self.context, self.flow.seat
        if context.past and side != was:
            self.look_at(None)
        since = self.flow.sit(side)
        if side == was:
            return since
        self.board_input.rise()
        self.close_view.leave()
        self.adviser.forget()
        context.own = self.seats.setdefault(side, Seat())
        self.seats[was].rise(self.board.change_eye(context.own.eye))
        context.model = SeatModel(self.flow.view())
        self.panels = self._panels()
        self.focus.replace(())
        self.focus.visible = False
        self.bottom_panel.rise(self.battle.phase.secret)
        return since

    # -- shown state ---------------------------------------------------------------------------------------------------

    @property
    def model(self) -> SeatModel:
        """The model of the seated side."""
        return self.context.model

    @property
    def scene(self) -> Scene:
        """The scene on the board."""
        if held := self.board_input.held:
            return held
        context, past, playing = self.context, self.context.past, self.animation.active
        # no other destination is possible now, so threats are not drawn
        tools = context.tools - {"threat", EVERY} if playing else context.tools
        pointed = past.event if past else self.bottom_panel.pointed
        scene = scene_of(context.shown, tools, self.board_input.hovered, pointed)
        if self.flow.result and not past and not playing:
            scene = scene.but(volleys=context.volleys, aims=(), refusals=())
        return self.board_input.scene(scene)

    @property
    def _state(self) -> AnyState:
        return self.context.shown.view.state

    @property
    def layout(self) -> BattleLayout:
        """The layout of the window."""
        tall = self._tracing or self.bottom_panel.deep
        return arranged(self.context.size, self.context.foot_open, self._quiet, tall, self._beside)

    @property
    def _beside(self) -> bool:
        """Return whether an order in hand is chosen beside the board and can be given now."""
        now = not (self.context.past or self.animation.active or self.flow.result)
        return now and panel_in_hand(self.model) is not None

    def covers(self) -> list[Rect]:
        """Return the rects over the board, with the card of odds that follows the pointer."""
        return [*super().covers(), *self.panels.odds.ground]

    @property
    def _tracing(self) -> bool:
        """Return whether a shot is shown step by step in the bottom panel, which needs more height."""
        return self.bottom_panel.tab == 2 and not self.animation.active and shot_in_hand(self.context.shown) is not None

    @property
    def _quiet(self) -> bool:
        """Return whether the log is empty and neither the dice nor the odds tab is open."""
        log, panel = self.turn_flow.visible_log, self.bottom_panel
        return panel.tab == 0 and not panel.rolling and not (self.context.shown.view.log if log is None else log)

    # -- Screen --------------------------------------------------------------------------------------------------------

    def draw(self, dst: Surface) -> None:
        """Draw the whole window, or only the panel's colour while a curtain is due."""
        words = self.draw_plain(dst)
        if words is not None:
            self._over(dst, words)

    def draw_plain(self, dst: Surface) -> str | None:
        """Draw the window without ring, hint and notice, as it is seen under a plate. Return the notice, None while a
        curtain is due."""
        self.context.size = dst.get_size()
        preferences.hold(self.context.size)
        if self.turn_flow.due:
            dst.fill(theme.palette.panel)
            return None
        self.board_input.begin_frame()
        self.lay_now()
        self.board_input.look_after()
        self.board.layers.paced = self.board_input.pulling
        self.panels.odds.follow()
        scene = self.scene
        self.board.draw(dst, shown := self.adviser.over(scene), self._clock)
        self.close_view.follow()  # not in the first frame of a side, which shows everything
        self.board_input.end_frame(scene)
        self.player_bar.draw(dst, self.layout.board)
        words = self._notice()
        self.panels.draw(dst, scene)
        pointed = None if self.board_input.drag.active else self.board_input.pointer
        draw_pointed(dst, self.board.camera, shown.asked.advice, pointed)
        return words

    def lay_now(self) -> None:
        """Lay out again whatever has changed, in the colours of the seated side."""
        seat = self.context.shown.view.state.sides.get(self.model.side)
        theme.seated = seat.seat if seat else 0  # other screens may have been drawn since
        super().lay_now()

    def _lay(self) -> None:
        """Lay out the window. Buttons on the board cover its upper edge, and below them the turn order."""
        state = self.model.view.state
        strip = HIGH + 12 if any(key in state.ships for key in state.initiative) else 0
        self.board.camera.above = theme.px(strip + (0 if self.layout.tools.h else 56))
        self.board_input.resize(self.layout.board)
        super()._lay()

    def give_alike(self, order: Order) -> bool:
        """Give an order, and the same to all pieces picked with its own."""
        return self.board_input.group.give_same(order)

    def lay_part(self, part: str) -> None:
        """Lay out one part of the panels again; all of them if anything else has changed."""
        layout = self.layout
        if self.context.stale or self.panels.layout != layout or self._arrangement() != self._laid:
            self.context.change()
            return
        self.panels.lay_part(layout, part)
        self.focus.replace(self.panels.widgets)
        self._laid = self._arrangement()

    def _notice(self) -> str:
        """Return the sentence to show on the board. If it would cover something in use, or is an announcement, it is
        shown in the line of the phases instead."""
        words, line = self.context.trouble() or self.context.note, self._phases
        if line is None:
            return words
        aside = self.context.announced and words == self.context.note
        told = bool(words) and line.holds(words) and (aside or self._ground_for(words)[1])
        line.notice = words if told else ""
        if told:
            self.toast = line.rect
        return "" if told else words

    def _over(self, dst: Surface, notice: str) -> None:
        """Draw the focus ring, the hint for the pointer, a notice."""
        kept = [*([self._phases.ground] if self._phases else []), *(one.rect for one in self.panels.plate)]
        if not self._ring_and_hint(dst, self.board_input.drag.active, kept) and (words := self.board_input.hint()):
            near = pygame.Rect(self.board_input.pointer, (1, 1)).inflate(theme.px(24), theme.px(24))
            camera, scene = self.board.camera, self.scene
            kept = [*combatant_rects(camera, scene), *self.board.written]
            hint(dst, near, words, within=self.layout.board, kept=kept, lines_=fire_lines(camera, scene))
        if notice:
            self._toast(dst, notice)

    @property
    def _phases(self) -> PhaseLine | None:
        """The line below the cells of the phases."""
        return next((widget for widget in self.panels.top if isinstance(widget, PhaseLine)), None)

    def handle(self, event: Event) -> Answer:
        """Handle an event, except while a curtain is due. The panels decide what a press means."""
        if self.turn_flow.due:
            return self.turn_flow.curtain()
        if event.type != pygame.MOUSEMOTION:
            self.board_input.finish()
        if event.type == pygame.WINDOWLEAVE:
            self.board_input.leave()
        self.lay_now()
        held = event.type in POINTER and self.board_input.busy(event)
        if held and self.board_input.handle(event):  # a dragged piece gets the event first
            return self._take_answer()
        return super().handle(event)

    def _take_answer(self) -> Answer:
        """Return the screen to push over this one, once: a curtain before anything else."""
        return self.turn_flow.curtain() if self.turn_flow.due else super()._take_answer()

    def _for_player_bar(self, event: Event) -> bool:
        """Return whether an event is for the bar under the film."""
        used = self.player_bar.handle(event)
        if used:
            self.context.change()
        return used

    def _key(self, event: Event) -> None:
        if self._for_player_bar(event) or self._for_widgets(event):
            return
        if action := self.keys.action(event):
            self.do("more time" if action == "zoom in" and self.turn_flow.pondering else action)

    def _pointer(self, event: Event) -> None:
        if event.type == pygame.MOUSEBUTTONDOWN and self.context.sure and not self._asked_at(event.pos):
            self.context.sure = False
            self.context.change()
            self.lay_now()
        if self._for_player_bar(event):
            return
        if self.panels.map.rect.w and self.panels.map.handle(event, self.board.camera):
            return
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 3 and not self.board_input.drag.active:
            self.quick.at(event.pos)
            return
        self._point(event)

    def _asked_at(self, at: tuple[int, int]) -> bool:
        """Return whether a point is on the main button, on the plate under it, or on the button by which the others do
        nothing."""
        passes = [one for one in self.focus.widgets if one.name == "pass"]
        asked = (*self.panels.top, *self.panels.plate, *passes)
        return any(one.rect.collidepoint(at) for one in asked if one.name != "phases")

    def tick(self, seconds: float) -> Answer:
        """Advance all animation, then see who decides next."""
        self._clock += seconds * 1000
        if self.turn_flow.due or self.context.answer:
            return self._take_answer()
        # a frame in which the last update was done has no time left for more
        followed = self.board_input.catch_up.behind
        self.board_input.catch_up.frame()
        self.board_input.creep(seconds)
        if self.animation.active:
            if (drawn := (len(self.turn_flow.visible_log or ()), self.animation.struck)) != self._last_drawn:
                self._last_drawn = drawn
                self.context.change()
            self.animation.tick(seconds)
        elif not self.turn_flow.popping.done:
            self.turn_flow.popping.tick(seconds)
            self.context.change()
        elif self._finds_out_why:
            self.why.work(seconds)
        elif self._weighs:
            self.adviser.work()
        elif self._computer_thinks:
            self.turn_flow.computer(seconds)
        elif not (self.moving or followed):
            self.panels.odds.rest()
            self._think()
        return self._take_answer()

    @property
    def thinking(self) -> bool:
        """Return whether there is background work while nothing moves."""
        return self.board_input.ends.behind or self._way_out_of() is not None

    def _think(self) -> None:
        """Search for the safe destination of an order that the main button asks about, or for the danger of one more
        destination."""
        if (order := self._way_out_of()) is not None:
            key = self.model.view, order
            if self._search[0] != key:
                self._search = key, self.model.foresight.seek_way_out(order)
            if run_steps(self._search[1], self.model.view.state):
                self.context.change()
        else:
            self.board_input.think()

    def _way_out_of(self) -> Order | None:
        """Return the first order on the plate of dangers whose safe destination has not been searched."""
        if not self.panels.asks:
            return None
        orders = (self.model.order_of(key) for key in self.turn_flow.main.lost)
        known = self.model.foresight.ways_out
        return next((order for order in orders if order is not None and order not in known), None)

    @property
    def moving(self) -> bool:
        """Return whether anything is moving, tumbling, gliding, or being computed."""
        shown = self.animation.active and not self.animation.held
        busy = shown or not self.turn_flow.popping.done or self.board.busy or self.board_input.catch_up.behind
        busy = busy or self.board_input.creeping
        busy = busy or self._finds_out_why or self._weighs or self._computer_thinks
        return bool(self.turn_flow.due or self.context.answer or busy)

    @property
    def _weighs(self) -> bool:
        self.adviser.follow(self.bottom_panel.advises and not self.layout.line)
        return self.adviser.busy and not self.board_input.drag.active

    @property
    def _finds_out_why(self) -> bool:
        return self.panels.tells_why(self.layout) and self.why.behind

    @property
    def _computer_thinks(self) -> bool:
        return self.flow.result is None and self.context.past is None and self.flow.due().kind == "computer"

    @property
    def system(self) -> RuleSystem:
        return self.context.battle.system

    @property
    def house_in_force(self) -> House:
        """The house rules of the battle."""
        return self.context.battle.state.house

    def rule_under(self, at: tuple[int, int]) -> str:
        """Return the rule of the piece or terrain pointed at, or else of the present phase."""
        if rule := self.focus.rule or self.board_input.rule_here:
            return rule
        doom = self.scene.dooms.get(self.model.chosen)
        return doom.rule if doom and doom.rule else self.context.shown.view.phase.rule

    def uncovered(self) -> None:
        """Read the keys again, because the player may have changed them."""
        if not self._given_keys:
            self.keys.renew(preferences.settings.keys)
            self.context.change()

    def heard(self, word: object) -> Answer:
        """Handle the word of a screen that lay over this one and has closed."""
        self.context.change()
        if word == "leave":
            self.closing()
            return self.context.leave() if self.context.leave else None
        if word in ("rematch", "rematch swapped"):
            return self.context.rematch(word == "rematch swapped") if self.context.rematch else None
        if word == "hand over":
            self.turn_flow.send_back()
        elif isinstance(word, str):
            self.do(word)
        return self._take_answer()

    def closing(self) -> None:
        """Seal secret plots in hand, so that they are saved, and stop a computer player's thinking. Called before the
        battle is left or the window is closed."""
        self.turn_flow.thinking.drop()
        self.commands.seal_all()

    def look_at_line(self, line: int) -> None:
        self.look_at(of_line(self.flow, self.flow.view(), line))


ROOM = 5.0  # units of the board round the pieces


class CloseView:
    """Zooms in on the order in hand. `busy` returns whether something is shown meanwhile."""

    def __init__(self, context: BattleContext, busy: Callable[[], bool]) -> None:
        self.context, self.busy = context, busy
        self._order: Order | None = None  # the last order followed
        self._about: frozenset[Id] = frozenset()
        self._before: CameraView | None = None  # the view before

    def follow(self) -> None:
        """Zoom to the pieces of the order in hand, or back. The view stays during the film and in the past, because
        dice fall where the order was given."""
        context, model = self.context, self.context.model
        order = model.order
        if order is self._order or context.past or self.busy():
            return
        about = frozenset(order.zoom_pieces(model.view.state)) if order else frozenset()
        self._order, known, self._about = order, self._about, about
        if about == known:
            return
        if about:
            self._before = self._before or context.board.camera.view
            context.board.camera.fit([model.view.state.known_piece(key).at for key in sorted(about)], True, ROOM)
        else:
            self._return()

    def leave(self) -> None:
        """Restore the view."""
        self._order, self._about = None, frozenset()
        self._return()

    def _return(self) -> None:
        if self._before:
            self.context.board.camera.return_to(self._before)
            self._before = None


class QuickOrders:
    """Shortcuts of one press for two: make a move, or aim everything that bears at a ship."""

    def __init__(
        self, context: BattleContext, board_input: BattleInput, commands: Actions, turn_flow: TurnFlow
    ) -> None:
        self.context, self.board_input, self.commands, self.turn_flow = context, board_input, commands, turn_flow

    def at(self, pixel: tuple[int, int]) -> None:
        """Handle the right button at a pixel, with nothing dragged."""
        context, hand = self.context, self.board_input
        if context.past or hand.animation.active or not hand.board.rect.collidepoint(pixel) or context.covered(pixel):
            return
        if context.flow.result:
            self.commands.go_on()
        if self.turn_flow.due or self.turn_flow.watching:
            return
        model, key = context.model, hand.hovered
        if mode_of(model).fires and key and model.askable(model.chosen) and model.aimable(key):
            self._aim(key)
        elif hand.may_plot(model.chosen) and hand.take_end(pixel):
            self._carry_out()
        context.change()

    def _aim(self, key: str) -> None:
        """Aim everything that bears at a ship, unless guns are picked already."""
        model, aiming = self.context.model, self.commands.aiming
        aiming.aim_at(key)
        if not mode_of(model).picked(model):
            aiming.all()

    def _carry_out(self) -> None:
        """Seal a secret order and take the next ship in hand, or make an open move unless it must be confirmed."""
        context = self.context
        if context.model.view.phase.secret:
            if context.model.next_waiting():
                self.commands.next()
            return
        main = self.turn_flow.main
        if main.order is not None and not main.sure and not main.why_not:
            self.board_input.group.carry_out(main.order)
