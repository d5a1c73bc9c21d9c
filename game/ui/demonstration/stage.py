"""The board on which steps are played, with dice and plates: in a demonstration, a replay and the rule book."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable

from pygame import Rect, Surface
from pygame.event import Event

from game.demonstrations.demonstration import Demonstration
from game.demonstrations.steps import DemonstrationStep, StepCursor
from game.seating.memo import Memo
from game.seating.outcomes import Act
from game.ui.board.model.scene import Scene
from game.ui.board.view import BoardView
from game.ui.demonstration import caption
from game.ui.demonstration.picture import placing, scenes
from game.ui.demonstration.picture.advised import StepAdviser
from game.ui.demonstration.picture.preview import look_at, picture_of
from game.ui.host.preferences import preferences
from game.ui.playback.step_player import StepPlayer
from game.ui.render.dice_tray import DiceTray
from game.ui.render.theme import theme

TRAY = 460  # design pixels: width of the dice tray
NEAR = 60  # design pixels between the dice and a ship


class Stage(ABC):
    """Steps on a board. `reading` gives the seconds that a step stays when it plays by itself. `changed` is called when
    the parts beside the board must change. `over` is called at the end of autoplay, and returns whether something
    follows."""

    def __init__(
        self,
        steps: StepCursor,
        reading: Callable[[DemonstrationStep], float],
        changed: Callable[[], object],
        over: Callable[[], bool] = lambda: False,
    ) -> None:
        self.board = BoardView(Rect(0, 0, 640, 400))
        self.tray = DiceTray(Rect(0, 0, 10, 10), 0)
        self.player = StepPlayer(steps, self.tray, scenes.acts_of, reading, changed, self.on_step, over)
        self.aimed: tuple[object, ...] = ()  # key of the camera's last change, made once for each
        self._clock = 0.0

    @abstractmethod
    def on_step(self) -> None:
        """Prepare for another step."""

    @abstractmethod
    def scene(self) -> Scene:
        """Return the scene of the board: the present step at its end, or as far as it has played."""

    @abstractmethod
    def aim(self) -> None:
        """Point the camera as the step asks."""

    @abstractmethod
    def plates(self, dst: Surface) -> None:
        """Draw plates over the board."""

    def resize(self, rect: Rect) -> None:
        """Take a place in the window, with the dice in its lower right corner."""
        px = theme.px
        self.board.resize(rect)
        room = Rect(0, 0, min(px(TRAY), rect.w - px(32)), rect.h // 2)
        room.bottomright = rect.right - px(20), rect.bottom - px(20)
        self.tray.allow(room)

    def handle(self, event: Event) -> bool:
        """Pass an event to the board."""
        return self.board.handle(event, self.scene())

    def tick(self, seconds: float) -> None:
        """Let the steps play."""
        self._clock += seconds * 1000
        self.player.tick(seconds)

    @property
    def moving(self) -> bool:
        """Return whether something is playing, gliding or waiting."""
        return self.player.moving or self.board.busy

    def draw(self, dst: Surface) -> None:
        """Draw board, plates and dice."""
        self.aim()
        self.board.camera.advance(self._clock)
        scene = self.scene()
        self.board.draw(dst, scene, self._clock)
        self.plates(dst)
        act = self.player.animation.act
        if act and act.dice:
            self._keep_clear(act, scene)
            self.tray.draw(dst)

    def _keep_clear(self, act: Act, scene: Scene) -> None:
        """Put the dice into the corner farthest from the ships of an act, first the lower right one."""
        rect, ships = self.tray.rect, scene.view.state.ships
        inner = self.board.rect.inflate(*(2 * [-theme.px(40)]))
        about = {key for event in act.events for key in (event.who, event.whom)} & ships.keys()
        at = [self.board.camera.xy(ships[key].at) for key in about]
        left, right, top, foot = inner.x, inner.right - rect.w, inner.y, inner.bottom - rect.h
        places = [(right, foot), (left, foot), (left, top), (right, top)]

        def crowded(place: tuple[int, int]) -> float:
            lies = Rect(place, rect.size)
            away = (math.hypot(max(lies.x - x, x - lies.right, 0), max(lies.y - y, y - lies.bottom, 0)) for x, y in at)
            return sum(max(0.0, theme.px(NEAR) - one) for one in away)

        rect.x, rect.y = min(places, key=crowded)


class DemonstrationStage(Stage):
    """A demonstration on a board, with the plates and the adviser's map that its steps ask for. `entered` is called at
    every step."""

    def __init__(
        self,
        show: Demonstration,
        changed: Callable[[], object],
        entered: Callable[[], object] = lambda: None,
        over: Callable[[], bool] = lambda: False,
    ) -> None:
        self.show, self._entered = show, entered
        self.dice = True  # plates that show dice are drawn
        self.adviser = StepAdviser(changed)
        self._kept = Memo[tuple[Scene, list[placing.Placed]]]()
        super().__init__(show, caption.standing, changed, over)

    def turn_to(self, show: Demonstration) -> None:
        """Play another demonstration."""
        self.show = self.player.show = show
        self.aimed = ()
        self.player.enter()

    def on_step(self) -> None:
        self.adviser.enter(self.show.step)
        self._entered()

    def tick(self, seconds: float) -> None:
        """Let the steps play, and the adviser work."""
        if self.adviser.busy:
            self.adviser.work()
        super().tick(seconds)

    @property
    def moving(self) -> bool:
        return super().moving or self.adviser.busy

    def aim(self) -> None:
        """Point the camera as the file asks, once for each step and size of the board."""
        step, size = self.show.step, (self.board.rect.size, theme.scale)
        key = (
            step.camera,
            size,
            "all" if not (step.camera.ships or step.camera.at or step.camera.zoom) else step.index,
        )
        if key != self.aimed:
            glide = bool(self.aimed) and self.aimed[1] == size and preferences.animated
            look_at(self.board, step, self.show.steps, glide)
            self.aimed = key

    def scene(self) -> Scene:
        return self.picture()[0]

    def plates(self, dst: Surface) -> None:
        placing.draw(dst, self.board.rect, self.picture()[1])

    def picture(self) -> tuple[Scene, list[placing.Placed]]:
        """Return the scene on the board and the plates over it, cached until the step or the camera changes."""
        if self.player.animation.active:
            return scenes.scene_played(self.show.step, self.player.animation), []
        advice = self.adviser.picture
        key = self.show, self.show.index, self.board.camera.key, theme.scale, theme.palette.name, advice, self.dice
        return self._kept.get(key, lambda: picture_of(self.board, self.show.step, advice, self.dice))
