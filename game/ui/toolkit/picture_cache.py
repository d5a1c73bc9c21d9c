"""Cached pictures of widgets that look the same as before; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from pygame import BLEND_PREMULTIPLIED, SRCALPHA, Rect, Surface

from game.ui.render.theme import theme
from game.ui.toolkit.widgets import Widget

MOST = 600  # most pictures kept, about 20 MB: two full screens of rows and buttons

_pictures: dict[Hashable, Surface] = {}
_forgotten = 0  # number of times the cache has been emptied


def forget() -> None:
    global _forgotten
    _forgotten += 1
    _pictures.clear()


theme.forget_with(_pictures.clear)


class PictureCache:
    """One part of the window as last drawn, over a ground that stays the same. With `waits`, it caches only content
    drawn twice in a row, because a copy of content that changes every frame would be wasted. While it is `held`, it
    shows its last picture, so that a frame that lays widgets out draws none of them."""

    held = False

    def __init__(self, waits: bool = False) -> None:
        self._key: object = None
        self._picture: Surface | None = None
        self._waits, self._kept = waits, False

    def draw(self, dst: Surface, r: Rect, key: object, draw: Callable[[], object]) -> None:
        """Blit the content of `r` while the key, the scale and the colours are the same. Otherwise call `draw` on `dst`
        again."""
        key = (tuple(r), _forgotten, theme.scale, theme.palette.name, theme.seated, key)
        kept = self._picture if self._kept else None
        held, self.held = self.held, False
        if held and kept and kept.get_size() == r.size:
            dst.blit(kept, r)
            return
        again, self._key = self._key == key, key  # identity is faster than equality
        if again and kept:
            dst.blit(kept, r)
            return
        draw()
        self._kept = (again or not self._waits) and r.clip(dst.get_rect()) == r
        if not self._kept:
            return
        if self._picture is None or self._picture.get_size() != r.size or dst.get_flags() & SRCALPHA:
            self._picture = dst.subsurface(r).copy()
        else:  # reuse the surface, because a new one takes longer than a copy
            self._picture.blit(dst, (0, 0), r)


class WidgetsPicture:
    """Widgets in one part of the window, as last drawn together, over a ground that stays the same. With `fills`, they
    are drawn on the panel's plain colour, which the caller need not draw."""

    def __init__(self, fills: bool = False) -> None:
        self._picture, self._fills = PictureCache(), fills

    def hold(self, on: bool) -> None:
        """Show the last picture while `on`."""
        self._picture.held = on

    def draw(self, dst: Surface, r: Rect, widgets: Sequence[Widget], about: object = None) -> None:
        """Blit all widgets, redrawn if one looks different. `about` is the rest of the ground's state. Live widgets are
        drawn above."""
        kept, live = [w for w in widgets if not w.live], [w for w in widgets if w.live]

        def anew() -> None:
            if self._fills:
                dst.fill(theme.palette.panel, r)
            for widget in kept:
                draw_kept(dst, widget)

        if dst.get_clip().contains(r):
            self._picture.draw(dst, r, (about, [(type(w), w.seen) for w in kept]), anew)
        else:
            anew()
        for widget in live:
            widget.draw(dst)


def draw_cached(dst: Surface, widget: Widget, look: Hashable, draw: Callable[[Surface], object]) -> None:
    """Blit the picture of a widget on a panel. `look` is everything on which it depends besides size, scale and
    colours. The ground under it must be the panel's plain colour, and `draw` must stay inside the rect. Half pixels
    round to even, so pictures that begin at odd places are cached apart."""
    r = widget.rect
    odd = r.x & 1, r.y & 1
    key = (type(widget), r.w, r.h, odd, theme.seated, look)
    picture = _pictures.get(key)
    if picture is None:
        picture = _keep(key, Surface((r.w + odd[0], r.h + odd[1])))
        picture.fill(theme.palette.panel)
        _draw_at(picture, widget, odd, draw)
    dst.blit(picture, r.topleft, (*odd, r.w, r.h))


def draw_over(dst: Surface, widget: Widget) -> None:
    """Blit the picture of a widget over a changing ground, or draw it if it cannot be cached."""
    look, r = widget.look, widget.rect
    if look is None:
        widget.draw(dst)
        return
    odd = r.x & 1, r.y & 1
    key = (type(widget), r.w, r.h, odd, theme.seated, look, "over")
    picture = _pictures.get(key)
    if picture is None:
        picture = _keep(key, Surface((r.w + odd[0], r.h + odd[1]), SRCALPHA))
        _draw_at(picture, widget, odd, widget.draw)
    dst.blit(picture, r.topleft, (*odd, r.w, r.h), special_flags=BLEND_PREMULTIPLIED)


def _keep(key: Hashable, picture: Surface) -> Surface:
    """Cache a picture, in place of the oldest if the cache is full."""
    if len(_pictures) >= MOST:
        del _pictures[next(iter(_pictures))]
    _pictures[key] = picture
    return picture


def _draw_at(picture: Surface, widget: Widget, at: tuple[int, int], draw: Callable[[Surface], object]) -> None:
    """Draw a widget as if it were elsewhere."""
    place, widget.rect.topleft = widget.rect.topleft, at
    draw(picture)
    widget.rect.topleft = place


def draw_kept(dst: Surface, widget: Widget) -> None:
    """Blit the picture of a widget, or draw it if it cannot be cached."""
    look = widget.look
    if look is None:
        widget.draw(dst)
    else:
        draw_cached(dst, widget, look, widget.draw)
