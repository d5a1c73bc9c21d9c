"""What keys, buttons and clicks do to a battle screen; no part of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.orders import Id
from game.ui.battle.orders.aiming import Aiming
from game.ui.battle.orders.choice_panel import answered_by
from game.ui.battle.orders.manoeuvre_fields import picked
from game.ui.battle.orders.order_entry import Writing
from game.ui.battle.panels.main_button import passing, word
from game.ui.battle.pause_menu import Ending, Pause
from game.ui.host.screen import Push
from game.ui.keys.list_page import KeyList
from game.ui.session.scenes import EVERY

if TYPE_CHECKING:
    from game.ui.battle.screen import BattleScreen

SWITCHES = ("arcs", "range", "sight", "grid", "compass", "names")
PANS = {"pan left": (-0.2, 0.0), "pan right": (0.2, 0.0), "pan up": (0.0, 0.2), "pan down": (0.0, -0.2)}
PRESENT = ("undo", "unlock", "pass", "hand over", "target", "last target", "all", "write", "next", "previous")
NUDGES = {
    "port": (-1, 0), "starboard": (1, 0), "faster": (0, 1), "slower": (0, -1), "swing port": (0, 0, -1),
    "swing starboard": (0, 0, 1),
}  # fmt: skip
PACES = {"pace back": (-1, 0), "pace on": (1, 0), "pace port": (0, -1), "pace starboard": (0, 1)}


class Commands:
    """Carries out the actions of the table of keys."""

    def __init__(self, screen: BattleScreen) -> None:
        self.screen = screen
        self.aiming = Aiming(screen)
        self.writing = Writing(screen)

    def do(self, action: str) -> None:
        """One action by name; what has no meaning now does nothing."""
        screen = self.screen
        if screen.conduct.keeps(action):
            return
        if action != "press":
            screen.sure = False
        if screen.past and (action in PRESENT or action.startswith("gun ")):
            self._now()  # what changes the battle is done in the present
        if action in SWITCHES:
            screen.tools = screen.tools ^ {action}
        elif action in NUDGES:
            screen.hand.nudge(*NUDGES[action])
        elif action in PACES:
            self.writing.pace(*PACES[action])
        elif action in PANS:
            screen.board.camera.nudge(*PANS[action])
        elif action.startswith("gun "):
            self.aiming.numbered(int(action[4:]))
        elif method := getattr(self, "_" + action.replace(" ", "_"), None):
            method()
        screen.change()

    # -- going on ----------------------------------------------------------------------------------------------------------

    def _press(self) -> None:
        """The main button: what is in hand first, then what it says."""
        screen = self.screen
        if screen.hand.accept() and screen.desk.view.phase.secret:
            return
        main = screen.main
        if main.why_not:
            screen.tell(main.why_not)
        elif main.command:
            self.do(main.command)
        elif main.sure and not screen.sure:
            screen.sure = True
        elif main.order is not None:
            self._seal_all()
            screen.conduct.give(main.order)

    def _seal_all(self) -> None:
        """Plots that are only in hand are sealed before they are locked."""
        screen = self.screen
        if screen.desk.gesture == "plot" and screen.desk.view.phase.secret:
            for order in list(screen.desk.hands.values()):
                screen.conduct.give(order)

    def _go_on(self) -> None:
        self.screen.conduct.popping.skip()
        result, desk = self.screen.flow.result, self.screen.desk
        if result and desk.chosen == result.by and not desk.mine(result.by):
            desk.choose("")  # an answer has let another side's ship fire: who is asked now has one of her own in hand
        self.screen.flow.result, self.screen.note = None, ""
        self.screen.conduct.settle()

    def _skip(self) -> None:
        screen = self.screen
        if screen.showing.active:
            screen.showing.skip()
            if screen.showing.tick(0, screen.desk.view):
                screen.conduct.all_shown()
        elif screen.conduct.popping.busy:
            screen.conduct.popping.skip()
        elif screen.flow.result:
            self._go_on()

    def _hand_over(self) -> None:
        """Another side takes the seat, behind the curtain where something is secret."""
        screen = self.screen
        others = screen.flow.others()
        if others and not screen.showing.active and screen.battle.phase.secret:
            screen.conduct.hand_over(others[0])

    def _unlock(self) -> None:
        """Locked orders are opened again, as long as somebody still writes."""
        screen = self.screen
        order = word(screen.desk, "unlock") if screen.desk.locked else None
        if order is None:
            screen.tell("no orders of this side are locked")
        else:
            screen.conduct.give(order)

    def _pass(self) -> None:
        """None of the side's ships that are asked does anything."""
        screen = self.screen
        order = None if screen.showing.active or screen.flow.result else passing(screen.desk)
        if order is None:
            screen.tell("no two ships of this side are asked")
        else:
            screen.conduct.give(order)

    def _undo(self) -> None:
        screen = self.screen
        if screen.hand.drop():
            return
        if reason := screen.flow.undo_fault():
            screen.note = f"Cannot be taken back: {reason.why}."
            return
        screen.showing.skip_all()
        order = screen.flow.undo()
        screen.note = f"Taken back: {screen.battle.state.names.get(order.by, order.by)}, {order}."
        screen.conduct.settle()

    def _back(self) -> None:
        """Escape: lay down what is in hand, one thing at a time; then the menu."""
        screen, desk = self.screen, self.screen.desk
        if screen.hand.drop():
            return
        if desk.picking:
            desk.picking = ""
        elif screen.note:
            screen.note = ""
        elif screen.ruling:
            self._ruler()
        elif screen.past:
            self._now()
        elif desk.hands.pop(desk.chosen, None) or desk.gun:
            desk.gun = ""
            desk.forget()
            screen.conduct.measure()
        elif desk.target:
            self.aiming.aim_at("")
        else:
            self._menu()

    def _menu(self) -> None:
        screen = self.screen
        screen.answer = Push(Pause(screen))

    def _ending(self) -> None:
        screen = self.screen
        if screen.battle.state.outcome:
            screen.answer = Push(Ending(screen))

    def _help(self) -> None:
        self.screen.answer = Push(KeyList(self.screen.keys))

    # -- choosing ----------------------------------------------------------------------------------------------------------

    def choose(self, key: Id) -> None:
        """Take a ship in hand; a plot by keys is sealed first."""
        screen = self.screen
        screen.hand.accept()
        screen.shown.choose(key)
        screen.note = ""
        if screen.desk.gesture == "fire" and screen.foot.tab == 1 and not screen.showing.active:
            screen.foot.tab = 2  # from the dice of the last volley to the chances of the next
        screen.conduct.measure()
        screen.change()

    def click(self, key: Id, centre: bool = False) -> None:
        """A ship was clicked: an enemy becomes the target while a ship of ours is in hand, all else is chosen; or it goes into
        the field of the form that waits for one."""
        screen, desk = self.screen, self.screen.shown
        if desk.picking:
            self._pick(key)
            return
        if screen.conduct.watching and not screen.past:
            screen.conduct.looking = True
            self.choose(key)
            return
        ship = desk.view.state.piece(key)
        own = desk.mine(desk.chosen) and (desk.afloat(desk.chosen) or desk.flies)
        hostile = ship.side != desk.side and ship.in_play
        if hostile and own and desk.afloat(key) and desk.gesture in ("plot", "fire") and not screen.past:
            if desk.target == key and desk.gesture == "fire" and not desk.gun:
                self.aiming.all()
            else:
                self.aiming.aim_at(key)
        elif own and hostile and (named := answered_by(desk, key)) and not screen.past:
            self.writing.answer(named, key)
        else:
            self.choose(key)
        if centre and not screen.board.camera.shows(ship.at, 60):
            screen.board.camera.look_at(ship.at)
        screen.change()

    def _pick(self, key: Id) -> None:
        """A partner, named on the board."""
        screen, desk = self.screen, self.screen.desk
        name, value = desk.picking, picked(desk, key)
        desk.picking = ""
        if value is None:
            screen.tell(f"{desk.view.state.piece(key).name} cannot be named there")
        else:
            self.writing.edit(name, value)
        screen.change()

    def _next(self, by: int = 1) -> None:
        screen = self.screen
        key = screen.desk.next_waiting(by)
        if not key:
            screen.note = "Every ship has its order." if screen.desk.prompt else ""
            return
        self.choose(key)
        at = screen.desk.view.state.piece(key).at
        if not screen.board.camera.shows(at, 60):
            screen.board.camera.look_at(at)

    def _previous(self) -> None:
        self._next(-1)

    def _target(self) -> None:
        self.aiming.next_target(1)

    def _last_target(self) -> None:
        self.aiming.next_target(-1)

    def _all(self) -> None:
        self.aiming.all()

    def _write(self) -> None:
        self.writing.begin()

    # -- board and foot ----------------------------------------------------------------------------------------------------

    def _threat(self) -> None:
        """Where one enemy can end, then where all can, then none."""
        screen = self.screen
        one, every = "threat" in screen.tools, EVERY in screen.tools
        wanted = {"threat"} if not one else {"threat", EVERY} if not every and len(screen.shown.enemies()) > 1 else set()
        screen.tools = screen.tools - {"threat", EVERY} | wanted

    def _ruler(self) -> None:
        screen = self.screen
        screen.ruling = not screen.ruling
        screen.hand.rule(screen.ruling)

    def _fit(self) -> None:
        self.screen.board.fit(self.screen.scene)

    def _table(self) -> None:
        self.screen.board.fit(None, everything=True)

    def _centre(self) -> None:
        ship = self.screen.shown.view.state.piece(self.screen.shown.chosen)
        if ship:
            self.screen.board.camera.look_at(ship.at)

    def _zoom_in(self) -> None:
        self.screen.board.camera.zoom(1.4)

    def _zoom_out(self) -> None:
        self.screen.board.camera.zoom(1 / 1.4)

    def _key(self) -> None:
        self.screen.key_open = not self.screen.panels.key_open

    def _foot(self) -> None:
        self.screen.foot_open = self.screen.layout.line

    def _open(self, tab: int) -> None:
        if self.screen.layout.line:
            self.screen.foot_open = True
        self.screen.foot.open_tab(tab)

    def _minutes(self) -> None:
        self._open(0)

    def _dice(self) -> None:
        self._open(1)

    def _odds(self) -> None:
        self._open(2)

    def _search(self) -> None:
        screen = self.screen
        self._open(0)
        screen.lay_now()
        if screen.foot.search in screen.focus.widgets:
            screen.focus.focus(screen.foot.search, True)

    def _earlier(self) -> None:
        if self.screen.battle.state.outcome and not self.screen.past:
            self.screen.foot.tab = 0  # whoever looks back on a battle reads the minutes
        self.screen.step(-1)

    def _later(self) -> None:
        if self.screen.past:
            self.screen.step(1)

    def _now(self) -> None:
        self.screen.look_at(None)
