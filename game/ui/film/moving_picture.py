"""A film as an animated WebP or GIF: the board as in the window, with the caption below; no part of the rules.

A move of ships has several frames. Every other step has one, which stays as long as it takes to read. All frames share
a few colours without dithering, so that a file stores only the pixels that change.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pygame
from PIL import Image
from pygame import Rect, Surface

from game.battle.view import View
from game.board.boards import board_of
from game.demonstrations.film_look import USUAL, FilmLook
from game.demonstrations.steps import DemonstrationStep, StepCursor
from game.seating.outcomes import Act
from game.ui.board.model.playback import Playback
from game.ui.board.model.scene import Scene
from game.ui.board.view import BoardView
from game.ui.demonstration.caption import Caption
from game.ui.demonstration.picture import scenes
from game.ui.demonstration.picture.advised import advice_of
from game.ui.film.page import drawing
from game.ui.film.score import frames
from game.ui.playback.lanes import lanes_of
from game.ui.render.dice_tray import DiceTray
from game.ui.render.text import fit_text
from game.ui.render.theme import mix, theme

Say = Callable[[int, int], object]  # called with the number of frames drawn so far, and of all
WORDS, TRAY = 92, 360  # pixels: height of the caption, width of the dice
CORNER = (330, 36)  # pixels: area of turn and phase, in which no name is written
FEWEST, MOST = 2, 500  # least frames of a move; frames of a film from which moves have fewer
MOVES = 1800  # ms of a move
STANDS, READS = 500, 22  # ms of a step, and of each letter of its caption
PACKING: dict[str, dict[str, Any]] = {  # Pillow's options for each format
    "WEBP": {"lossless": True, "quality": 40, "method": 2},
    "GIF": {"optimize": True},
}


@dataclass(frozen=True)
class Exposure:
    """One frame: the step, the moving act with its share done, and ms. Without an act it shows the end of the step."""

    step: int
    act: int
    share: float
    ms: int


def plan(reel: StepCursor, look: FilmLook = USUAL) -> list[Exposure]:
    """Return the exposures of all frames of a film."""
    speed = look.speed
    moving = [[n for n, (act, _, _) in enumerate(scenes.acts_of(step)) if act.moves] for step in reel.steps]
    count = sum(map(len, moving))
    passes = max(FEWEST, min(look.frames, (MOST - len(reel.steps)) // max(1, count)))
    found: list[Exposure] = []
    for step, acts in zip(reel.steps, moving):
        shares = [(act, (n + 1) / passes) for act in acts for n in range(passes)]
        found += [Exposure(step.index, act, share, _ms(MOVES / passes, speed)) for act, share in shares]
        words = len(step.large) + len(step.small)
        found.append(Exposure(step.index, -1, 1.0, _ms(STANDS + READS * words, speed)))
    return found


def _ms(time: float, speed: float) -> int:
    """Return ms at a speed, at least the shortest time that browsers can show."""
    return max(20, round(time / speed))


def moving_picture(reel: StepCursor, kind: str, look: FilmLook = USUAL, say: Say = lambda done, of: None) -> bytes:
    """Return a film as a file in the format WEBP or GIF. `say` is called after each frame; an exception from it ends
    the work."""
    exposures = plan(reel, look)
    with drawing(reel):
        camera = FilmCamera(reel, look)

        def shoot(frame: int) -> Image.Image:
            picture = as_image(camera.shoot(exposures[frame]))
            say(frame + 1, len(exposures))
            return picture

        return encode_frames(shoot, exposures, kind, look.colours)


def encode_frames(shoot: Callable[[int], Image.Image], exposures: Sequence[Exposure], kind: str, colours: int) -> bytes:
    """Return a file in a format, made from frames. `shoot` draws the frame with a number; each is asked for once, in
    order."""
    out = io.BytesIO()
    strip = _Strip(shoot, len(exposures), colours, kind == "GIF")
    strip.save(out, kind, save_all=True, duration=[one.ms for one in exposures], loop=0, **PACKING[kind])
    return out.getvalue()


def as_image(surface: Surface) -> Image.Image:
    """Return a surface of pygame as an image of Pillow."""
    return Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))


class _Strip(Image.Image):
    """An image of many frames, each drawn when it is needed; only one is in memory. All frames share one palette, so
    that unchanged pixels are equal. With `indexed` they are stored as palette numbers."""

    def __init__(self, shoot: Callable[[int], Image.Image], count: int, colours: int, indexed: bool) -> None:
        super().__init__()
        self.shoot, self.colours, self.indexed = shoot, colours, indexed
        self.n_frames, self.is_animated = count, count > 1
        self._inks: Image.Image | None = None
        self._now = -1
        self.seek(0)

    def seek(self, frame: int) -> None:
        """Draw a frame. Raises EOFError after the last."""
        if frame >= self.n_frames:
            raise EOFError
        if frame <= self._now:  # an encoder seeks back to the first frame at the end
            return
        self._now = frame
        picture = self.shoot(frame)
        self._inks = self._inks or _inks(picture, self.colours)
        picture = picture.quantize(palette=self._inks, dither=Image.Dither.NONE)
        picture = picture if self.indexed else picture.convert("RGB")
        self.im, self._mode, self._size, self.palette = picture.im, picture.mode, picture.size, picture.palette

    def tell(self) -> int:
        """Return the number of the current frame."""
        return self._now


class FilmCamera:
    """The camera that draws the frames of a reel."""

    def __init__(self, reel: StepCursor, look: FilmLook) -> None:
        self.reel, self.look, self.size = reel, look, look.size
        size = look.size
        self.board = BoardView(Rect(0, 0, size[0], size[1] - (WORDS if look.captions else 0)))
        self.tray = DiceTray(Rect(0, 0, 1, 1), 0)
        self.tray.allow(Rect(size[0] - TRAY - 8, size[1] // 2, TRAY, size[1] // 2 - 6))
        self.corner = Rect(0, 0, min(size[0], CORNER[0]), CORNER[1])
        self.views = list(frames(reel.steps))
        self._aimed: object = None
        self._acts: tuple[int, list[tuple[Act, View, View]]] = (-1, [])

    def shoot(self, one: Exposure) -> Surface:
        """Return the picture of one frame."""
        step = self.reel.steps[one.step]
        if self._acts[0] != one.step:
            self._acts = one.step, scenes.acts_of(step)
        out = Surface(self.size)
        out.fill(theme.palette.panel)
        self._aim(step)
        if one.act < 0:
            self.board.draw(out, scenes.scene_of(step, (self.corner,), advice_of(step)))
        else:
            act, before, _ = self._acts[1][one.act]
            self.board.draw(out, _moving_scene(act, before, one.share, (self.corner,)))
        shown = self.look.dice and one.act < 0
        rolled = [(act, before) for act, before, _ in self._acts[1] if act.dice] if shown else []
        if self.look.captions:
            self._words(out, step, TRAY if rolled else 0)
        for act, before in rolled[-1:]:
            lanes = lanes_of(before, act.events)
            self.tray.throw(lanes, still=True)
            self.tray.draw(out)
        return out

    def _aim(self, step: DemonstrationStep) -> None:
        frame = self.views[step.index]
        if frame != self._aimed:
            self._aimed = frame
            west, south, wide, high = frame
            corners = (west, south), (west + wide, south + high)
            self.board.show(board_of(step.view.state.table), corners, 0.0, 24.0, False)

    def _words(self, out: Surface, step: DemonstrationStep, dice: int) -> None:
        """Draw turn and phase in the upper corner, the caption below beside the dice, and the progress of the film."""
        p, (wide, high) = theme.palette, self.size
        (number, phase), turn = step.phase, step.view.system.turn_word.capitalize()
        words = f"{turn} {step.turn}, phase {number}: {phase.lower()}" if step.index else self.reel.title
        out.fill(p.panel, (0, high - WORDS, wide, WORDS))
        fit_text(out, words, (16, 20), wide - 32, 15, p.muted, "s", "midleft")
        Caption(Rect(18, high - WORDS + 8, wide - 36 - dice, WORDS - 20), step.large, step.small, step.rule, True).draw(
            out
        )
        share = step.index / max(1, len(self.reel.steps) - 1)
        out.fill(p.line, (0, high - 5, wide, 5))
        out.fill(theme.accent, (0, high - 5, round(wide * share), 5))


def _inks(picture: Image.Image, count: int) -> Image.Image:
    """Return the palette of a film: the exact colours of seats and marks, which the first frame may lack, then that
    frame's own."""
    p = theme.palette
    named = (*p.seats, p.white, p.green, p.red, p.yellow, p.die, p.muted)
    fixed = [*named, *(mix(one, p.panel, 0.5) for one in named)][: count // 3]
    found = picture.quantize(count - len(fixed)).getpalette() or []
    inks = Image.new("P", (1, 1))
    inks.putpalette([*found[: 3 * (count - len(fixed))], *(part for colour in fixed for part in colour)])
    return inks


def _moving_scene(act: Act, before: View, share: float, reserved: tuple[Rect, ...]) -> Scene:
    """Return the scene of the board while an act moves."""
    table = before.state.table
    facings = {key: ship.facing for key, ship in before.state.ships.items()}
    film = Playback(act.events, facings, {body.key for body in table.bodies}, board_of(table))
    return Scene.of(before, tools=frozenset({"grid"}), moment=film.at(share * film.arrives), reserved=reserved)
