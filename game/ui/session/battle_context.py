"""The state shared by the parts of a battle screen, instead of the screen itself; no part of the rules.

A part reads and changes this state. Work for another part is requested from the `screen`.
"""

from __future__ import annotations

from collections.abc import Callable

from game.battle.battle import Battle
from game.core.display import Overlay
from game.core.orders import Id
from game.players.match import Match
from game.seating.seat_flow import SeatFlow
from game.ui.board.model.scene import Volley
from game.ui.host.screen import Answer, Screen
from game.ui.input_modes.mode import Main
from game.ui.keys.bindings import Keys
from game.ui.seat.seat_model import SeatModel
from game.ui.session.board_context import BoardContext, own
from game.ui.session.commands import Commands
from game.ui.session.history_view import Past, step

MakePage = Callable[[Battle, Id | None], Screen]  # takes the battle, and the viewing side (None sees everything)
MakeReplay = Callable[[Match, Id | None], Screen]  # takes its computer players, and the viewing side
# takes the battle, the coming side, and the number of lines it had read
MakeCurtain = Callable[[Battle, Id, int | None], Screen]


def reraise(fault: Exception) -> str:
    """Raise the error again: the default for a program without an error log."""
    raise fault


class BattleContext(BoardContext):
    """One battle, the side at the machine, and the objects looked at.

    `curtain` makes the screen between two secret sides. `leave` returns the screen after the battle, and `leads` names
    it. `settings` makes the page of settings. `trouble` is a sentence while the battle cannot be saved. `rematch`
    begins the battle again, with the sides swapped if called with True. `replay` and `film` make the pages that replay
    it and write a film. `faulty` records a program error that the battle has survived, and says where. `match` replaces
    the computer players that the battle names. `own_key` carries out a key that only one kind of battle screen has;
    `instead` returns what the main button does there in place of the usual, or None.
    """

    screen: Commands
    tools: frozenset[str] = own("tools")
    ruling: bool = own("ruling")
    sure: bool = own("sure")
    passing: bool = own("passing")
    key_open: bool | None = own("key_open")

    def __init__(
        self,
        battle: Battle,
        screen: Commands,
        keys: Keys | None = None,
        *,
        curtain: MakeCurtain | None = None,
        leave: Callable[[], Answer] | None = None,
        settings: Callable[[], Screen] | None = None,
        trouble: Callable[[], str] = str,
        rematch: Callable[[bool], Answer] | None = None,
        replay: MakeReplay | None = None,
        film: MakePage | None = None,
        leads: str = "to the menu",
        faulty: Callable[[Exception], str] = reraise,
        match: Match | None = None,
    ) -> None:
        super().__init__(screen, keys or Keys({}))
        self.battle, self.curtain, self.leave, self.settings, self.trouble = battle, curtain, leave, settings, trouble
        self.rematch, self.replay, self.film, self.leads = rematch, replay, film, leads
        self.faulty = faulty
        self.own_key: Callable[[str], object] = lambda action: None
        self.instead: Callable[[], Main | None] = lambda: None
        self.flow = SeatFlow(battle, match)
        self.model = SeatModel(self.flow.view())
        self.past: Past | None = None
        self.volleys: tuple[Volley, ...] = ()  # lines of the fire whose result is shown
        self.areas: tuple[Overlay, ...] = ()  # areas of strikes being shown
        self.key_shown = False  # true while the key of the marks is visible

    @property
    def shown(self) -> SeatModel:
        """The model on the screen: the present one, or that of the moment looked at."""
        return self.past.model if self.past else self.model

    def step(self, by: int) -> None:
        """Go back or forward in time by a number of orders."""
        self.screen.look_at(step(self.flow, self.past, by))

    def weigh(self) -> None:
        """Refresh after the order in hand has changed. Its odds are recomputed, and everything is drawn again."""
        self.screen.measure()
        self.change()
