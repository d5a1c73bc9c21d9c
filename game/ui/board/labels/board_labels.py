"""The labels of a board: the names of ships, counters and terrain, their forms, and their present places.

A label names one piece, or all ships on one spot. Without room, its second line is dropped first, then names of
terrain, then it is cut to initials. A label without any place is left out, and shown while its piece is pointed at.
Labels keep their places, relative to what they name, as long as possible, even while the table is dragged or ships
move. No part of the rules.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import pygame
from pygame import Rect, Surface

from game.ui.board.label_engine import pictures
from game.ui.board.label_engine.pictures import BUSY, NAME, SLACK, SMALL, Name, Word, name_size
from game.ui.board.label_engine.placement import PlacementTable, lay_out
from game.ui.board.label_engine.positions import LabelForm, LabelRequest, LabelSurroundings, PlacedLabel
from game.ui.board.labels.terrain_names import TerrainName, terrain_names
from game.ui.board.layers import counters, ships
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import Scene
from game.ui.render.shapes import box, mark, paste
from game.ui.render.text import text
from game.ui.render.theme import Colour, cached, mix, theme

Id = str
ILL = 9.0  # most points of lines that a name may cover unless no form has a better place
ABOUT = 60  # design pixels round freed ground in which labels are placed again
ONE_SPOT = 3.0  # design pixels within which ships are named together
TINT = 0.25  # share by which a leader is lighter than its label
COUNTER, TERRAIN = 3, 5  # ranks of labels: the lower is placed first
WHOLE = "full", "plate", "plain", "chip"  # forms without any loss


@dataclass(frozen=True)
class LabelWriting:
    """The words of one label, and the pictures of its forms."""

    colour: Colour
    what: tuple[Name, ...] = ()  # names of ships, and of counters with more than one line
    words: tuple[str, ...] = ()  # words of other counters: everything, then less
    short: tuple[str, ...] = ()  # the initials of all it names
    terrain: TerrainName | None = None

    @property
    def cut(self) -> tuple[Name, ...]:
        return tuple(replace(one.bare, name=short) for one, short in zip(self.what, self.short))

    def picture(self, form: LabelForm, side: int, backed: bool) -> Surface:
        """Return its picture in a form."""
        match form.kind:
            case "full":
                return pictures.name_picture(self.what[0], side, backed=backed)[0]
            case "line" | "small" | "initials":
                bare = self.cut[0] if form.kind == "initials" else self.what[0].bare
                return pictures.name_picture(bare, side, NAME if form.kind == "line" else SMALL, backed)[0]
            case "plate":
                return pictures.with_plate(pictures.name_picture(self.what[0], 0)[0], self.colour)
            case "plate line" | "plate initials":
                bare = self.cut[0] if form.kind == "plate initials" else self.what[0].bare
                return pictures.with_plate(pictures.name_picture(bare, 0, SMALL)[0], self.colour)
            case "stack" | "stack initials":
                return stack_picture(lines_of(self.what if form.kind == "stack" else self.cut))
            case "plain":
                return pictures.plain_picture(self.words[0], self.colour)
            case "terrain":
                assert self.terrain is not None
                return self.terrain.picture
        words = {"chip": self.words[0], "short": self.words[-1]}.get(form.kind, self.short[0] if self.short else "")
        return pictures.chip_picture(words, self.colour, 14)


def plate_size(what: Name, size: float = NAME) -> tuple[int, int]:
    wide, high = pictures.name_size(what, size)
    return wide + 2 * theme.px(SLACK) + 1 + theme.px(8), high + 2 * theme.px(SLACK) + 1 + theme.px(4)


@cached(2048)
def forms_of(one: LabelWriting, vital: bool = False) -> tuple[LabelForm, ...]:
    """Return the ways to write a label, the fullest first. A `vital` label prefers standing off to losing a line, and
    at last its leader may cross other pieces."""
    if one.terrain:
        spots, size = tuple((0, rect) for rect in one.terrain.spots), one.terrain.picture.get_size()
        off = LabelForm("terrain", size, 2, far=True, tied=True)
        own = LabelForm("terrain", size, spots=spots, busy=2 * ILL)
        return own, LabelForm("terrain", size, 1), off, replace(off, level=4)
    if one.words:
        whole, less = (pictures.chip_size(words, 14) for words in (one.words[0], one.words[-1]))
        plain = LabelForm("plain", pictures.plain_picture(one.words[0], one.colour).get_size(), busy=1)
        far = LabelForm("short", less, 3, far=True, tied=True)
        found = plain, LabelForm("chip", whole), LabelForm("short", less, 1), far
        if not one.short:
            return found
        cut = LabelForm("cut", pictures.chip_size(one.short[0], 14), 3)
        far = replace(cut, level=4, far=True, tied=True)
        return *found, cut, far, replace(far, level=5, late=True)
    return _of_stack(one, vital) if len(one.what) > 1 else _of_one_name(one, vital)


def _of_stack(one: LabelWriting, vital: bool) -> tuple[LabelForm, ...]:
    whole, cut = (stack_size(lines_of(names)) for names in (one.what, one.cut))
    near, off = LabelForm("stack", whole), LabelForm("stack", whole, 2, far=True)
    last = LabelForm("stack initials", cut, 4, far=True, tied=True)
    found = near, off, replace(off, level=3, tied=True), LabelForm("stack initials", cut, 3), last
    return *found, replace(last, level=5, over=vital, late=not vital)


def _of_one_name(one: LabelWriting, vital: bool) -> tuple[LabelForm, ...]:
    what, cut = one.what[0], one.cut[0]
    bare, full = what.bare, LabelForm("full", pictures.name_size(what), busy=ILL)
    line = LabelForm("line", pictures.name_size(bare), 1, busy=ILL)
    small = LabelForm("small", pictures.name_size(bare, SMALL), 1, busy=ILL)
    off = LabelForm("plate line", plate_size(bare, SMALL), 2, far=True)
    tied = replace(off, level=3, tied=True)
    shorter = (line, small) if what.second else (small,)
    near = LabelForm("initials", pictures.name_size(cut, SMALL), 3)
    far = LabelForm("plate initials", plate_size(cut, SMALL), 4, far=True, tied=True)
    if vital:
        plate, anywhere = LabelForm("plate", plate_size(what), far=True), replace(tied, level=4)
        over, last = replace(tied, level=5, over=True), replace(far, level=5, over=True)
        return full, plate, *shorter, off, tied, anywhere, over, near, far, last
    whole, last = replace(tied, level=4, late=True), replace(far, level=5, late=True)
    return full, *shorter, off, replace(small, busy=3 * ILL, level=2), tied, whole, near, far, last


class Labels:
    """The present and earlier places of labels."""

    def __init__(self) -> None:
        self.names: tuple[Word, ...] = ()  # words of ships
        self.bodies: tuple[Word, ...] = ()  # words of terrain
        self.pieces: tuple[Word, ...] = ()  # words of counters, and of the ends of ships
        self.laid: dict[str, PlacedLabel] = {}
        self._left_out: frozenset[str] = frozenset()
        self._ground: LabelSurroundings | None = None

    @property
    def words(self) -> tuple[Word, ...]:
        return (*self.names, *self.bodies, *self.pieces)

    @property
    def rects(self) -> list[Rect]:
        return [word.rect for word in self.words]

    def plan(self, asked: Asked, ground: LabelSurroundings, moving: bool, calm: bool = False) -> None:
        """Place all labels asked for. While the table is `moving`, or `calm` because only the selection has changed,
        labels stay as they are if possible."""
        wanted, freed = asked.wanted, self._freed_areas(ground) if calm else None
        self.laid = lay_out(PlacementTable(ground), wanted, self.laid, self._left_out, moving, freed)
        self._left_out, self._ground = frozenset(one.key for one in wanted) - self.laid.keys(), ground
        self._words(asked, ground)

    def _freed_areas(self, ground: LabelSurroundings) -> list[Rect]:
        """Return the areas round ground freed since labels were placed, which some of them may use."""
        before = self._ground
        if before is None:
            return []
        found = [rect for rect in before.taken if rect.collidelist(ground.taken) < 0]
        found += [
            rect for rect in (ground.barred.freed_rect(before.barred), ground.lines.freed_rect(before.lines)) if rect
        ]
        more = round(2 * ABOUT * ground.unit)
        return [rect.inflate(more, more) for rect in found]

    def _words(self, asked: Asked, ground: LabelSurroundings) -> None:
        """Make the pictures of all labels in their places."""
        found: dict[str, list[Word]] = {"ship": [], "body": [], "counter": []}
        for key, one in self.laid.items():
            found[asked.kind(key)].append(word_of(asked.write(one.wanted.keys), one, ground))
        self.names, self.bodies, self.pieces = tuple(found["ship"]), tuple(found["body"]), tuple(found["counter"])


def word_of(writing: LabelWriting, laid: PlacedLabel, ground: LabelSurroundings) -> Word:
    """Return the picture of a label in its place."""
    form, spot, rect = laid.form, laid.spot, laid.spot.rect
    bare = form.kind in ("full", "line", "small", "initials")
    backed = bare and ground.lines.count(rect) > BUSY
    picture = writing.picture(form, spot.side, backed)
    corner = (rect.x - theme.px(SLACK), rect.y - theme.px(SLACK)) if bare else rect.topleft
    tie = (*spot.ends, mix(writing.colour, theme.palette.white, TINT)) if spot.ends else None
    keys = laid.wanted.keys
    return Word(picture, rect, corner, tie, keys[0], form.kind in WHOLE, spot.side, backed, keys)


class Asked:
    """The words of the labels of a scene."""

    def __init__(
        self,
        camera: Camera,
        scene: Scene,
        look: Mapping[Id, ships.ShipLook],
        rects: Mapping[Id, Rect],
        bare: frozenset[Id],
        backed: bool,
    ) -> None:
        self.camera, self.scene, self.look, self.rects, self.bare, self.backed = (
            camera,
            scene,
            look,
            rects,
            bare,
            backed,
        )
        self._written: dict[tuple[str, ...], LabelWriting] = {}

    def kind(self, key: str) -> str:
        """Return what a key is: a ship, terrain, or a counter."""
        return "ship" if key in self.rects else "body" if key in self._terrain else "counter"

    @cached_property
    def _terrain(self) -> dict[str, TerrainName]:
        return {f"terrain:{key}": one for key, one in terrain_names(self.camera, self.scene, self.backed).items()}

    @cached_property
    def _counters(self) -> dict[str, counters.Said]:
        return {one.key: one for one in counters.counter_labels(self.camera, self.scene)}

    @cached_property
    def _initials(self) -> dict[str, str]:
        """Return the names of all pieces in initials. Cached for a view."""
        state, tokens = self.scene.view.state, counters.tokens_of(self.scene)
        return initials([*(ship.name for ship in state.ships.values()), *(one.name for one in tokens if one.name)])

    @property
    def wanted(self) -> list[LabelRequest]:
        """The wanted labels, one for each name or group of names."""
        alone = ((key,) for key in (*self._counters, *self._terrain))
        return [self._ships(keys) for keys in self._spots()] + [self._other(keys) for keys in alone]

    def _spots(self) -> list[tuple[Id, ...]]:
        """Return the ships in view, grouped by spot."""
        at, near = ships.berths(self.scene), ONE_SPOT * theme.scale / self.camera.scale
        found: list[tuple[Id, ...]] = []
        for key in self.rects:
            nth = next((n for n, keys in enumerate(found) if math.dist(at[keys[0]], at[key]) <= near), len(found))
            found[nth:] = [(*(found[nth] if nth < len(found) else ()), key), *found[nth + 1 :]]
        return found

    def _ships(self, keys: tuple[Id, ...]) -> LabelRequest:
        rank = min(ships.urgency(self.scene, key) for key in keys)
        largest = max(keys, key=lambda key: self.rects[key].w)
        outline = ships.outline(self.camera, self.scene, largest, self.look[largest].glyph)
        return LabelRequest(keys, self.rects[largest], forms_of(self.write(keys), rank < 2), rank, outline)

    def _other(self, keys: tuple[str]) -> LabelRequest:
        if keys[0] in self._terrain:
            return LabelRequest(keys, self._terrain[keys[0]].home, forms_of(self.write(keys)), TERRAIN)
        vital = self.scene.chosen == keys[0]
        return LabelRequest(
            keys, self._counters[keys[0]].home, forms_of(self.write(keys), vital), 0 if vital else COUNTER
        )

    def write(self, keys: tuple[str, ...]) -> LabelWriting:
        if keys not in self._written:
            self._written[keys] = self._write(keys)
        return self._written[keys]

    def _write(self, keys: tuple[str, ...]) -> LabelWriting:
        if keys[0] in self.rects:
            said = [ships.name_of(self.scene, key, self.look[key], key in self.bare) for key in keys]
            what = tuple(ships.widest(self.scene, key, one) for key, one in zip(keys, said))
            return LabelWriting(what[0].colour, what, short=tuple(self._initials[one.name] for one in what))
        if keys[0] in self._terrain:
            return LabelWriting(theme.palette.muted, terrain=self._terrain[keys[0]])
        told = self._counters[keys[0]]
        short = tuple(self._initials[one] for one in (told.called,) if one)
        if told.name:
            return LabelWriting(told.name.colour, (told.name,), short=short)
        return LabelWriting(self.scene.colour(told.owner), words=told.words, short=short)


LETTERS = 4  # letters of a one-word name that its initials begin with


def initials(names: Iterable[str]) -> dict[str, str]:
    """Return the initials of names: of `Caldera` `Cald…`, of `Steadfast Oak` `SO`. Equal ones get more letters of the
    first word."""
    found = {name: _abbreviate(name, 1 if " " in name else LETTERS) for name in names}
    more = LETTERS
    while alike := [name for name, short in found.items() if short != name and Counter(found.values())[short] > 1]:
        more += 1
        found |= {name: _abbreviate(name, more) for name in alike}
    return found


def _abbreviate(name: str, letters: int) -> str:
    """Return `letters` letters of the first word and one of each other word, with an ellipsis where a word is cut to
    more than its initial. If that is hardly shorter, return the whole name."""
    first, *rest = name.split() or [name]
    if letters >= len(first) - (not rest):
        return name
    return first[:letters] + "…" * (letters > 1) + "".join(word[0] for word in rest)


LINE, SIZE = 19, 15  # design pixels: line spacing, letters
LISTED = 6  # most lines: with more names, the last line has the number left out


def lines_of(names: Sequence[Name]) -> tuple[Name, ...]:
    """Return the names to be written; the last line may have the number left out."""
    if len(names) <= LISTED:
        return tuple(names)
    left = Name(
        f"and {len(names) - LISTED + 1} more", "", theme.palette.text, any(one.waiting for one in names[LISTED - 1 :])
    )
    return (*names[: LISTED - 1], left)


def stack_size(names: Sequence[Name]) -> tuple[int, int]:
    """Return the size of the names on their plate, in real pixels."""
    wide = max(name_size(one.bare, SIZE)[0] for one in names)
    return wide + 2 * theme.px(8), theme.px(LINE * len(names) + 6)


@cached(128)
def stack_picture(names: tuple[Name, ...]) -> Surface:
    """Return the names on a plate."""
    out = Surface(stack_size(names), pygame.SRCALPHA)
    box(out, out.get_rect(), theme.palette.well, 6, 236, mix(names[0].colour, theme.palette.well, 0.55), 1)
    for n, one in enumerate(names):
        x, y = theme.px(8), theme.px(3 + LINE * (n + 0.5))
        if one.waiting:
            todo = mark("todo", theme.palette.yellow, 18)
            paste(out, todo, (x, y - todo.get_height() / 2))
            x += todo.get_width() + theme.px(4)
        text(out, one.name.upper(), (x, y), SIZE, one.colour, "b", "midleft", 1)
    return out
