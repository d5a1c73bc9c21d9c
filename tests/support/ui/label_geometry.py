"""Labels read off a board, and what is wrong with where they stand: by geometry of its own, not by that which set them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import hypot
from typing import Any

import numpy as np
from pygame import Rect
from shapely.geometry import LineString, Point, box

from game.board import hexes
from game.ui.board.label_engine.pictures import Name, Word
from game.ui.board.label_engine.placement import PlacementTable, lay_out
from game.ui.board.label_engine.positions import CELL, Counts, LabelSurroundings, Laid, Wanted
from game.ui.board.labels.board_labels import LabelWriting, forms_of
from game.ui.board.labels.layout import furniture
from game.ui.board.labels.terrain_names import TerrainName, terrain_names
from game.ui.board.layers import counters, ships
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import Scene
from game.ui.board.view import BoardView
from game.ui.render.theme import theme

AZURE = (90, 200, 250)


def written(what: Name, number: int = 1) -> LabelWriting:
    """What the label of one ship says."""
    return LabelWriting(number, ((what.name, what.colour),), (what,))


def settled(
    area: Rect, names: Mapping[str, tuple[Name, tuple[float, float]]], reach: int, lines: np.ndarray | None = None,
    taken: Sequence[Rect] = (),
) -> tuple[dict[str, Laid], LabelSurroundings]:  # fmt: skip
    """Labels for ships in an area, `reach` pixels round each its own."""
    homes = {key: Rect(round(x) - reach, round(y) - reach, 2 * reach, 2 * reach) for key, (_, (x, y)) in names.items()}
    points = lines if lines is not None else np.empty((0, 2))
    ground = LabelSurroundings(area, tuple(taken), homes, lines=Counts(area, points, CELL))

    def join(keys: tuple[str, ...]) -> Wanted:
        what = tuple(names[key][0] for key in keys)
        writing = LabelWriting(list(names).index(keys[0]), tuple((one.name, one.colour) for one in what), what)
        return Wanted(keys, tuple(homes[key] for key in keys), forms_of(writing), 3, "ship")

    return lay_out(PlacementTable(ground), [join((key,)) for key in names], join), ground


def terrain_rects(camera: Camera, scene: Scene) -> list[Rect]:
    """Where the names of terrain stand on a board with no ship on it."""
    def one(key: str, name: TerrainName) -> Wanted:
        return Wanted((key,), (name.home,), forms_of(LabelWriting(1, ((name.name, AZURE),), terrain=name)))

    wanted = [one(key, name) for key, name in terrain_names(camera, scene, False).items()]
    return [laid.spot.rect for laid in lay_out(PlacementTable(LabelSurroundings(camera.rect, (), {})), wanted).values()]


# -- what is wrong -------------------------------------------------------------------------------------------------------


def labels_of(board: BoardView) -> list[tuple[Word, tuple[str, ...]]]:
    """Every label on a board, with the keys of what it names: ships, counters, `drift:` and `terrain:` with a key."""
    labels = board._plan.labels
    return [(word, word.keys) for word in labels.words]


def wrongs(board: BoardView, scene: Scene) -> list[str]:
    """Everything wrong with the labels of a board, in words."""
    camera, labels = board.camera, labels_of(board)
    hulls = ships.rects_of(camera, scene, board.look(scene))
    lying = counters.ground_of(camera, scene)
    found = [f"{key} has no label" for key in wanted(board, scene) - {key for _, keys in labels for key in keys}]
    key = board._plan.labels.key
    blocks = [*((" ".join(keys), word.rect) for word, keys in labels), *([("the list", key.rect)] if key else [])]
    blocks += [(f"counter of {word.key}", word.rect) for word in board._plan.beside]
    found += [f"{one} over {other}" for (one, a), (other, b) in combinations(blocks, 2) if a.colliderect(b)]
    found += [f"{name} off the board" for name, rect in blocks if not camera.rect.contains(rect)]
    solid = [*scene.reserved, *furniture(camera, scene)]
    found += [f"{name} over a panel" for name, rect in blocks[: len(labels) + bool(key)] if rect.collidelist(solid) >= 0]
    for name, rect in blocks:
        found += [f"{name} over ship {other}" for other, hull in (hulls | lying).items() if rect.colliderect(hull)]
    numbers = {entry.number for entry in key.entries} if key else set()
    written_out = {laid.wanted.keys for laid in board._plan.labels._laid.values() if laid.form.kind == "number"}
    found += [] if len(numbers) == len(written_out) else [f"{len(written_out)} numbers, {len(numbers)} in the list"]
    vital = {scene.chosen, *scene.targets} & set(hulls)
    found += astray(labels, hulls | lying, bool(scene.landings), vital)
    found += crossed(labels) + untied(labels, hulls | lying, vital)
    named = {laid.wanted.keys for laid in board._plan.labels._laid.values() if laid.form.kind != "number"}
    afloat = {one for one in vital if scene.view.state.ships[one].in_play}
    found += [f"{one} is not called by its name" for one in afloat if not any(one in keys for keys in named)]
    return found + covered(board, scene, blocks) + over_ends(camera, scene, blocks)


def covered(board: BoardView, scene: Scene, blocks: Sequence[tuple[str, Rect]]) -> list[str]:
    """Labels under the card of the order in hand, if it has any place beside labels, panels and its ghost."""
    if board._plan.card is None or scene.landing is None:
        return []
    view, (_, card), (x, y) = board.rect.inflate(-24, -24), board._plan.card, board.camera.xy(scene.landing.at)
    clear = Rect(round(x) - theme.px(38), round(y) - theme.px(38), theme.px(76), theme.px(76))
    hard = [clear, *scene.reserved, *(rect for _, rect in blocks)]
    places = (card.move(left - card.x, top - card.y) for left in range(view.left, view.right - card.w, theme.px(24))
              for top in range(view.top, view.bottom - card.h, theme.px(24)))  # fmt: skip
    under = [f"the card covers {name}" for name, rect in blocks if rect.colliderect(card)]
    return under if under and any(one.collidelist(hard) < 0 for one in places) else []


def wanted(board: BoardView, scene: Scene) -> set[str]:
    """What has to have a label: ships in view, counters that are called something, terrain in view."""
    camera, look = board.camera, board.look(scene)
    found = set(ships.rects_of(camera, scene, look)) | {one.key for one in counters.said(camera, scene)}
    return found | {f"terrain:{key}" for key in terrain_names(camera, scene, False)}


def astray(
    labels: Sequence[tuple[Word, tuple[str, ...]]], pieces: Mapping[str, Rect], in_hand: bool, vital: set[str]
) -> list[str]:
    """Labels that are nearer to a foreign piece than to their own, but for those on a leader of ships that must have a name
    of their own, or while the ends of a ship in hand lie all round."""
    found = []
    for word, keys in labels:
        own = [pieces[key] for key in keys if key in pieces]
        if not own or (word.leader and (in_hand or vital & set(keys))):
            continue
        near = min(apart(word.rect, one) for one in own)
        found += [
            f"{' '.join(keys)} is nearer to {key}: {apart(word.rect, other):.0f} < {near:.0f}"
            for key, other in pieces.items()
            if key not in keys and apart(word.rect, other) <= near
        ]
    return found


def crossed(labels: Sequence[tuple[Word, tuple[str, ...]]]) -> list[str]:
    """Leaders that cross one another or run through other labels."""
    tied = [(LineString(word.leader[:2]), keys) for word, keys in labels if word.leader]
    found = [f"leaders of {a[1]} and {b[1]} cross" for a, b in combinations(tied, 2) if a[0].intersects(b[0])]
    for line, keys in tied:
        found += [f"the leader of {keys} runs through {other}" for word, other in labels if other != keys
                  and line.intersects(box_of(word.rect))]  # fmt: skip
    return found


def untied(labels: Sequence[tuple[Word, tuple[str, ...]]], pieces: Mapping[str, Rect], vital: set[str]) -> list[str]:
    """Leaders that do not lead from what they name to its label, or run over a foreign piece; out of a heap a leader of a
    ship that must have a name of its own may do so."""
    found = []
    for word, keys in ((word, keys) for word, keys in labels if word.leader and any(key in pieces for key in keys)):
        assert word.leader
        line, own = LineString(word.leader[:2]), [box_of(pieces[key]) for key in keys if key in pieces]
        if min(one.distance(Point(line.coords[0])) for one in own) > 2 or box_of(word.rect).distance(Point(line.coords[-1])) > 2:
            found.append(f"the leader of {keys} hangs in the air")
        if not vital & set(keys):
            others = (key for key, rect in pieces.items() if key not in keys and line.crosses(box_of(rect.inflate(-2, -2))))
            found += [f"the leader of {keys} runs over {key}" for key in others]
    return found


def over_ends(camera: Camera, scene: Scene, blocks: Sequence[tuple[str, Rect]]) -> list[str]:
    """Labels over places that the ship in hand can reach: ends on an open table, hexes on a board of them."""
    if camera.board.cells:
        cells = {hexes.hex_at(one.at) for one in scene.landings if not one.aside}
        middles, far = [camera.xy(hexes.centre(one)) for one in cells], 0.4 * camera.scale
    else:
        middles, far = [camera.xy(one.at) for one in scene.landings], 2 * theme.scale
    return [f"{name} over an end" for name, rect in blocks if any(off(rect, middle) <= far for middle in middles)]


def off(rect: Rect, at: tuple[float, float]) -> float:
    """How far a place is from the nearest point of a rect, in pixels."""
    return hypot(max(rect.left - at[0], at[0] - rect.right, 0), max(rect.top - at[1], at[1] - rect.bottom, 0))


def apart(a: Rect, b: Rect) -> float:
    """How far two rects are from each other at their nearest points, in pixels."""
    return hypot(max(a.left - b.right, b.left - a.right, 0), max(a.top - b.bottom, b.top - a.bottom, 0))


def box_of(rect: Rect) -> Any:
    """A rect for measuring."""
    return box(rect.left, rect.top, rect.right, rect.bottom)


def spread(rng: Any, count: int, width: float, height: float) -> list[tuple[float, float]]:
    """Places in heaps here and there on a table, some of them the same."""
    hubs = [(rng.uniform(0.1, 0.9) * width, rng.uniform(0.1, 0.9) * height) for _ in range(rng.randint(2, 7))]
    found: list[tuple[float, float]] = []
    for _ in range(count):
        if found and rng.random() < 0.08:
            found.append(rng.choice(found))
            continue
        (x, y), far = rng.choice(hubs), rng.choice((1.5, 5, 12))
        at = min(width - 1, max(1.0, rng.gauss(x, far))), min(height - 1, max(1.0, rng.gauss(y, far)))
        found.append((round(at[0], 2), round(at[1], 2)))
    return found
