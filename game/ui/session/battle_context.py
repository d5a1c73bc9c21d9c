"""What the parts of a battle screen share, in place of the screen itself; no part of the rules.

A part reads and changes this state. Whatever it needs done by another part it calls by one of the callbacks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pygame import Surface

from game.battle.battle import Battle
from game.core.display import Overlay
from game.core.orders import Id, Order
from game.ui.board.model.scene import Scene, Volley
from game.ui.host.screen import Answer, Screen
from game.ui.keys.bindings import Keys
from game.ui.session.board_context import BoardContext, arranged, nothing, own
from game.ui.session.history_view import Past, step
from game.ui.session.seat_flow import SeatFlow
from game.ui.session.seat_model import SeatModel

MakePage = Callable[[Battle, Id | None], Screen]  # battle, and the seat that looks; None looks at everything
MakeCurtain = Callable[[Battle, Id, int | None], Screen]  # battle, the side that comes to sit, how many lines it had read


def _refuse(_order: Order) -> bool:
    """Give no order: what `give` is before the turn flow sets it."""
    return False


def _refuse_all(_orders: Sequence[Order]) -> bool:
    """Give no orders: what `give_all` is before the turn flow sets it."""
    return False


def _none_held() -> bool:
    """Lay down nothing: what `drop` is before the input on the board sets it."""
    return False


class BattleContext(BoardContext):
    """One battle, who sits before it, and what is looked at.

    `curtain` makes the screen that lies between two secret seats; `leave` what comes after the battle; `settings` the
    page of settings; `trouble` a sentence while the battle cannot be written to disk; `rematch` begins the battle once more, with
    the sides swapped where it is given True; `replay` and `film` make the pages that show it again and write a film; `leads` says
    where leaving leads.
    """

    tools: frozenset[str] = own("tools")
    ruling: bool = own("ruling")
    sure: bool = own("sure")
    key_open: bool | None = own("key_open")

    def __init__(
        self, battle: Battle, keys: Keys | None = None, *, curtain: MakeCurtain | None = None,
        leave: Callable[[], Answer] | None = None, settings: Callable[[], Screen] | None = None, trouble: Callable[[], str] = str,
        rematch: Callable[[bool], Answer] | None = None, replay: MakePage | None = None, film: MakePage | None = None,
        leads: str = "to the menu",
    ) -> None:  # fmt: skip
        super().__init__(
            keys or Keys({}), lambda: Scene(self.shown.view, tools=self.tools), lambda: arranged(self.size, self.foot_open)
        )
        self.battle, self.curtain, self.leave, self.settings, self.trouble = battle, curtain, leave, settings, trouble
        self.rematch, self.replay, self.film, self.leads = rematch, replay, film, leads
        self.flow = SeatFlow(battle)
        self.model = SeatModel(self.flow.view())
        self.past: Past | None = None
        self.volleys: tuple[Volley, ...] = ()  # lines of the fire whose result is shown
        self.areas: tuple[Overlay, ...] = ()  # where ships are struck in what is shown
        self.key_shown = False  # what the marks mean is shown now
        # callbacks, as they are without a screen
        self.do: Callable[[str], object] = nothing  # carry out an action of the table of keys
        self.give: Callable[[Order], bool] = _refuse  # give an order; False, with its reason told, if it is refused
        self.give_all: Callable[[Sequence[Order]], bool] = _refuse_all  # give several at once
        self.give_same: Callable[[Order], bool] = _refuse  # give it to all that are picked with its piece
        self.measure: Callable[[], object] = nothing  # reckon the odds in the foot anew
        self.lay_part: Callable[[str], object] = nothing  # lay out one part of the panels anew
        self.choose: Callable[[Id], object] = nothing  # take a ship in hand
        self.click: Callable[..., object] = nothing  # a ship was clicked; `centre` brings it into view
        self.drop: Callable[[], bool] = _none_held  # lay down what is in hand; True if there was something
        self.keep: Callable[[], object] = nothing  # let go of what is in hand as its phase wants it
        self.keep_in_view: Callable[[], object] = nothing  # show all ships if one has left the board's view
        self.sit: Callable[[Id], int | None] = nothing  # a side takes the seat; returns how many lines it had read
        self.look_at: Callable[[Past | None], object] = nothing  # show a moment, or now
        self.draw: Callable[[Surface], object] = nothing  # paint the battle under what lies over it

    @property
    def shown(self) -> SeatModel:
        """The model on the screen: of now, or of the moment that is looked at."""
        return self.past.model if self.past else self.model

    def step(self, by: int) -> None:
        """So many orders back in time, or on."""
        self.look_at(step(self.flow, self.past, by))

    def weigh(self) -> None:
        """The order in hand is another: its odds are reckoned anew, and everything looks different."""
        self.measure()
        self.change()
