"""The actions of keys, buttons and clicks on a battle screen; no part of the rules."""

from __future__ import annotations

import pygame

from game.core.orders import Id, Order
from game.ui.account.screen import AccountPage
from game.ui.advice.model import RULE
from game.ui.battle.board_input import BattleInput
from game.ui.battle.groups.as_before import as_last_turn
from game.ui.battle.orders.manoeuvre_fields import value_with_partner
from game.ui.battle.orders.order_entry import Aiming, OrderEntry
from game.ui.battle.panels.bottom_panel import ADVISER, WHY
from game.ui.battle.pause_menu import Ending, Pause, print_page, replay_page
from game.ui.battle.turn_flow import LOOK_FIRST, TurnFlow, part_of_order
from game.ui.board.legend import samples
from game.ui.host.screen import Push
from game.ui.input_modes.choose import answered_by
from game.ui.input_modes.fire import lay_down_target
from game.ui.input_modes.mode import Main, word
from game.ui.input_modes.modes import mode_of
from game.ui.input_modes.scenes import EVERY
from game.ui.keys.list_page import KeyList
from game.ui.session.battle_context import BattleContext

PRESENT = (
    "undo", "unlock", "standing", "pass", "hand over", "target", "last target", "all", "write", "next", "previous",
)  # fmt: skip


class Actions:
    """Carries out the actions of the table of keys."""

    def __init__(self, context: BattleContext, board_input: BattleInput, turn_flow: TurnFlow) -> None:
        self.context, self.board_input, self.turn_flow = context, board_input, turn_flow
        self.bottom_panel, self.animation = turn_flow.bottom_panel, turn_flow.animation
        self.writing = OrderEntry(context, self._asks_twice)
        self.aiming = Aiming(context, self.writing.answer, self.writing.edit)

    def _asks_twice(self, order: Order) -> bool:
        """Return whether the main button gives this order only at a second press."""
        main = self.turn_flow.main
        return main.order == order and main.sure

    def do(self, action: str) -> None:
        """Do one action by name; actions without a meaning now do nothing."""
        context = self.context
        if context.flow.result and not self.animation.active and not context.past and part_of_order(action):
            self.go_on()  # a player who aims the next ship has seen the last result
            if self.turn_flow.due:
                return
        if self.turn_flow.keeps(action):
            return
        asked = self.turn_flow.main if context.sure else None
        if action == "back" and asked and asked.lost:
            context.sure = False
            self.choose(asked.lost[0])
            return
        if action == "back" and asked:
            self._not_now(asked)
            return
        if context.past and (action in PRESENT or action.startswith("gun ")):
            # changes to the battle are made in the present, not in a past moment that is shown
            context.screen.look_at(None)
        if (row := context.keys.bindings.get(action)) and row.do:
            row.do(self)
        elif action == "go on":
            self.go_on()
        elif action == "more time":
            self._more_time()
        elif action == "ending" and context.battle.state.outcome:
            context.answer = Push(Ending(context))
        asks = context.sure and action not in ("press", "pass")
        if asked and asks and (asked.lost or context.passing or self.turn_flow.main != asked):
            # the question is out of date once the player plots on, or the main button asks about something else
            self._not_now(asked)
        context.change()

    def _not_now(self, asked: Main) -> None:
        """Withdraw the main button's question, and say so if no other message is shown."""
        self.context.sure = False
        if not self.context.note:
            self.context.tell(f"{asked.label}: not now")

    # -- going on ------------------------------------------------------------------------------------------------------

    def switch(self, tool: str) -> None:
        """Switch something on the board on or off."""
        self.context.tools = self.context.tools ^ {tool}

    def press(self) -> None:
        """Press the main button. An order in hand comes first, then the action named on the button."""
        context = self.context
        if self.board_input.accept() and context.model.view.phase.secret:
            if context.model.next_waiting() and not self.board_input.group.astray:
                self.next()
            return
        main = self.turn_flow.main
        if main.why_not:
            context.tell(main.why_not)
        elif main.command:
            self.do(main.command)
        elif main.sure and not context.sure:
            context.sure, context.passing = True, False
        elif main.orders:
            self._give_together(main.orders)
        elif main.order is not None:
            if main.order.by in context.battle.state.sides:
                self.seal_all()
            self.board_input.group.carry_out(main.order)
            self.board_input.group.next_stray()

    def _give_together(self, orders: tuple[Order, ...]) -> None:
        """Give orders. One alone is shown when it has been carried out, several as one film; other pieces of the side
        do nothing."""
        context = self.context
        side, others = context.model.side, set(context.model.waiting) - {order.by for order in orders}
        if context.screen.give(*orders) and others:
            context.flow.rest(side)
            if not (self.animation.active or context.flow.result):
                self.turn_flow.settle()

    def seal_all(self) -> bool:
        """Seal orders in hand before orders are locked or another player sits down. Return False if one is refused."""
        context = self.context
        drafts = tuple(context.model.drafts.values())
        if drafts and context.model.view.phase.secret:
            return context.screen.give(*drafts)
        return True

    def go_on(self) -> None:
        context, model, result = self.context, self.context.model, self.context.flow.result
        self.turn_flow.popping.skip()
        firer = result.of_last_firer.by if result else ""
        if firer and model.chosen == firer and not model.mine(firer):
            # an answer let another side's ship fire, so the side asked now takes its own piece in hand
            model.choose("")
        context.flow.result, context.note = None, ""
        self.turn_flow.settle()

    def skip(self) -> None:
        if self.animation.active:
            self.animation.skip()
            self.animation.tick(0)
        elif not self.turn_flow.popping.done:
            self.turn_flow.popping.skip()
        elif self.context.flow.result:
            self.go_on()
        else:
            self.turn_flow.enough()

    def _more_time(self) -> None:
        """Give the computer player more time to think."""
        if thinking := self.turn_flow.pondering:
            thinking.go_on()

    def skip_ship(self) -> None:
        """Skip to the end of one ship's dice."""
        if self.animation.active:
            self.animation.skip_ship()

    def now(self) -> None:
        """Skip to the end of the film, or from the past to the present."""
        if self.animation.active and not self.context.past:
            self.animation.skip_all()
            self.turn_flow.all_shown()
        else:
            self.context.screen.look_at(None)

    def hand_over(self) -> None:
        """Let another side take the seat, behind the curtain if something is secret."""
        context = self.context
        others = context.flow.others()
        if others and not self.animation.active and context.battle.phase.secret and self.seal_all():
            self.turn_flow.hand_over(others[0])

    def as_before(self, every: bool = False) -> None:
        """Repeat last turn's order of the ship in hand and all ships picked with it, or of `every` waiting ship."""
        model = self.context.model
        self.board_input.drop()
        one = tuple(key for key in (model.chosen,) if model.askable(key))
        picked = tuple(key for key in model.picked if model.askable(key))
        as_last_turn(self.context, model.waiting if every else picked or one)

    def unlock(self) -> None:
        """Reopen locked orders while another side is still writing."""
        model = self.context.model
        self._give(word(model, "unlock") if model.locked else None, "no orders of this side are locked")

    def pass_all(self) -> None:
        """End the phase for this side: secret plots in hand are sealed, and no waiting ship acts."""
        context, model, mode = self.context, self.context.model, mode_of(self.context.model)
        if self.animation.active or context.flow.result:
            context.tell(LOOK_FIRST)
        elif order := mode.passing(model):
            if not context.sure and self.turn_flow.main.lost:
                # orders that may cost a ship must be confirmed, whatever key locks them
                context.sure, context.passing = True, False
                return
            self.board_input.accept()
            self.seal_all()
            context.screen.give(order)
        elif mode.rests(model):
            asked = context.sure and context.passing
            if not asked and any(mode.foregone(model, key) for key in model.waiting):
                context.sure = context.passing = True
                return
            context.screen.drop()
            self.turn_flow.rest(model.side)
        elif model.waiting:
            press = context.keys.cap("press")
            context.tell(f"ships are moved one by one in this phase: {press} moves the one in hand")
        else:
            context.tell("no ship of this side is asked")

    def at_once(self) -> None:
        """Roll at once for everything that bears on the target, or on the best one, or for the crew's suggested
        repairs."""
        context = self.context
        if context.flow.result and not self.animation.active:
            self.go_on()
        if self.turn_flow.due or self.turn_flow.watching:
            return
        model = context.model
        if not mode_of(model).picked(model):
            self.aiming.all()
        if mode_of(model).picked(model) and (orders := self.turn_flow.main.orders) and not self.turn_flow.main.why_not:
            self._give_together(orders)
        elif mode_of(model).picked(model):
            self._give(self.turn_flow.main.order, self.turn_flow.main.why_not)
        else:
            context.tell("there is nothing to roll for")

    def _give(self, order: Order | None, why_not: str) -> None:
        """Give an order, or say why there is none."""
        if order is None:
            self.context.tell(why_not)
        else:
            self.context.screen.give(order)

    def undo(self) -> None:
        context = self.context
        if self.board_input.drop():
            return
        if reason := context.flow.undo_fault():
            context.note = f"Cannot be taken back: {reason.why}."
            return
        self.animation.skip_all()
        taken = self.turn_flow.take_back()
        order, names = taken[0], context.battle.state.names
        said = context.model.briefly(order)
        words = f"{names.get(order.by, order.by)}, {said}" if len(taken) == 1 else f"the orders of {len(taken)} ships"
        self.turn_flow.settle()
        if context.model.askable(order.by) and not self.turn_flow.due:
            context.screen.choose(order.by)
        context.note = f"Taken back: {words}."

    def back(self) -> None:
        """Cancel one thing in hand; if there is nothing, open the menu."""
        context, model = self.context, self.context.model
        if self.board_input.drop():
            return
        if model.picking:
            model.picking = ""
        elif context.note:
            context.note = ""
        elif context.ruling:
            self.ruler()
        elif context.past:
            context.screen.look_at(None)
        elif self.board_input.group.clear():
            context.change()
        elif model.chosen in model.drafts or model.gun:
            model.set_draft(None)
            model.aim_at(model.target)
            context.screen.measure()
        elif model.target:
            self.aiming.aim_at("")
        else:
            self.menu()

    def menu(self) -> None:
        self.context.answer = Push(Pause(self.context))

    def account(self) -> None:
        """Open the account of each ship's results and losses, as far as the side knows, at the moment shown."""
        self.context.answer = Push(AccountPage(self.context.shown.view))

    def replay(self) -> None:
        """Open the replay of the battle, as far as the side knows it."""
        if not self.animation.active:
            self.context.answer = replay_page(self.context)

    def film(self) -> None:
        """Open the page that writes the battle as a film, as far as the side knows it."""
        if self.context.film:
            self.context.answer = Push(self.context.film(self.context.battle, self.context.flow.seat))

    def print(self) -> None:
        """Open the page that prints the sheets of the ships that the side knows."""
        self.context.answer = print_page(self.context)

    def help(self) -> None:
        self.context.answer = Push(KeyList(self.context.keys))

    # -- choosing ------------------------------------------------------------------------------------------------------

    def choose(self, key: Id) -> None:
        """Choose a ship; a plot made by keys is sealed first."""
        context = self.context
        self.board_input.accept()
        if key not in context.model.picked:
            self.board_input.group.clear()
        context.shown.choose(key)
        context.note = ""
        if mode_of(context.model).fires and self.bottom_panel.tab == 1 and not self.animation.active:
            self.bottom_panel.tab = 2  # switch from the dice of the last volley to the chances of the next
        context.weigh()

    def click(self, key: Id, centre: bool = False) -> None:
        """Handle a click on a ship. An enemy becomes the target while an own ship is in hand; any other ship is chosen.
        If a field of the form waits for a ship, the click fills it."""
        context, model = self.context, self.context.shown
        if model.picking:
            self._pick(key)
            return
        if pygame.key.get_mods() & pygame.KMOD_SHIFT and self.board_input.group.toggle(key):
            return
        if self.turn_flow.watching and not context.past:
            self.turn_flow.looking = True
            self.choose(key)
            return
        ship = model.view.state.known_piece(key)
        own = model.mine(model.chosen) and (model.afloat(model.chosen) or model.flies)
        mode, hostile = mode_of(model), ship.side != model.side and ship.in_play
        fights = hostile and own and not context.past
        sent = fights and mode.aims and self.board_input.strike(key)
        if fights and model.aimable(key) and mode.aims:
            if model.target == key and mode.fires and not model.gun:
                self.aiming.all()
            else:
                self.aiming.aim_at(key)
        elif fights and (named := answered_by(model, key)):
            self.writing.answer(named, key)
        elif not sent:
            self.choose(key)
        if centre:
            context.board.camera.bring_in(ship.at, 60)
        context.change()

    def _pick(self, key: Id) -> None:
        """Set a partner by a click on the board."""
        context, model = self.context, self.context.model
        name, value = model.picking, value_with_partner(model, key)
        model.picking = ""
        if value is None:
            context.tell(f"{model.view.state.known_piece(key).name} cannot be named there")
        else:
            self.writing.edit(name, value)
        context.change()

    def next(self, by: int = 1) -> None:
        context = self.context
        key = context.model.next_waiting(by)
        if not key:
            context.note = "Every ship has its order." if context.model.prompt else ""
            return
        self.choose(key)
        lay_down_target(context.model)
        context.board.camera.bring_in(context.model.view.state.known_piece(key).at, 60)

    # -- board and foot ------------------------------------------------------------------------------------------------

    def threat(self) -> None:
        """Show the threat of one enemy, then of all, then of none."""
        context = self.context
        one, every = "threat" in context.tools, EVERY in context.tools
        wanted = (
            {"threat"} if not one else {"threat", EVERY} if not every and len(context.shown.enemies()) > 1 else set()
        )
        context.tools = context.tools - {"threat", EVERY} | wanted

    def ruler(self) -> None:
        context = self.context
        context.ruling = not context.ruling
        self.board_input.rule(context.ruling)

    def centre(self) -> None:
        ship = self.context.shown.view.state.piece(self.context.shown.chosen)
        if ship:
            self.context.board.camera.look_at(ship.at)

    def key(self) -> None:
        self.context.key_open = not self.context.key_shown
        if not samples(self.context.scene):
            self.context.announce("no mark on this board needs to be explained")

    def open(self, tab: int) -> None:
        if self.context.layout.line:
            self.context.foot_open = True
        self.bottom_panel.open_tab(tab)

    def why(self) -> None:
        """Show why the computer gave its orders, or the log again."""
        shown = self.bottom_panel.tab == WHY and not self.context.layout.line
        self.open(0 if shown else WHY)

    def advise(self) -> None:
        """Ask the adviser, or show the log again; say why it may not be asked."""
        adviser = self.bottom_panel.adviser
        if adviser is None or adviser.silence:
            self.context.tell(adviser.silence if adviser else "", RULE)
            return
        self.open(0 if self.bottom_panel.advises and not self.context.layout.line else ADVISER)

    def search(self) -> None:
        context = self.context
        self.open(0)
        context.screen.lay_now()
        if self.bottom_panel.log.search in context.focus.widgets:
            context.focus.focus(self.bottom_panel.log.search, True)

    def earlier(self) -> None:
        if self.context.battle.state.outcome and not self.context.past:
            self.bottom_panel.tab = 0  # show the log beside the past
        self.context.step(-1)

    def later(self) -> None:
        if self.context.past:
            self.context.step(1)
