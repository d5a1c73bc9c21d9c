"""The flow of a battle on the screen: orders are given, their results shown, and the next player asked; no part of the
rules."""

from __future__ import annotations

from dataclasses import replace

from game.battle.view import View
from game.core.display import Sheet
from game.core.events import Event
from game.core.orders import Id, Illegal, Order
from game.seating.heading import away_words
from game.seating.outcomes import Act, Result, result_of
from game.seating.thinking import ComputerThinking
from game.ui.battle.dice.volley_panel import shots_left
from game.ui.battle.panels.bottom_panel import WHY, BottomPanel
from game.ui.battle.panels.turn_report import main_button, passing, standing_orders
from game.ui.battle.repeat import Repeat
from game.ui.host.preferences import preferences
from game.ui.host.screen import Answer, Push
from game.ui.host.sound import sounds
from game.ui.input_modes.fire import lay_down_target
from game.ui.input_modes.mode import Main, reason_of, shot_in_hand
from game.ui.input_modes.modes import mode_of, odds
from game.ui.input_modes.scenes import danger_areas
from game.ui.playback.animation import Animation, popping
from game.ui.playback.lanes import one_shot
from game.ui.render.dice_tray import PACES
from game.ui.seat.seat_model import SeatModel
from game.ui.session.battle_context import BattleContext
from game.ui.session.history_view import Past

LOOK_FIRST = "First look at what was rolled."  # shown until the roll has been seen
LATER = (  # actions that are part of an order, and change nothing by themselves
    "port", "starboard", "faster", "slower", "swing port", "swing starboard", "pace on", "pace back", "pace port",
    "pace starboard", "target", "last target", "all", "write", "next", "previous",
)  # fmt: skip


def part_of_order(action: str) -> bool:
    """Return whether an action is part of making an order, so that it changes nothing by itself."""
    return action in LATER or action.startswith("gun ")


class TurnFlow:
    """The steps from an order to the next decision. `due` is the side for which a curtain must be closed, and the
    number of log lines it had read."""

    def __init__(self, context: BattleContext, bottom_panel: BottomPanel) -> None:
        self.context, self.bottom_panel = context, bottom_panel
        self.animation = Animation(
            bottom_panel.thrown.tray,
            opened=self._on_act_begin,
            closed=self._on_act_end,
            ended=self.all_shown,
            rolled=self._on_roll,
            waits=self.waits,
            by_step=True,
        )
        self.repeat = Repeat(context, self.animation)
        self.thinking = ComputerThinking(context.flow.match, self._faulty, lambda: float(preferences.settings.thinking))
        self.due: tuple[Id, int | None] | None = None
        self.called: tuple[Id, int | None] | None = None  # the side of the last curtain
        self._moment = (0, 0)  # turn and phase at the last look at the battle
        self._asked_in = 0  # the turn in which a player was last asked
        self.befores: dict[Id, Sheet] = {}  # sheets before the film
        self.after: SeatModel | None = None  # the result
        self._shots: dict[Id, Sheet] = {}  # sheets after the shots of a volley shown so far
        self.looking = False  # the player has chosen a ship to look at during the film
        self.pressed: list[tuple[Id | None, str]] = []  # actions pressed meanwhile, and by which side
        self.popping = popping(0)
        self.together: tuple[Order, ...] = ()  # orders last given together, which are taken back together
        # the log during the film, and the number of lines before it
        self._known, self._lines = 0, tuple[Event, ...]()

    def curtain(self) -> Answer:
        """Return the screen that hides the side, pushed over the battle before anything of it is drawn."""
        context = self.context
        side, since = self.due or ("", None)
        self.called, self.due = self.due, None
        context.change()
        return Push(context.curtain(context.battle, side, since)) if context.curtain else None

    def settle(self) -> None:
        """Find out who decides next, and whether that player may look, after the film."""
        context = self.context
        if not context.past:
            before = context.model.view if context.flow.acts else context.flow.view()
            if context.flow.pass_over() or context.flow.acts:
                self.remember(before)
                self.take_acts()
                return
        due, other, begins = context.flow.due(), False, False
        if due.kind == "ask":
            other, begins = due.side != context.flow.seat, context.flow.begins
            since = context.screen.sit(due.side) if other or due.curtain or begins else None
            if due.curtain and context.curtain:
                self.due = due.side, since
        self.refresh()
        if other and mode_of(context.model).plots and not context.model.view.phase.secret:
            context.announce(
                f"{context.battle.phase.name}: it is the turn of {context.battle.state.sides[due.side].name}"
            )
        if begins and not self.due:
            self._call_away(due.side)
        if due.kind == "ask":
            self.looking = self.bottom_panel.picked = False
            if self.due:
                self.pressed.clear()  # a curtain closes, and the player behind it has pressed nothing yet
            self._tell_why()
            self._catch_up()
        if due.kind == "over" and not context.past:
            context.screen.do("ending")

    def _tell_why(self) -> None:
        """Show the computer's reasons at the end of a turn, if the only person at the table wants them."""
        context, why, now = self.context, self.bottom_panel.why, self.context.battle.state.turn
        before, self._asked_in = self._asked_in, now
        wanted = preferences.settings.why_each_turn and before not in (0, now) and not context.past
        if wanted and why and len(why.people) == 1 and (why.numbers or why.behind) and self.bottom_panel.tab != WHY:
            context.screen.do("why")
            self.bottom_panel.picked = False

    def _call_away(self, side: Id, does: str = "decides in secret now") -> None:
        """Announce that only one side looks on from now on. No curtain is needed, because nothing has been written yet,
        or the side is seated already."""
        flow = self.context.flow
        self.context.announce(away_words(flow.battle.state.sides, flow.humans, side, does))

    # -- texts of the panels -------------------------------------------------------------------------------------------

    @property
    def main(self) -> Main:
        context = self.context
        if (act := self.animation.act) and (key := one_shot(act.events)) and not context.past:
            shown = next(event for event in act.events if event.shot == key)
            left = shots_left(self.animation.after or context.model.view, shown)
            return Main("Next shot", f"{left} to come" if left else "the last of them", command="skip")
        if context.sure and context.passing:
            return passing(context.model)
        busy = self.animation.active or context.past or context.flow.result
        own, seen = context.own, context.own.planned == self._moment
        if not busy and (found := context.instead() or standing_orders(context.model, own.planning, seen)):
            return found
        return main_button(context.model, context.flow, self.animation.active, context.past is not None)

    @property
    def phase_shown(self) -> int:
        """The printed number of the phase in the film, or 0 for that of the view."""
        return self._shown.phase if self._shown else 0

    @property
    def turn_shown(self) -> int:
        """The turn in the film, or else that of the view."""
        return self._shown.turn if self._shown else self.context.shown.view.state.turn

    @property
    def _shown(self) -> Past | Event | None:
        """The moment looked at, or the first event of the film: one with dice, if there is any."""
        shown = self.animation.act or self.context.flow.result
        if isinstance(shown, Result) and not shown.by:
            shown = shown.own_dice
        events = shown.events if shown else ()
        return self.context.past or next((one for one in events if one.dice), next(iter(events), None))

    @property
    def playing(self) -> bool:
        """Return whether a film is being shown."""
        return self.animation.active

    @property
    def struck(self) -> float:
        """The share of the film's damage that has been shown, 0 to 1."""
        return self.animation.struck

    @property
    def popped(self) -> float:
        """The share of the result's crossed boxes that have popped, 0 to 1."""
        return self.popping.share

    @property
    def repeatable(self) -> bool:
        """Return whether there is a movement that could be shown again, and time for it."""
        idle = not (self.watching or self.context.past or self.context.flow.result)
        return idle and self.repeat.moment is not None

    def again(self) -> None:
        if self.repeatable:
            self.repeat.begin()

    # -- while others act ----------------------------------------------------------------------------------------------

    @property
    def watching(self) -> bool:
        """Return whether no person is asked now, because a film is shown or the computer plays."""
        return self.animation.active or (
            self.context.flow.result is None and self.context.flow.due().kind == "computer"
        )

    @property
    def hits(self) -> Result | None:
        """The attack in the film, by others; None while nothing is hit, or the player looks elsewhere."""
        act, side = self.animation.act, self.context.model.view.side
        if act is None or self.after is None or self.looking or self.context.past or self.repeat.active:
            return None
        found = result_of("", act.events, 0)
        targets = tuple(key for key in found.targets if key in self.befores and key in self.after.view.state.ships)
        firer = self.after.view.state.owner(found.by)
        seen = side is None or firer != side or bool(one_shot(act.events))
        return replace(found, targets=targets) if targets and seen else None

    @property
    def befores_of_hits(self) -> dict[Id, Sheet]:
        """The sheets before that attack."""
        return self.befores | self._shots

    @property
    def struck_sheets(self) -> dict[Id, Sheet]:
        """The sheets after the part of the attack that has been shown; empty once it has ended."""
        hits = self.hits
        if hits is None or self.after is None:
            return {}
        return self._shots | {key: self.after.sheet(key) for key in hits.targets if self.struck == 1}

    def keeps(self, action: str) -> bool:
        """Return whether an action is part of an order, pressed while others act. It is carried out when the side that
        pressed it is asked."""
        if self.context.past or not self.watching or not part_of_order(action):
            return False
        self.pressed.append((self.context.flow.seat, action))
        return True

    def _catch_up(self) -> None:
        """Carry out, in order, the actions that the present side pressed while it looked on. Drop those of another
        side."""
        pressed, self.pressed = self.pressed, []
        for seat, action in pressed:
            if seat == self.context.flow.seat and not self.watching:
                self.context.screen.do(action)

    def hand_over(self, side: Id) -> None:
        """Let another side take the seat, behind the curtain if something is secret."""
        context = self.context
        since = context.screen.sit(side)
        if context.curtain and (context.battle.phase.secret or context.flow.unlike):
            self.due = side, since
        self.refresh()

    def send_back(self) -> None:
        """Seat another side instead of the one called, which has not looked at anything."""
        flow, called = self.context.flow, self.called
        others = flow.others()
        if others:
            self.hand_over(others[0])
        if called:
            side, since = called
            flow.seen.pop(side, None)
            if since is not None:
                flow.seen[side] = since

    def refresh(self) -> None:
        """Show the present state of the battle."""
        context, model = self.context, self.context.model
        context.screen.drop()
        view = context.flow.view()
        moment, own = (view.state.turn, view.state.phase), context.own
        own.planning = own.planning and own.planned == moment and (view.side or "") not in view.state.ready
        model.look(view.standing() if own.planning else view)
        model.frozen = False
        model.replace_hand(model.hand.with_plans_of(context.own.hand, model.view))
        context.sure = False
        if not model.chosen and model.prompt and model.prompt.ids:
            model.choose(model.first)
        mode = mode_of(model)
        in_turn = model.chosen in model.view.state.counters or (mode.by_piece and not model.view.phase.secret)
        unasked = mode.moves_on and model.prompt is not None and model.chosen not in model.prompt.ids
        idle = model.chosen in model.waiting and model.idles(model.chosen)
        if idle or ((in_turn or unasked) and model.waiting and model.chosen not in model.waiting):
            model.choose(model.first)
        self.bottom_panel.rolling = False
        mode = mode_of(model)
        if model.prompt and model.chosen in model.prompt.ids:
            lay_down_target(model)
        if mode.fires and not any(event.kind == "fire" for event in self.bottom_panel.thrown.events):
            self.bottom_panel.thrown.empty()  # dice that no volley rolled
        if moment != self._moment and mode.plots:
            self.bottom_panel.tab = 0
        self._moment = moment
        context.change()
        self.measure()

    def turn_to_plans(self) -> None:
        """Show the form of standing orders in place of the moves, or the moves again; plots in hand are sealed."""
        context, own = self.context, self.context.own
        if not own.planning and not (context.model.view.takes_standing and context.model.prompt):
            context.tell("standing orders are not written now", "table/standing")
            return
        context.screen.keep()
        if (held := tuple(context.model.drafts.values())) and not context.screen.give(*held):
            return
        own.planning, own.planned = not own.planning, self._moment
        self.refresh()
        if own.planning:
            context.announce("Ships are shown where they are expected: your own as plotted, others straight on")
            context.board.fit(context.scene)

    def _keep_plans(self) -> None:
        """Keep this side's plans for pieces whose turn comes after others have moved."""
        model = self.context.model
        if model.waiting and mode_of(model).plots and not model.view.phase.secret:
            self.context.own.hand = model.hand

    def look_at(self, past: Past | None) -> None:
        """Show a moment, or the present. The dice of a moment are in the tray, with no odds beside them."""
        context, panel = self.context, self.bottom_panel
        context.screen.drop()
        was, context.past, context.note = context.shown.chosen, past, ""
        context.change()
        if past is None:
            panel.log.at = -1
            self.measure()
            return
        event, view = past.event, past.view
        told = event.who or event.whom if event else ""
        past.model.choose(next((key for key in (was, told) if key in view.state.ships), ""))
        panel.log.at, panel.odds = past.line if past.line >= 0 else len(view.log) - 1, ()
        if event is not None:
            context.board.show_event(event)
        if event is not None and event.dice:
            self._lay_dice(Act(event.kind, (event,)), view)
        else:
            panel.thrown.empty()

    def _lay_dice(self, act: Act, view: View) -> None:
        """Put the dice of an act in the tray."""
        self.bottom_panel.thrown.lay(act.events, view)
        self.animation.throw(act, view)

    def measure(self) -> None:
        """Compute the odds in the bottom panel. While guns are picked, their tab is brought to the front."""
        context = self.context
        if context.flow.result is None:
            before = bool(self.bottom_panel.odds)
            self.bottom_panel.odds, self.bottom_panel.rolled = odds(context.model), {}
            if self.bottom_panel.odds and not before and mode_of(context.model).opens_odds:
                self.bottom_panel.tab = 2
            elif mode_of(context.model).chooses and shot_in_hand(context.model) is not None:
                self.bottom_panel.come(2)  # switch from the dice of one shot to the steps of the next

    def remember(self, view: View | None = None) -> None:
        """Keep the sheets as they are before a roll, and stop showing earlier fire."""
        self.context.volleys = ()
        view = view or self.context.model.view
        self._known = len(view.log)
        self.befores = {key: view.sheet(key) for key in (*view.state.ships, *view.state.counters)}

    def give(self, *orders: Order) -> bool:
        """Give orders, and show their results, several as one film; return whether all were accepted. A refusal is
        shown, and the other orders are given nevertheless."""
        context, given, refused = self.context, list[Order](), ""
        battle, alone = context.battle, len(orders) == 1
        self.remember()
        self._keep_plans()
        self.looking = self.bottom_panel.picked = False
        # only fire has volleys; the scene of a plot, with all its dangers, would be made in vain
        odds, volleys = self.bottom_panel.odds, context.scene.asked.volleys if mode_of(context.shown).fires else ()
        for order in orders:
            try:
                context.flow.record_result(battle.play(order))
            except Illegal as reason:
                refused = reason.why if alone else reason_of(battle.state.names.get(order.by, order.by), reason.why)
            else:
                given.append(order)
                context.model.drop_accepted(order.by)
        if given:
            self.together = tuple(given)
            context.note, context.sure = "", False
            context.flow.result = context.flow.result if alone else None
            if result := context.flow.result:
                later = [
                    one.target for one in context.flow.view().queue if one.firer == order.by and one.state != "done"
                ]
                told = result.rolled_for(odds, later)
                self.bottom_panel.odds, self.bottom_panel.rolled = told, result.losses(told)
                context.volleys = tuple(one for one in volleys if one.target in result.targets)
            if battle.phase.secret and order.by in battle.state.sides:
                sounds.play("lock")
            self.take_acts()
        if refused:
            context.tell(refused)
        return not refused

    def take_back(self) -> tuple[Order, ...]:
        """Take back the last order, and those that were given with it. Raises Illegal."""
        flow, given = self.context.flow, list(self.together)
        taken, self.together = [flow.undo()], ()
        while taken[-1] == (given.pop() if given else None) and given and flow.undo_fault() is None:
            taken.append(flow.undo())
        return tuple(taken)

    def rest(self, side: Id) -> None:
        """Make no other piece of a side act in this phase."""
        self.remember()
        self.context.model.drop_accepted()
        self.context.flow.rest(side)
        self.settle()

    @property
    def pondering(self) -> ComputerThinking | None:
        """The thinking of a computer player that is asked and has taken long enough to be shown."""
        context, thinking = self.context, self.thinking
        idle = self.animation.active or context.flow.result or context.past
        return None if not thinking.shown or idle or context.flow.due().kind != "computer" else thinking

    def computer(self, seconds: float) -> None:
        """Let a computer player think for a frame. Its rolls are shown, then it goes on, unless guns of the seated side
        were involved."""
        context, thinking = self.context, self.thinking
        context.model.frozen = True
        was, before = thinking.shown, thinking.stages
        order = thinking.work(seconds)
        if order is None:
            if thinking.shown and not (was and thinking.stages is before):
                context.change()
            return
        self.remember()
        context.flow.computer(order)
        thinking.note_played()
        self.take_acts()

    def _faulty(self, fault: Exception) -> None:
        """Tell the player that a computer player has made an error, and that it is reported."""
        side = self.context.battle.state.sides[self.thinking.side].name
        self.context.announce(f"{side} could not think it out: {self.context.faulty(fault)}")

    def enough(self) -> bool:
        """Make the computer player play the best order it has found. Return False if none is shown thinking."""
        if thinking := self.pondering:
            thinking.enough()
        return thinking is not None

    def take_acts(self) -> None:
        """Show the results of an order, or go on at once if there are none."""
        context = self.context
        acts = context.flow.take_acts()
        if not acts:
            self.settle()
            return
        context.model.frozen = True
        context.model.drop_accepted()
        after = context.flow.view()
        self.after = SeatModel(after)
        self.after.frozen = True
        self._lines, context.areas = after.log, danger_areas(after)
        self._shots.clear()
        self.animation.show(acts, context.model.view, after)
        context.change()
        if after.side and len(context.flow.humans) > 1 and context.flow.unlike:
            self._call_away(after.side, "alone watches this")

    def _on_act_begin(self, act: Act) -> None:
        """Make room for an act that begins."""
        context = self.context
        if act.kind != "fire":
            self.bottom_panel.odds = ()
        if act.moves:
            self.bottom_panel.rolling = False
            self.bottom_panel.come(0)
        context.change()

    def _on_roll(self, act: Act) -> None:
        """Prepare for dice about to be thrown, or for a loss without dice."""
        context = self.context
        if one_shot(act.events) and not self.repeat.active:
            self.after = SeatModel(context.battle.view_of_line(act.events[-1], context.flow.view().side))
            self.after.frozen = True
        self.bottom_panel.thrown.lay(act.events, context.model.view, self.animation.after)
        self.bottom_panel.rolling = True
        self.bottom_panel.come(1)
        context.change()
        # lay out the tray before dice are thrown into it, because a tray that moves stops its dice
        context.screen.lay_now()

    def waits(self, act: Act) -> bool:
        """Return whether a shot stays until it is skipped, so that it can be read before the next one."""
        one_by_one = one_shot(act.events) and self.bottom_panel.thrown.tray.pace == PACES[0] and preferences.animated
        if not (one_by_one and self.context.flow.humans) or self.repeat.active:
            return False
        flow = self.context.flow
        return bool(self.animation.queue) or (flow.result is None and flow.due().kind == "computer")

    @property
    def visible_log(self) -> tuple[Event, ...] | None:
        """The lines of the log that the film has reached; None for all."""
        if not self.animation.active or self.context.past or self.repeat.active:
            return None
        return self._lines[: self._known + self.animation.count_shown(self._lines[self._known :])]

    @property
    def newest_log(self) -> tuple[Event, ...] | None:
        """The lines up to the newest throw that is still, for a panel of one line. A film throws by time, not in the
        order of lines."""
        log, last = self.visible_log, self.animation.newest
        if log is None or last is None:
            return log
        return self._lines[: next((n for n, one in enumerate(self._lines, 1) if one is last), len(log))]

    def _on_act_end(self, act: Act) -> None:
        """Keep moved pieces at their new places when an act has ended."""
        context = self.context
        if one_shot(act.events) and self.after:
            struck = result_of("", act.events, 0).targets
            self._shots |= {key: self.after.sheet(key) for key in struck if key in self.after.view.state.ships}
        if act.moves:
            view, last = context.flow.view(), act.events[-1]
            if self.animation.queue and context.battle.wrote(last):  # later acts have not happened yet in the film
                view = context.battle.view_of_line(last, view.side)
            context.model.look(view)
            context.model.frozen = True
            context.screen.keep_in_view()
        context.change()

    def all_shown(self) -> None:
        """Wait for the player after a result of an own order; go on after any other."""
        context, result = self.context, self.context.flow.result
        if self.repeat.finish():
            self.refresh()
            return
        if context.note == LOOK_FIRST:
            context.note = ""
        if result is None:
            self.settle()
            return
        lasts = result.events[0].turn == context.battle.state.turn
        look = context.battle.view_at if lasts else context.battle.view_of_result
        context.model.look(look(result.before + 1, context.model.view.side))
        context.model.frozen = True
        if firer := result.of_last_firer.by:
            context.model.choose(firer)
        self.bottom_panel.rolling = False
        laid = {id(one) for one in self.bottom_panel.thrown.events}
        if (own := result.own_dice) and (not result.by or not {id(one) for one in own.events} <= laid):
            self._lay_dice(own, context.model.view)
        self.popping = popping(max((n for key in result.targets for n in result.harm(key).values()), default=0))
        context.change()
