"""How a moving picture is made: its size, how fast it goes, how finely movement is drawn, and in how many colours."""

from __future__ import annotations

from game.core.values import frozen

FILM_SIZES = ((640, 430), (800, 540), (1280, 800))  # pixels; the second is the default
FRAMES = (2, 20)  # frames that a movement may have
COLOURS = (16, 256)  # colours that a film may have


@frozen
class FilmLook:
    """Pixels; speed, 1 is normal; frames of each movement; colours of all frames together. Fewer of each make a smaller
    file."""

    size: tuple[int, int] = FILM_SIZES[1]
    speed: float = 1.0
    frames: int = 6
    colours: int = 80


USUAL = FilmLook()
