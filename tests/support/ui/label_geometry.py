"""Read the labels of a board, and find misplaced ones by geometry that is independent of the label engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from math import dist, hypot
from typing import Any

import numpy as np
from pygame import Rect
from shapely.affinity import rotate, scale, translate
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import nearest_points

from game.board import hexes
from game.ui.board.label_engine.pictures import Name, Word, rewritten
from game.ui.board.label_engine.placement import PlacementTable, lay_out
from game.ui.board.label_engine.positions import CELL, Counts, LabelRequest, LabelSurroundings, PlacedLabel
from game.ui.board.labels.board_labels import Asked, LabelWriting, forms_of, initials
from game.ui.board.labels.kept_clear import MANY, furniture
from game.ui.board.labels.terrain_names import terrain_names
from game.ui.board.layers import counters, ships
from game.ui.board.layers.bodies import drift_lines
from game.ui.board.layers.ground import scale_rect
from game.ui.board.model.camera import Camera
from game.ui.board.model.overlay_painter import own_pinned
from game.ui.board.model.scene import Scene
from game.ui.board.view import BoardView
from game.ui.render.hulls import hull_of
from game.ui.render.theme import theme

AZURE = (90, 200, 250)


def written(what: Name) -> LabelWriting:
    """Return the text of the label of a ship."""
    return LabelWriting(what.colour, (what,), short=(initials([what.name])[what.name],))


def settled(
    area: Rect,
    names: Mapping[str, tuple[Name, tuple[float, float]]],
    reach: int,
    lines: np.ndarray | None = None,
    taken: Sequence[Rect] = (),
    cards: Sequence[tuple[str, Rect]] = (),
) -> tuple[dict[str, PlacedLabel], LabelSurroundings]:
    """Lay out labels for ships in an area. `reach` is the radius of each ship in pixels; `cards` are occupied rects
    that belong to ships."""
    homes = {key: Rect(round(x) - reach, round(y) - reach, 2 * reach, 2 * reach) for key, (_, (x, y)) in names.items()}
    points = lines if lines is not None else np.empty((0, 2))
    ground = LabelSurroundings(area, tuple(taken), homes, lines=Counts(area, points, CELL), cards=tuple(cards))
    wanted = [LabelRequest((key,), homes[key], forms_of(written(what)), 3) for key, (what, _) in names.items()]
    return lay_out(PlacementTable(ground), wanted), ground


def terrain_rects(camera: Camera, scene: Scene) -> list[Rect]:
    """Return the rects of terrain names on a board without ships."""
    names = terrain_names(camera, scene, False).items()
    wanted = [LabelRequest((key,), name.home, forms_of(LabelWriting(AZURE, terrain=name))) for key, name in names]
    return [laid.spot.rect for laid in lay_out(PlacementTable(LabelSurroundings(camera.rect, (), {})), wanted).values()]


# -- faults ------------------------------------------------------------------------------------------------------------


def labels_of(board: BoardView) -> list[tuple[Word, tuple[str, ...]]]:
    """Return every label on a board with the keys of the things it names: ships, counters, or `drift:` or `terrain:`
    and a key."""
    labels = board._plan.labels
    return [(word, word.keys) for word in labels.words]


def wrongs(board: BoardView, scene: Scene) -> list[str]:
    """Return all faults of the labels of a board, as text."""
    camera, labels = board.camera, labels_of(board)
    hulls = ships.rects_of(camera, scene, board.look(scene))
    pieces = hulls | counters.ground_of(camera, scene)
    blocks = [(" ".join(keys), word.rect) for word, keys in labels]
    blocks += [(f"counter of {word.key}", word.rect) for word in board._plan.beside]
    found = [f"{one} over {other}" for (one, a), (other, b) in combinations(blocks, 2) if a.colliderect(b)]
    found += [f"{name} off the board" for name, rect in blocks if not camera.rect.contains(rect)]
    solid = [*scene.over.reserved, *furniture(camera, scene)]
    found += [f"{name} over a panel" for name, rect in blocks[: len(labels)] if rect.collidelist(solid) >= 0]
    for name, rect in blocks:
        found += [f"{name} over ship {other}" for other, hull in pieces.items() if rect.colliderect(hull)]
    badges = [*ships.badge_rects(camera, scene, board.look(scene)).values()]
    found += [f"{name} over a badge" for name, rect in blocks[: len(labels)] if rect.collidelist(badges) >= 0]
    vital = {scene.chosen, *scene.asked.targets} & set(hulls)
    found += astray(labels, [*pieces.items(), *signs_of(board, scene)], pieces)
    found += crossed(labels) + untied(board, scene, pieces) + shared(camera, scene, labels) + short(board, scene)
    named = [key for _, keys in labels for key in keys]
    afloat = {one for one in vital if scene.view.state.ships[one].in_play}
    found += [f"{one} is not called by its name" for one in afloat - set(named)]
    found += [f"{key} has two labels" for key in set(named) if named.count(key) > 1]
    found += [f"{key} has no label, and there is room for one" for key in left_out(board, scene, pieces)]
    found += over_tags(board, scene, [*blocks, *(("ship " + key, hull) for key, hull in pieces.items())])
    return found + covered(board, scene, blocks) + over_ends(camera, scene, blocks)


def tags_of(board: BoardView) -> list[tuple[str, Rect]]:
    """Return the other text on a board: range tags, names of arcs, areas and destinations."""
    named = {id(word) for word in board._plan.labels.pieces}
    tags = [word.rect for word in board._words if id(word) not in named]
    return [(f"tag at {rect.topleft}", rect) for rect in tags]


def over_tags(board: BoardView, scene: Scene, blocks: Sequence[tuple[str, Rect]]) -> list[str]:
    """Return tags that overlap each other, a leader, names, ships or moving things."""
    plan, tags = board._plan, tags_of(board)
    said = ships.names_in_hand(scene, board.look(scene), plan.names)
    drawn = [(word.key, rewritten(word, said[word.key]).rect) for word in plan.names if word.key in said]
    solid = [*blocks, *drawn]
    found = [f"{one} over {other}" for (one, a), (other, b) in combinations(tags, 2) if a.colliderect(b)]
    found += [f"{one} over {other}" for one, a in tags for other, b in solid if a.colliderect(b)]
    tied = [(word.key, word.leader[:2]) for word in plan.labels.words if word.leader]
    found += [f"the leader of {key} runs through {one}" for key, ends in tied for one, a in tags if a.clipline(ends)]
    ways = [ends for line in drifts(board.camera, scene) for ends in pairwise(line)]
    words = [*tags, *blocks[: len(plan.labels.words)]]
    return found + [f"{one} on the way of a body" for one, a in words if any(a.clipline(ends) for ends in ways)]


def drifts(camera: Camera, scene: Scene) -> list[Sequence[tuple[float, float]]]:
    """Return the paths of moving bodies, if they are drawn."""
    return [] if scene.playing else drift_lines(camera, scene.view.state.table.bodies)


def shared(camera: Camera, scene: Scene, labels: Sequence[tuple[Word, tuple[str, ...]]]) -> list[str]:
    """Return labels that name several pieces which are not in the same place."""
    at, most = ships.berths(scene), 4 * theme.scale / camera.scale
    pairs = [(a, b) for _, keys in labels for a, b in combinations(keys, 2)]
    return [
        f"{a} and {b} share a label" for a, b in pairs if a not in at or b not in at or dist(at[a], at[b]) > 2 * most
    ]


def left_out(board: BoardView, scene: Scene, pieces: Mapping[str, Rect]) -> list[str]:
    """Return the things without a label although there is room for the shortest one nearby, with a free leader. All
    places are tried."""
    named = {key for _, keys in labels_of(board) for key in keys}
    asked = _asked(board, scene).wanted
    places = ((one, free_place(board, one, one.forms[-1].size, pieces)) for one in asked if not named & {*one.keys})
    return [f"{one.key} at {rect}" for one, rect in places if rect]


def _asked(board: BoardView, scene: Scene) -> Asked:
    look, camera = board.look(scene), board.camera
    return Asked(camera, scene, look, ships.rects_of(camera, scene, look), frozenset(), False)


def free_place(board: BoardView, one: LabelRequest, size: tuple[int, int], pieces: Mapping[str, Rect]) -> Rect | None:
    """Return a free place for a label of this size near the thing it names, with a free leader; None if there is
    none."""
    plan, unit, air = board._plan, theme.px, theme.px(14)
    ground = plan.labels._ground
    assert ground is not None
    others = [(word, keys) for word, keys in labels_of(board) if keys != one.keys]
    solid = [rect.inflate(air, air) for rect in (*ground.taken, *pieces.values(), *(word.rect for word, _ in others))]
    ties = [word.leader[:2] for word, _ in others if word.leader]
    hard = [r for r in solid if not r.collidepoint(one.home.center)]
    over = [r for key, r in pieces.items() if key not in one.keys and r.inflate(air, air).collidepoint(one.home.center)]
    hard += [r.inflate(-r.w // 4, -r.h // 4) if r.collidepoint(one.home.center) else r for r in over]
    rects = (
        Rect((0, 0), size).move(x, y)
        for x in range(ground.area.left, ground.area.right, unit(12))
        for y in range(ground.area.top, ground.area.bottom, unit(12))
    )
    near = (r for r in rects if apart(r, one.home) < unit(120) and r.collidelist(solid) < 0 and ground.area.contains(r))
    clear = (r for r in near if not any(LineString(tie).intersects(box_of(r)) for tie in ties))
    free = (r for r in clear if not ground.barred.count(r, unit(8)) and not _blocked(r, one.home, hard, ties))
    return next(free, None)


def _blocked(rect: Rect, home: Rect, others: Sequence[Rect], ties: Sequence[tuple[Any, Any]]) -> bool:
    """Return whether the leader from a piece to its label would cross something."""
    (start, end), air = nearest_points(Point(home.center), box_of(rect)), 6 * theme.scale
    line = LineString([start, end]).buffer(air)
    return any(one.clipline((start.x, start.y), (end.x, end.y)) for one in others) or any(
        line.intersects(LineString(tie)) for tie in ties
    )


def covered(board: BoardView, scene: Scene, blocks: Sequence[tuple[str, Rect]]) -> list[str]:
    """Return labels, scale bar and rose that the card of the draft order covers although it has a free place."""
    if board._plan.card is None or scene.hand.destination is None:
        return []
    view, (_, card), (x, y) = board.rect.inflate(-24, -24), board._plan.card, board.camera.xy(scene.hand.destination.at)
    clear = Rect(round(x) - theme.px(38), round(y) - theme.px(38), theme.px(76), theme.px(76))
    bare = [("scale bar", scale_rect(board.camera)), *(("rose", rect) for rect in own_pinned(board.camera, scene))]
    blocks = [*blocks, *bare]
    hard = [clear, *scene.over.reserved, *(rect for _, rect in blocks)]
    places = (
        card.move(left - card.x, top - card.y)
        for left in range(view.left, view.right - card.w, theme.px(24))
        for top in range(view.top, view.bottom - card.h, theme.px(24))
    )
    under = [f"the card covers {name}" for name, rect in blocks if rect.colliderect(card)]
    return under if under and any(one.collidelist(hard) < 0 for one in places) else []


def signs_of(board: BoardView, scene: Scene) -> list[tuple[str, Rect]]:
    """Return other marks that belong to a piece, with its key: badges, counter, card, destinations; and rocks."""
    camera, bodies = board.camera, scene.view.state.table.bodies
    found = [
        *ships.badge_rects(camera, scene, board.look(scene)).items(),
        *((one.key, one.rect) for one in board._plan.beside),
    ]
    ahead = [one for one in scene.others.trails if one.kind in ("idle", "sealed") and one.ship not in scene.held]
    found += [(one.ship, Rect(camera.xy(at), (1, 1))) for one in ahead for at in one.path[1:]]
    for body in bodies:
        (x, y), r = camera.xy(body.at), 0.5 * body.radius * camera.scale
        if body.solid:
            found.append((f"terrain:{body.key}", Rect(round(x - r), round(y - r), round(2 * r), round(2 * r))))
    return found


def astray(
    labels: Sequence[tuple[Word, tuple[str, ...]]], marked: Sequence[tuple[str, Rect]], pieces: Mapping[str, Rect]
) -> list[str]:
    """Return labels without a leader that are nearer to another piece, or to its marks, than to their own."""
    found = []
    for word, keys in labels:
        own = [pieces[key] for key in keys if key in pieces]
        if not own or word.leader:
            continue
        near = min(apart(word.rect, one) for one in own)
        found += [
            f"{' '.join(keys)} is nearer to {key}: {apart(word.rect, other):.0f} < {near:.0f}"
            for key, other in marked
            if key not in keys and apart(word.rect, other) <= near
        ]
    return found


def crossed(labels: Sequence[tuple[Word, tuple[str, ...]]]) -> list[str]:
    """Return leaders that cross each other or other labels."""
    tied = [(LineString(word.leader[:2]), keys) for word, keys in labels if word.leader]
    found = [f"leaders of {a[1]} and {b[1]} cross" for a, b in combinations(tied, 2) if a[0].intersects(b[0])]
    for line, keys in tied:
        found += [
            f"the leader of {keys} runs through {other}"
            for word, other in labels
            if other != keys and line.intersects(box_of(word.rect))
        ]
    return found


def untied(board: BoardView, scene: Scene, pieces: Mapping[str, Rect]) -> list[str]:
    """Return leaders that do not connect a piece and its label, or cross another piece. Those of ships that must have a
    name may cross if no place is free."""
    found, asked = [], {one.keys: one for one in _asked(board, scene).wanted}
    vital = {scene.chosen, *scene.asked.targets} & scene.view.state.ships.keys()
    for word, keys in labels_of(board):
        if not word.leader or not any(key in pieces for key in keys):
            continue
        homes = [pieces[key] for key in keys if key in pieces]
        line, own = LineString(word.leader[:2]), [box_of(home) for home in homes]
        if (
            min(one.distance(Point(line.coords[0])) for one in own) > 2
            or box_of(word.rect).distance(Point(line.coords[-1])) > 2
        ):
            found.append(f"the leader of {keys} hangs in the air")
        foreign = {key: rect for key, rect in pieces.items() if key not in keys}
        middles = {  # of labels over their own piece only the middle is kept clear
            key: rect.inflate(-rect.w // 2 - 2, -rect.h // 2 - 2)
            if any(rect.collidepoint(home.center) for home in homes)
            else rect.inflate(-2, -2)
            for key, rect in foreign.items()
        }
        over = [key for key, rect in middles.items() if line.crosses(box_of(rect))]
        if vital & {*keys}:  # the name of a selected ship is always shown, and its leader may cross another ship
            over = [key for key in over if key in scene.view.state.counters]
        if over and not (vital & {*keys} and free_place(board, asked[keys], word.rect.size, pieces) is None):
            found += [f"the leader of {keys} runs over {key}" for key in over]
    return found


def short(board: BoardView, scene: Scene) -> list[str]:
    """Return leaders that do not end at the drawn hull of their ship."""
    found, look, state, camera = [], board.look(scene), scene.view.state, board.camera
    for word, keys in labels_of(board):
        hulls = []
        for key in (key for key in keys if key in state.ships and word.leader):
            outline = Polygon(hull_of(look[key].glyph).outline)
            turned = rotate(outline, camera.board.direction(state.ships[key].facing), origin=(0, 0))
            (x, y), k = camera.xy(ships.berths(scene)[key]), ships.grown(camera) * theme.scale
            hulls.append(translate(scale(turned, k, k, origin=(0, 0)), x, y))
        far = min((hull.distance(Point(word.leader[0])) for hull in hulls if word.leader), default=0)
        found += [f"the leader of {keys} ends {far:.0f} pixels off its hull"] if far > 2 else []
    return found


def over_ends(camera: Camera, scene: Scene, blocks: Sequence[tuple[str, Rect]]) -> list[str]:
    """Return labels over destinations of the selected ship: ends on an open table, or hexes. If there are many hexes,
    labels may cover them."""
    if camera.board.cells:
        if len({one.at for one in scene.asked.destinations}) >= MANY:
            return []
        cells = {hexes.hex_at(one.at) for one in scene.asked.destinations if not one.aside}
        middles, far = [camera.xy(hexes.centre(one)) for one in cells], 0.4 * camera.scale
    else:
        middles, far = [camera.xy(one.at) for one in scene.asked.destinations if not one.aside], 2 * theme.scale
    return [f"{name} over an end" for name, rect in blocks if any(off(rect, middle) <= far for middle in middles)]


def off(rect: Rect, at: tuple[float, float]) -> float:
    """Return the distance in pixels of a place from a rect."""
    return hypot(max(rect.left - at[0], at[0] - rect.right, 0), max(rect.top - at[1], at[1] - rect.bottom, 0))


def apart(a: Rect, b: Rect) -> float:
    """Return the distance in pixels between two rects."""
    return hypot(max(a.left - b.right, b.left - a.right, 0), max(a.top - b.bottom, b.top - a.bottom, 0))


def box_of(rect: Rect) -> Any:
    """Return a rect as a Shapely box."""
    return box(rect.left, rect.top, rect.right, rect.bottom)


def spread(rng: Any, count: int, width: float, height: float) -> list[tuple[float, float]]:
    """Return random places in clusters on a table, some of them equal."""
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
