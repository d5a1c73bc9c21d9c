"""A demonstration on the screen: the board with the file's marks over it, the caption below, the steps beside it; no
part of the rules.

It plays by itself until the viewer takes a step. It goes both ways, and can be taken over at any moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from pygame import Rect
from pygame.event import Event

from game.battle.loader import Opened
from game.core.system import RuleSystem
from game.core.values import House
from game.demonstrations.catalogue import own_folder
from game.demonstrations.demonstration import Demonstration
from game.demonstrations.steps import StepCursor
from game.formats.validation import BadFile
from game.rulebook.book import number_of, title
from game.ui.demonstration import caption, head
from game.ui.demonstration.column import build
from game.ui.demonstration.stage import DemonstrationStage
from game.ui.demonstration.steps_screen import StepsScreen
from game.ui.host.preferences import preferences
from game.ui.host.screen import Answer, Pop, Push, Screen
from game.ui.keys.gallery_bindings import DEMONSTRATION
from game.ui.pages.problem_page import Problems
from game.ui.playback.animation import Animation
from game.ui.render.theme import theme
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Widget

ON_BUTTONS = ("earlier", "later", "over")  # their keys belong to buttons, which give the reason if they are dimmed


class DemonstrationScreen(StepsScreen[DemonstrationStage]):
    """One demonstration. `place` is its number and the number of all; `turn_to` opens another, `read` the page of a
    rule, `take_over` a battle to play on, `film` the page that writes a film of it. `leave` names the screen that Esc
    leads to. With `onward` the next one follows at the end."""

    key_table = DEMONSTRATION

    def __init__(
        self,
        show: Demonstration,
        *,
        place: tuple[int, int] = (1, 1),
        turn_to: Callable[[int], Demonstration] | None = None,
        read: Callable[[str], Screen] | None = None,
        take_over: Callable[[Opened], Screen] | None = None,
        leave: Callable[[], Answer] = Pop,
        leads: str = "Gallery",
        playing: bool = True,
        onward: bool = False,
        film: Callable[[StepCursor], Screen] | None = None,
    ) -> None:
        super().__init__(DemonstrationStage(show, self.relay, self._on_step, self._over), playing)
        self.place, self.turn_to, self.read = place, turn_to, read
        self.take_over, self.leave, self.leads, self.film = take_over, leave, leads, film
        self.onward = onward
        self.player.enter()

    # -- stepping ------------------------------------------------------------------------------------------------------

    @property
    def show(self) -> Demonstration:
        return self.stage.show

    @property
    def animation(self) -> Animation:
        """The animation of the present step."""
        return self.player.animation

    @property
    def playing(self) -> bool:
        """Return whether it plays by itself."""
        return self.player.playing

    @property
    def speed(self) -> float:
        """The factor on the usual speed."""
        return self.player.speed

    @property
    def system(self) -> RuleSystem:
        """The game that is shown."""
        return self.show.opened.battle.system

    @property
    def house_in_force(self) -> House:
        """The house rules in force."""
        return self.show.opened.battle.state.house

    def _on_step(self) -> None:
        """Set the rule that F1 opens to that of the new step."""
        self.subject = self.stage.show.step.rule

    def _over(self) -> bool:
        """Go on to the next demonstration in a series. Return whether there is one."""
        follows = self.onward and self.place[0] < self.place[1]
        if follows:
            self.turn(1)
        return follows

    def do(self, action: str) -> None:
        if action in BESIDE:
            BESIDE[action](self)
        super().do(action)

    def letters(self) -> None:
        """Switch between captions for a projector and usual ones, for all later demonstrations as well."""
        preferences.change(large_captions=not preferences.settings.large_captions)

    def read_rule(self) -> None:
        """Open the page of the rule, if the step names one."""
        if self.read and self.show.step.rule:
            self.player.playing = False
            self.answer = Push(self.read(self.show.step.rule))

    def write_film(self) -> None:
        """Open the page that writes a film of it."""
        if self.film:
            self.player.playing = False
            self.answer = Push(self.film(self.show))

    def play_on(self) -> None:
        """Start a battle from the step shown."""
        if self.take_over:
            self.player.playing = False
            self.player.rest()
            self.answer = Push(self.take_over(self.show.taken_over()))

    def quit(self) -> None:
        self.answer = self.leave()

    def turn(self, by: int) -> None:
        """Show another demonstration of the gallery."""
        number = self.place[0] + by
        if not self.turn_to or not 1 <= number <= self.place[1]:
            return
        try:
            show = self.turn_to(number)
        except BadFile as bad:
            self.answer = Push(Problems(bad))
            return
        self.place, self.player.playing = (number, self.place[1]), True
        self.pane.scroll.to(0)
        self.stage.turn_to(show)

    def back(self) -> Answer:
        """Leave to the screen named on the button."""
        return self.leave()

    # -- Screen --------------------------------------------------------------------------------------------------------

    def _action(self, event: Event) -> str:
        """Leave actions with a button, such as taking over, to the button."""
        action = super()._action(event)
        return "" if action in ON_BUTTONS else action

    @property
    def share(self) -> float:
        """The share of the present step that has played, 0 to 1."""
        return self.animation.share

    # -- laying out ----------------------------------------------------------------------------------------------------

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return bar, column and caption round the board."""
        big = preferences.settings.large_captions
        layout = self._frame(area, big)
        page, px, step = self.show.page, theme.px, self.show.step
        under = f"{title(page.group)} {number_of(page.address)}".strip() if page else ""
        titles = page.title if page else self.show.title, under
        if page and own_folder() in Path(self.show.opened.document.name).parents:
            titles = self.show.title, f"{number_of(page.address)}  {page.title}".strip()
        made = head.head(layout, titles, self.show.rule, self.place, self.do, self.leads, self.film is not None)
        column = Column(layout.column.inflate(-px(44), -px(28)))
        words = caption.Caption(layout.words, step.large, step.small, step.rule, layout.low, big)
        row = caption.buttons(
            layout.buttons,
            self.show,
            self.playing,
            self.speed,
            self.do,
            layout.small,
            lambda track: caption.Stations(track, self.show, lambda: self.share, self.player.go),
            lambda place: caption.letters(place, big, self.do),
        )
        inner = layout.column.inflate(0, -px(28))
        return [
            *made,
            words,
            *row,
            *self.pane.fill(inner, build(column, self.show, self.player.go, self.stage.adviser.picture), 8),
        ]


BESIDE: dict[str, Callable[[DemonstrationScreen], object]] = {  # buttons without a key in a table
    "read": DemonstrationScreen.read_rule,
    "leave": DemonstrationScreen.quit,
}
