"""The names of ships while they move; no part of the rules.

Each name follows its ship. It changes sides, or stands off, where it would cover another name or a hull; none is left
out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pygame import Rect

from game.ui.board.label_engine.pictures import SLACK, SMALL, Name, Word, name_picture
from game.ui.board.label_engine.positions import FAR, ROUND, TURNS, bounding_rect, leader
from game.ui.board.layers import ships
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import DrawnPose, Scene
from game.ui.render.theme import mix, theme

Id = str


class GlidingNames:
    """The places of names in the last frame, relative to their ships. They are kept as long as possible."""

    def __init__(self) -> None:
        self._last: dict[Id, int] = {}
        self.words: tuple[Word, ...] = ()  # as in the last frame

    def rest(self) -> None:
        """Reset, because nothing moves any more."""
        self._last, self.words = {}, ()

    def carry(
        self,
        camera: Camera,
        scene: Scene,
        seen: Mapping[Id, ships.ShipLook],
        planned: Sequence[Word],
        places: Mapping[Id, DrawnPose],
        fixed: Sequence[Rect],
    ) -> tuple[Word, ...]:
        """Return a name for every ship in view, clear of the `fixed` rects, hulls and each other."""
        own = {word.key: word for word in planned if len(word.keys) < 2 and not word.leader}
        berths, hulls = ships.berths(scene), ships.moving_hulls(camera, scene, seen, places)
        solid, laid, last = [*fixed, *hulls.values()], list[Word](), dict[Id, int]()
        for key in sorted(hulls, key=lambda one: (ships.urgency(scene, one), one)):
            word, (x0, y0), (x1, y1) = own.get(key), camera.xy(berths[key]), camera.xy(places[key].at)
            if not camera.rect.collidepoint(x1, y1):
                continue
            moved = _move_word(word, round(x1 - x0), round(y1 - y0)) if word else None
            offered = _Offer(scene, key, seen[key], hulls[key], moved)
            taken = [*solid, *(one.rect for one in laid)]
            nth = _choose(offered, self._last.get(key), taken, hulls[key], laid, camera.rect)
            laid.append(offered[nth])
            last[key] = nth
        self._last, self.words = last, tuple(laid)
        return self.words


def _move_word(word: Word, dx: int, dy: int) -> Word:
    return replace(word, rect=word.rect.move(dx, dy), corner=(word.corner[0] + dx, word.corner[1] + dy))


class _Offer:
    """Possible forms and places of a ship's name. They are those planned, then one line round its ship, then one with a
    leader. Each is made when it is first asked for."""

    def __init__(self, scene: Scene, key: Id, look: ships.ShipLook, hull: Rect, moved: Word | None) -> None:
        self.key, self.hull, self._moved = key, hull, moved
        self._bare = replace(ships.name_of(scene, key, look), second="")
        self._made: dict[int, Word] = {}

    def __len__(self) -> int:
        return 1 + len(ROUND) + len(FAR) * len(TURNS)

    def __getitem__(self, nth: int) -> Word:
        if nth not in self._made:
            self._made[nth] = self._make(nth)
        return self._made[nth]

    def _make(self, nth: int) -> Word:
        if nth == 0:
            return self._moved or _line(self._bare, self.key, self.hull, 0)
        if nth <= len(ROUND):
            return _line(self._bare, self.key, self.hull, nth - 1)
        picture, wide, high = name_picture(self._bare, 0, SMALL, True)
        away, turn = divmod(nth - 1 - len(ROUND), len(TURNS))
        (x, y), (across, down) = self.hull.center, TURNS[turn]
        far, rect = self.hull.w + FAR[away] * theme.scale, Rect(0, 0, wide, high)
        rect.center = round(x + across * (far + wide / 2)), round(y + down * (far + high / 2))
        tie = (*leader(self.hull, rect, theme.scale), mix(self._bare.colour, theme.palette.space, 0.5))
        corner = rect.x - theme.px(SLACK), rect.y - theme.px(SLACK)
        return Word(picture, rect, corner, tie, self.key, False, keys=(self.key,))


def _line(bare: Name, key: Id, hull: Rect, nth: int) -> Word:
    side, (left, top), across, down = ROUND[nth]
    picture, wide, high = name_picture(bare, side, SMALL, True)
    (x, y), far = hull.center, hull.w + 8 * theme.scale
    rect = Rect(round(x + across * far - left * wide), round(y + down * far - top * high), wide, high)
    return Word(
        picture, rect, (rect.x - theme.px(SLACK), rect.y - theme.px(SLACK)), None, key, False, side, True, (key,)
    )


def _choose(
    offered: _Offer, last: int | None, taken: Sequence[Rect], hull: Rect, laid: Sequence[Word], area: Rect
) -> int:
    """Return the index of a place for a name: the last one if it is still free, else the first free one. If none is
    free, it is the one that covers least."""

    def free(nth: int) -> bool:
        word = offered[nth]
        if word.rect.collidelist(taken) >= 0 or not area.contains(word.rect):
            return False
        ends = word.leader[:2] if word.leader else None
        if ends and any(
            taken[i].clipline(ends) for i in bounding_rect(ends).collidelistall(taken) if taken[i] is not hull
        ):
            return False
        return not any(one.leader and word.rect.clipline(one.leader[:2]) for one in laid)

    first = [last] if last is not None and last < len(offered) else []
    found: int | None = next((nth for nth in (*first, *range(len(offered))) if free(nth)), None)
    if found is not None:
        return found
    return min(range(len(offered)), key=lambda nth: (len(offered[nth].rect.collidelistall(taken)), nth))
