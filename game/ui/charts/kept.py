"""Charts drawn once and cached as long as their data stay the same."""

from __future__ import annotations

from functools import partial

from pygame import Surface

from game.ui.toolkit.picture_cache import PictureCache
from game.ui.toolkit.widgets import Still

_pictures: dict[tuple[str, str], PictureCache] = {}


class KeptChart(Still):
    """A chart that draws itself with `draw_anew`. `shown` is everything that its picture depends on."""

    @property
    def shown(self) -> object:
        """The value that decides whether the last picture is still valid."""
        return None

    def draw_anew(self, dst: Surface) -> None: ...

    def draw(self, dst: Surface) -> None:
        kept = _pictures.setdefault((type(self).__name__, self.name), PictureCache())
        kept.draw(dst, self.rect, (tuple(dst.get_clip()), self.shown), partial(self.draw_anew, dst))
