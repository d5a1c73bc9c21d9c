"""Carrying a battle on at the screen: orders given, what they brought about shown, the next seat asked; no part of the rules."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.core.display import Sheet
from game.core.events import Event
from game.core.orders import Id, Illegal, Order
from game.ui.battle.animation import Popping, labels
from game.ui.host.screen import Answer, Push
from game.ui.host.sound import sounds
from game.ui.session.history_view import Past
from game.ui.session.outcomes import Act, Result, result_of
from game.ui.session.scenes import revealed
from game.ui.session.seat_model import ASKED, Desk

if TYPE_CHECKING:
    from game.ui.battle.screen import BattleScreen

LATER = (  # actions that are part of an order, and change nothing by themselves
    "port", "starboard", "faster", "slower", "swing port", "swing starboard", "pace on", "pace back", "pace port",
    "pace starboard", "target", "last target", "all", "write", "next", "previous",
)  # fmt: skip
SOUNDS = {"move": "engine", "fire": "beam", "repair": "dice", "initiative": "dice"}  # by kind of act


class Conduct:
    """The steps from an order to the next decision.

    `due` is the side a curtain must fall for, and how many lines of its minutes it had read.
    """

    def __init__(self, screen: BattleScreen) -> None:
        self.screen = screen
        self.due: tuple[Id, int | None] | None = None
        self.called: tuple[Id, int | None] | None = None  # the side the last curtain fell for
        self._moment = (0, 0)  # turn and phase when the battle was last looked at
        self.befores: dict[Id, Sheet] = {}  # sheets before what is being shown
        self.after: Desk | None = None  # what that comes to
        self.looking = False  # the player has chosen a ship to look at while something is shown
        self.pressed: list[tuple[Id | None, str]] = []  # what was pressed meanwhile, and the seat it was pressed at
        self.popping = Popping()
        self._known, self._lines = 0, tuple[Event, ...]()  # the minutes while something is shown, and how many stood there before

    def curtain(self) -> Answer:
        """The screen that hides the seat, laid over the battle before anything of it is drawn."""
        screen = self.screen
        side, since = self.due or ("", None)
        self.called, self.due = self.due, None
        screen.change()
        return Push(screen.curtain(screen.battle, side, since)) if screen.curtain else None

    def settle(self) -> None:
        """Everything has been shown: who decides now, and may he look?"""
        screen = self.screen
        due, other = screen.flow.due(), False
        if due.kind == "ask":
            other = due.side != screen.flow.seat
            since = screen.sit(due.side) if other or due.curtain else None
            if due.curtain and screen.curtain:
                self.due = due.side, since
        self.refresh()
        if other and screen.desk.gesture == "plot" and not screen.desk.view.phase.secret:
            screen.tell(f"{screen.battle.phase.name}: it is the turn of {screen.battle.state.sides[due.side].name}")
        if due.kind == "ask":
            self.looking = screen.foot.picked = False
            if self.due:
                self.pressed.clear()  # a curtain falls: whoever sits behind it has pressed nothing yet
            self._catch_up()
        if due.kind == "over" and not screen.past:
            screen.do("ending")

    # -- while others act --------------------------------------------------------------------------------------------------

    @property
    def watching(self) -> bool:
        """Is something shown, or does the computer play: is nobody here asked just now?"""
        return self.screen.showing.active or (self.screen.flow.result is None and self.screen.flow.due().kind == "computer")

    @property
    def hits(self) -> Result | None:
        """The attack being shown, by others on whom; None while nothing is struck, or the player looks elsewhere."""
        act, side = self.screen.showing.act, self.screen.desk.view.side
        if act is None or self.after is None or self.looking or self.screen.past:
            return None
        found = result_of("", act.events, 0)
        targets = tuple(key for key in found.targets if key in self.befores and key in self.after.view.state.ships)
        firer = self.after.view.state.owner(found.by)
        return replace(found, targets=targets) if targets and (side is None or firer != side) else None

    def keeps(self, action: str) -> bool:
        """Is it part of an order, pressed while others act? It is done when the seat that pressed it is asked."""
        if self.screen.past or not self.watching or not (action in LATER or action.startswith("gun ")):
            return False
        self.pressed.append((self.screen.flow.seat, action))
        return True

    def _catch_up(self) -> None:
        """The seat is asked: what it pressed while it looked on is done, in that order; what another seat pressed is not."""
        pressed, self.pressed = self.pressed, []
        for seat, action in pressed:
            if seat == self.screen.flow.seat and not self.watching:
                self.screen.do(action)

    def hand_over(self, side: Id) -> None:
        """Another side takes the seat, behind the curtain where something is secret."""
        screen = self.screen
        since = screen.sit(side)
        if screen.battle.phase.secret and screen.curtain:
            self.due = side, since
        self.refresh()

    def send_back(self) -> None:
        """Whoever was called to the seat has not looked at anything, and another side sits down instead."""
        flow, called = self.screen.flow, self.called
        others = flow.others()
        if others:
            self.hand_over(others[0])
        if called:
            flow.seen.pop(called[0], None)
            if called[1] is not None:
                flow.seen[called[0]] = called[1]

    def refresh(self) -> None:
        """See the battle as it is now."""
        screen, desk = self.screen, self.screen.desk
        screen.hand.drop()
        desk.look(screen.flow.view())
        desk.frozen = False
        screen.sure = False
        if not desk.chosen and desk.prompt and desk.prompt.ids:
            desk.choose((desk.waiting or desk.prompt.ids)[0])
        in_turn = desk.chosen in desk.view.state.counters or (
            desk.gesture in ("choose", "plot", "fire", "assign") and not desk.view.phase.secret
        )
        unasked = desk.gesture in ("choose", "plot") and desk.prompt is not None and desk.chosen not in desk.prompt.ids
        if (in_turn or unasked) and desk.waiting and desk.chosen not in desk.waiting:
            desk.choose(desk.waiting[0])
        screen.foot.rolling = False
        if desk.gesture == "fire" and not any(event.kind == "fire" for event in screen.foot.dice):
            screen.foot.empty()  # nobody takes the dice of the initiative for a volley
        moment = desk.view.state.turn, desk.view.state.phase
        if moment != self._moment and desk.gesture == "plot":
            screen.foot.tab = 0
        self._moment = moment
        screen.change()
        self.measure()

    def look_back(self, past: Past | None) -> None:
        """The foot speaks of the moment that is looked at: its dice lie in the tray, and no odds stand beside them."""
        screen = self.screen
        event = past.event if past else None
        if past is None:
            self.measure()
            return
        screen.foot.odds = ()
        if event is not None and event.dice:
            act = Act(event.kind, (event,))
            screen.foot.dice, screen.foot.labels = act.events, labels(past.view, act)
            screen.showing.lay_out(act, past.view)
        else:
            screen.foot.empty()

    def measure(self) -> None:
        """The odds that stand in the foot; while guns are picked its tab comes to the front."""
        screen = self.screen
        if screen.flow.result is None:
            before = bool(screen.foot.odds)
            screen.foot.odds, screen.foot.rolled = screen.desk.odds(), {}
            if screen.foot.odds and not before and screen.desk.gesture in ("fire", ASKED):
                screen.foot.tab = 2

    def remember(self) -> None:
        """Keep the sheets as they are before something is rolled."""
        view = self.screen.desk.view
        self._known = len(view.minutes)
        self.befores = {key: view.sheet(key) for key in (*view.state.ships, *view.state.counters)}

    def give(self, order: Order) -> bool:
        """Give an order; a refusal is told. True if it was taken."""
        screen = self.screen
        self.remember()
        self.looking = screen.foot.picked = False
        odds, volleys = screen.foot.odds, screen.scene.volleys
        try:
            screen.flow.give(order)
        except Illegal as reason:
            screen.tell(reason.why)
            return False
        screen.note, screen.sure = "", False
        screen.desk.hands.pop(order.by, None)
        if screen.flow.result:
            screen.foot.odds, screen.volleys = odds, volleys
            screen.foot.rolled = {one.target: screen.flow.result.rolled(one.target) for one in odds}
        if screen.battle.system.phase(screen.battle.state).secret and order.by in screen.battle.state.sides:
            sounds.play("lock")
        self.take_acts()
        return True

    def computer(self) -> None:
        """One order of a computer player; what it rolls is shown, and then it goes on."""
        screen = self.screen
        screen.desk.frozen = True
        self.remember()
        if screen.flow.computer():
            screen.flow.result = None
            self.take_acts()

    def take_acts(self) -> None:
        """Show what an order brought about, or go on at once where there is nothing to see."""
        screen = self.screen
        acts, screen.flow.acts = screen.flow.acts, []
        if not acts:
            self.settle()
            return
        screen.desk.frozen = True
        screen.desk.hands.clear()
        screen.desk.forget()
        after = screen.flow.view()
        self.after = Desk(after)
        self.after.frozen = True
        self._lines, screen.showing.areas = after.minutes, revealed(after)
        screen.showing.show(acts)
        screen.change()

    def opened(self, act: Act) -> None:
        """An act begins: its dice are thrown into the tray."""
        screen = self.screen
        sounds.play(SOUNDS.get(act.kind, "dice"))
        if act.kind != "fire":
            screen.foot.odds = ()
        if act.dice:
            screen.foot.dice, screen.foot.labels = act.events, labels(screen.desk.view, act)
            screen.foot.rolling = True
            screen.foot.come(1)
            screen.change()
            screen.lay_now()  # the tray has its place before dice are thrown into it: moved, they would lie still
        elif act.moves:
            screen.foot.rolling = False
            screen.foot.come(0)
        screen.change()

    @property
    def told(self) -> tuple[Event, ...] | None:
        """The lines of the minutes that have been reached while something is shown; None for all there are."""
        showing = self.screen.showing
        if not showing.active or self.screen.past:
            return None
        return self._lines[: self._known + showing.reached(self._lines[self._known :])]

    def closed(self, act: Act) -> None:
        """An act has ended: what moved stays where it came to rest."""
        screen = self.screen
        if any(event.kind == "lost" for event in act.events):
            sounds.play("explosion")
        elif any(event.kind == "damage" for event in act.events):
            sounds.play("hit")
        if act.moves:
            screen.desk.look(screen.flow.view())
            screen.desk.frozen = True
            screen.hand.keep_in_view()
        screen.change()

    def all_shown(self) -> None:
        """The last act has ended; a result of the player's own waits for a word, all else goes on."""
        screen, result = self.screen, self.screen.flow.result
        if result is None:
            self.settle()
            return
        screen.desk.look(screen.battle.view_at(result.before + 1, screen.desk.view.side))
        screen.desk.frozen = True
        screen.desk.chosen = result.by
        screen.foot.rolling = False
        self.popping.begin(max(map(result.rolled, result.targets), default=0))
        screen.change()
