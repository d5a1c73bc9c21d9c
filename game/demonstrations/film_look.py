"""The options of a film as a moving picture: size, speed, frames per movement, colours."""

from __future__ import annotations

from game.core.values import frozen

FILM_SIZES = ((640, 430), (800, 540), (1280, 800))  # pixels; the second is the default
FRAMES = (2, 20)  # least and most frames per movement
COLOURS = (16, 256)  # least and most colours


@frozen
class FilmLook:
    """Size in pixels; speed, 1 being normal; frames per movement; colours shared by all frames. Lower values make a
    smaller file. Captions stand under the board, and dice over its corner."""

    size: tuple[int, int] = FILM_SIZES[1]
    speed: float = 1.0
    frames: int = 6
    colours: int = 80
    captions: bool = True
    dice: bool = True


USUAL = FilmLook()
