"""The labels of a board: what ships, counters and terrain are called, in which forms, and where all of it stands just now.

They keep their places for as long as they may, seen from what they name: also while the table is dragged about or ships move.
No part of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from pygame import Rect, Surface

from game.ui.board.label_engine import pictures
from game.ui.board.label_engine.pictures import BUSY, NAME, SLACK, SMALL, Name, Word
from game.ui.board.label_engine.placement import PlacementTable, lay_out
from game.ui.board.label_engine.positions import LabelForm, LabelSurroundings, Laid, Wanted
from game.ui.board.labels import numbered_key
from game.ui.board.labels.numbered_key import LISTED, NumberedKey, NumberedName
from game.ui.board.labels.terrain_names import TerrainName, terrain_names
from game.ui.board.layers import counters, ships
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import Scene
from game.ui.render.theme import Colour, cached, mix, theme

Id = str
ILL = 9.0  # points of lines that a name covers only where it finds no better place in any form
ABOUT = 60  # design pixels round what has become free in which labels are set anew
ROUNDS = 6  # times that labels are set anew until the list of numbers has room


@dataclass(frozen=True)
class LabelWriting:
    """The words of one label, and the pictures of its forms."""

    number: int
    names: tuple[tuple[str, Colour], ...]  # as the list of numbers has them
    what: tuple[Name, ...] = ()  # ships
    words: tuple[str, ...] = ()  # of counters: everything, then less
    terrain: TerrainName | None = None

    @property
    def colour(self) -> Colour:
        """That of all it names, or nobody's."""
        return numbered_key.colour_of(self.names)

    @property
    def waiting(self) -> bool:
        """Does one of them need an order?"""
        return any(one.waiting for one in self.what)

    def picture(self, form: LabelForm, side: int, backed: bool) -> Surface:
        """How it looks in a form."""
        match form.kind:
            case "full":
                return pictures.name_picture(self.what[0], side, backed=backed)[0]
            case "line" | "small":
                bare = self.what[0].bare
                return pictures.name_picture(bare, side, SMALL if form.kind == "small" else NAME, backed)[0]
            case "plate":
                return pictures.plated(pictures.name_picture(self.what[0], 0)[0], self.colour)
            case "plate line":
                return pictures.plated(pictures.name_picture(self.what[0].bare, 0, SMALL)[0], self.colour)
            case "stack":
                return numbered_key.stack_picture(self.what)
            case "plain":
                return pictures.plain_picture(self.words[0], self.colour)
            case "chip" | "short":
                return pictures.chip_picture(self.words[form.kind == "short"], self.colour, 14)
            case "terrain":
                assert self.terrain is not None
                return self.terrain.picture
        return numbered_key.number_picture(self.number, self.colour, self.waiting)


def plate_size(what: Name, size: float = NAME) -> tuple[int, int]:
    """The size of a name on a plate of its own."""
    wide, high = pictures.name_size(what, size)
    return wide + 2 * theme.px(SLACK) + 1 + theme.px(8), high + 2 * theme.px(SLACK) + 1 + theme.px(4)


@cached(2048)
def forms_of(one: LabelWriting, vital: bool = False, tied: bool = False) -> tuple[LabelForm, ...]:
    """Ways to write a label, the fullest first; a vital one rather stands off than that it loses a line, and at last wherever
    there is room. `tied`: its leader may at last lead past other pieces, since the ends of the ship in hand lie all round."""
    number = numbered_key.number_size(one.number, one.waiting)
    beyond = (LabelForm("number", number, 5, far=True, tied=True),) if tied else ()
    last = (LabelForm("number", number, 3), LabelForm("number", number, 4, far=True), *beyond)
    if one.terrain:
        spots = tuple((0, rect) for rect in one.terrain.spots)
        past = LabelForm("number", number, 6, far=True, tied=True, over=True)  # by a leader over the scale bar or another body
        return (LabelForm("terrain", one.terrain.picture.get_size(), spots=spots, busy=2 * ILL),
                LabelForm("terrain", one.terrain.picture.get_size(), 1), *last, past)  # fmt: skip
    if len(one.what) > 1:
        stack = numbered_key.stack_size(one.what) if len(one.what) <= LISTED else None
        return (*((LabelForm("stack", stack), LabelForm("stack", stack, 2, far=True)) if stack else ()), *last)
    if one.words:
        forms = zip(("chip", "short"), one.words, (0, 1))
        chips = tuple(LabelForm(kind, pictures.chip_size(words, 14), level) for kind, words, level in forms)
        return (LabelForm("plain", pictures.plain_picture(one.words[0], one.colour).get_size(), busy=1), *chips, *last)
    what = one.what[0]
    bare, full = what.bare, LabelForm("full", pictures.name_size(what), busy=ILL)
    line = LabelForm("line", pictures.name_size(bare), 1, busy=ILL)
    small = LabelForm("small", pictures.name_size(bare, SMALL), 1, busy=ILL)
    off = LabelForm("plate line", plate_size(bare, SMALL), 2, far=True)
    shorter = (line, small) if what.second else (small,)
    if vital:
        plate = LabelForm("plate", plate_size(what), far=True)
        return (full, plate, *shorter, off, replace(off, level=3, tied=True), replace(off, level=4, tied=True, over=True), *last)
    return (full, *shorter, off, replace(small, busy=3 * ILL, level=2), *last)


class Labels:
    """Where labels stand, and stood."""

    def __init__(self) -> None:
        self.names: tuple[Word, ...] = ()  # of ships
        self.bodies: tuple[Word, ...] = ()  # of terrain
        self.pieces: tuple[Word, ...] = ()  # of counters, and of places where ships will end
        self.key: NumberedKey | None = None
        self._laid: dict[str, Laid] = {}
        self._ground: LabelSurroundings | None = None

    @property
    def words(self) -> tuple[Word, ...]:
        """All labels."""
        return (*self.names, *self.bodies, *self.pieces)

    @property
    def rects(self) -> list[Rect]:
        """The ground they take, with the list of numbers."""
        return [*(word.rect for word in self.words), *([self.key.rect] if self.key else [])]

    def plan(self, asked: Asked, ground: LabelSurroundings, moving: bool, calm: bool = False) -> None:
        """Find a place for everything that is asked for; numbers come with the list that says whose they are. While the table
        is `moving`, or `calm` since only what is chosen on it has changed, labels stay as they are where they may."""
        sheet, wanted, before = PlacementTable(ground), asked.wanted, self._laid
        key = numbered_key.place(self.key.entries, ground, self.key.rect) if self.key else None
        sheet.clear(key)
        laid = lay_out(sheet, wanted, asked.joined, before, moving, self._freed(ground) if calm else None)
        for _ in range(ROUNDS):
            rows = asked.entries(laid)
            if not rows or (key and key.size in list(numbered_key.sizes(rows, ground.area))):
                break
            key = numbered_key.place(rows, ground, self.key.rect if self.key else None)
            if key is None:
                wanted = asked.halved(laid)
            sheet.clear(key)
            laid = lay_out(sheet, wanted, asked.joined, laid if key else {}, moving, [])
        rows = asked.entries(laid)
        self.key = NumberedKey(key, rows) if key and rows else None
        self._laid, self._ground = laid, ground
        self._words(asked, laid, ground)

    def _freed(self, ground: LabelSurroundings) -> list[Rect]:
        """About what has become free since labels were laid out: room that some of them may have back."""
        before = self._ground
        if before is None:
            return []
        found = [rect for rect in before.taken if rect.collidelist(ground.taken) < 0]
        found += [rect for rect in (ground.barred.freed(before.barred), ground.lines.freed(before.lines)) if rect]
        more = round(2 * ABOUT * ground.unit)
        return [rect.inflate(more, more) for rect in found]

    def _words(self, asked: Asked, laid: Mapping[str, Laid], ground: LabelSurroundings) -> None:
        """The pictures of all labels in their places."""
        found: dict[str, list[Word]] = {"ship": [], "body": [], "counter": []}
        for key, one in laid.items():
            found[asked.kind(key)].append(word_of(asked.write(one.wanted.keys), one, ground))
        self.names, self.bodies, self.pieces = tuple(found["ship"]), tuple(found["body"]), tuple(found["counter"])


def word_of(writing: LabelWriting, laid: Laid, ground: LabelSurroundings) -> Word:
    """The picture of a label in its place."""
    form, spot, rect = laid.form, laid.spot, laid.spot.rect
    bare = form.kind in ("full", "line", "small")
    backed = bare and ground.lines.count(rect) > BUSY
    picture = writing.picture(form, spot.side, backed)
    corner = (rect.x - theme.px(SLACK), rect.y - theme.px(SLACK)) if bare else rect.topleft
    tie = (*spot.ends, mix(writing.colour, theme.palette.space, 0.5)) if spot.ends else None
    keys = laid.wanted.keys
    return Word(picture, rect, corner, tie, keys[0], form.kind in ("full", "plate"), spot.side, backed, keys)


class Asked:
    """The words of the labels of a scene."""

    def __init__(self, camera: Camera, scene: Scene, look: Mapping[Id, ships.ShipLook], rects: Mapping[Id, Rect],
                 bare: frozenset[Id],
                 backed: bool) -> None:  # fmt: skip
        self.camera, self.scene, self.look, self.rects, self.bare, self.backed = camera, scene, look, rects, bare, backed
        self._written: dict[tuple[str, ...], LabelWriting] = {}

    def kind(self, key: str) -> str:
        """The owner of a key: a ship, terrain, or a counter."""
        return "ship" if key in self.rects else "body" if key in self._terrain else "counter"

    @cached_property
    def _terrain(self) -> dict[str, TerrainName]:
        return {f"terrain:{key}": one for key, one in terrain_names(self.camera, self.scene, self.backed).items()}

    @cached_property
    def _counters(self) -> dict[str, counters.Said]:
        return {one.key: one for one in counters.said(self.camera, self.scene)}

    @cached_property
    def _numbers(self) -> dict[str, int]:
        """A number for everything that could want one; it stays the same while the view is the same."""
        state, fixed = self.scene.view.state, [f"terrain:{body.key}" for body in self.scene.view.state.table.bodies]
        tokens = [one.key for one in counters.tokens_of(self.scene)]
        return {key: n for n, key in enumerate(dict.fromkeys((*state.ships, *tokens, *self._counters, *fixed)), 1)}

    @property
    def wanted(self) -> list[Wanted]:
        """A label for each."""
        return [self.joined((key,)) for key in (*self.rects, *self._counters, *self._terrain)]

    def joined(self, keys: tuple[str, ...]) -> Wanted:
        """One label for several ships, or several counters, in one place."""
        writing, first, tied = self.write(keys), keys[0], bool(self.scene.landings)
        if first in self.rects:
            rank = min(ships.urgency(self.scene, key) for key in keys)
            forms = forms_of(writing, rank < 2 and len(keys) < 2, tied)
            return Wanted(keys, tuple(self.rects[key] for key in keys), forms, rank, "ship")
        if first in self._terrain:
            return Wanted(keys, (self._terrain[first].home,), forms_of(writing, tied=True), 2)
        homes = tuple(self._counters[key].home for key in keys)
        if writing.what:
            rank = 0 if self.scene.chosen in keys else 2
            vital = rank == 0 and len(keys) < 2
            return Wanted(keys, homes, forms_of(writing, vital, tied), rank, f"group {self._counters[first].owner}")
        return Wanted(keys, homes, forms_of(writing, tied=tied), 3, "counter" if self._counters[first].token else "")

    def write(self, keys: tuple[str, ...]) -> LabelWriting:
        """The words of a label."""
        if keys not in self._written:
            self._written[keys] = self._write(keys)
        return self._written[keys]

    def _write(self, keys: tuple[str, ...]) -> LabelWriting:
        number = self._numbers.get(keys[0], 0)
        if keys[0] in self.rects:
            if len(keys) > 1:
                what = tuple(one for key in keys for one in self.write((key,)).what)
            else:
                said = ships.name_of(self.scene, keys[0], self.look[keys[0]], keys[0] in self.bare)
                what = (ships.widest(self.scene, said),)
            return LabelWriting(number, tuple((one.name, one.colour) for one in what), what)
        if keys[0] in self._terrain:
            one = self._terrain[keys[0]]
            return LabelWriting(number, ((one.name, theme.palette.muted),), terrain=one)
        told = [self._counters[key] for key in keys]
        if names := tuple(one.name for one in told if one.name):
            return LabelWriting(number, tuple((one.name, one.colour) for one in names), names)
        words = told[0].words if len(told) == 1 else ()
        return LabelWriting(number, tuple((one.words[0], self.scene.colour(one.owner)) for one in told), words=words or (
            " · ".join(one.words[-1] for one in told),))  # fmt: skip

    def entries(self, laid: Mapping[str, Laid]) -> tuple[NumberedName, ...]:
        """The lines of the list: one for each number on the board."""
        told = [self.write(one.wanted.keys) for one in laid.values() if one.form.kind == "number"]
        return tuple(NumberedName(one.number, one.names) for one in sorted(told, key=lambda one: one.number))

    def halved(self, laid: Mapping[str, Laid]) -> list[Wanted]:
        """The labels with numbers named together two and two, nearest to nearest: the list of them had no room."""
        found = [one.wanted for one in laid.values() if one.form.kind != "number"]
        left = [one.wanted for one in laid.values() if one.form.kind == "number"]
        while left:
            one = left.pop()
            near = [other for other in left if one.group and other.group == one.group]
            other = min(near, key=lambda it: _between(one.homes[0], it.homes[0]), default=None)
            if other:
                left.remove(other)
                one = self.joined((*other.keys, *one.keys))
            found.append(one)
        return found


def _between(a: Rect, b: Rect) -> int:
    return (a.centerx - b.centerx) ** 2 + (a.centery - b.centery) ** 2
