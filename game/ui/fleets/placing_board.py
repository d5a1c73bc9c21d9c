"""The board on which fleets are placed: the table with all ships that stand and the ship in hand.

Over the table are the edges of both zones, and the place of each ship after a turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pygame import BLEND_RGB_ADD, Rect, Surface

from game.board.boards import board_of
from game.core.display import Pose
from game.fleets.placing import ShipStart
from game.seating.memo import Memo
from game.ui.board.layers.ground import scale_rect
from game.ui.board.layers.ships import ShipLook, draw_ghost, grown, reach_of, ring_radius
from game.ui.board.model.overlay_painter import own_pinned
from game.ui.board.model.scene import Scene
from game.ui.board.view import BoardView
from game.ui.fleets.placing_model import PlacingModel
from game.ui.fleets.placing_scene import scene_of, shown_to
from game.ui.render.arcs import glow
from game.ui.render.hulls import hull_of, sprite
from game.ui.render.lines import arrowheads, compass, dashed_line, layer, line
from game.ui.render.shapes import Place, heading, paste, polar, square, stamp
from game.ui.render.text import text, width
from game.ui.render.theme import Colour, theme
from game.ui.toolkit.parts import around, chip, clearest, plate

EDGE = 0.9  # units from the inner edge of a zone within which its outline is that edge
HEAD = 9  # design pixels round the head of an arrow
RING = 34  # design pixels: least radius of the ring of courses
WIDE = 0.6  # least share of the board's width taken by the strip at which the table begins below it
MARGIN = 1.0  # units round the table


class PlacingBoard:
    """The window on the table, for one seat."""

    def __init__(self, model: PlacingModel) -> None:
        self.model = model
        self.view = BoardView(Rect(0, 0, 600, 400))
        self.view.show(board_of(model.placing.standing({}).table), (), MARGIN, 0, False)
        self._scenes = Memo[Scene]()
        self._edges = Memo[list[list[list[Place]]]]()
        self.strip: Rect | None = None  # the strip of turns, over the board
        self._names = Memo[list[tuple[int, Rect, str]]]()

    @property
    def rect(self) -> Rect:
        return self.view.rect

    @property
    def scene(self) -> Scene:
        """The scene, made again only when a ship is set down or taken in hand."""
        placing, seat = self.model.placing, self.model.seat
        spot = placing.state.spots.get(placing.hand)
        own = [square(self.view.camera.xy(spot.at), self._ring(placing.hand) + theme.px(8))] if spot else []
        reserved = (*self.kept, *own)
        key = placing.state, placing.hand, seat, reserved, theme.scale, self.view.camera.key
        return self._scenes.get(key, lambda: scene_of(placing, seat, (*reserved, *self._heads(seat))))

    def _heads(self, seat: int) -> list[Rect]:
        """Return the rects of the arrow heads where the ships that stand will coast to."""
        spots, placing, far = shown_to(self.model.placing, seat).values(), self.model.placing, theme.px(HEAD)
        return [square(self.view.camera.xy(next(placing.coasting(spot))), far) for spot in spots if spot.velocity]

    def _ring(self, key: str) -> float:
        """Return the radius of the ring of courses round a ship, in pixels."""
        return max(ring_radius(self.model.look(key).glyph, grown(self.view.camera)), theme.px(RING))

    def fit(self) -> None:
        """Show the whole table."""
        self.view.camera.fit((), True, MARGIN)

    def resize(self, rect: Rect, strip: Rect | None) -> None:
        """Set the rect, and the strip over it. The table begins below the strip if that is wide."""
        camera, self.strip = self.view.camera, strip
        above = float(strip.bottom - rect.y) if strip and strip.w > rect.w * WIDE else 0.0
        fitted, moved = camera.fitted, above != camera.above
        camera.above = above
        self.view.resize(rect)
        if fitted and moved:
            camera.fit((), False, MARGIN)

    @property
    def kept(self) -> tuple[Rect, ...]:
        """The rects over the board, which words avoid."""
        return (*([self.strip] if self.strip else []), *(rect for _, rect, _ in self.zone_names))

    @property
    def zone_names(self) -> list[tuple[int, Rect, str]]:
        """The names of both zones: seat, rect and words."""
        placing, model = self.model.placing, self.model
        if placing.due is None:
            return []
        strip = (*self.strip,) if self.strip else ()
        camera, state = self.view.camera, placing.state
        key = camera.key, strip, placing.due, theme.scale, theme.palette.name, state, model.seat

        def names() -> list[tuple[int, Rect, str]]:
            ships, k = placing.seen_by(model.seat).items(), grown(camera)
            taken = [square(camera.xy(spot.at), reach_of(model.look(key).glyph, k)) for key, spot in ships]
            taken += own_pinned(camera, scene_of(placing, model.seat, ()))
            return [self._zone_name(seat, model.side(seat), taken) for seat in (0, 1)]

        return self._names.get(key, names)

    def _zone_name(self, seat: int, name: str, taken: Sequence[Rect]) -> tuple[int, Rect, str]:
        """Return the name of a zone at its upper outer corner, its lower one, or between them, off the rects that are
        `taken`."""
        placing, camera, board, px = self.model.placing, self.view.camera, self.rect, theme.px
        x, y, wide, high = placing.zones.rect(seat)
        (left, top), (right, low) = camera.xy((x, y + high)), camera.xy((x + wide, y))
        words = "yours to place in" if seat == placing.due else name
        size = round(width(words, 15, "s")) + px(16), px(26)
        west, east = max(round(left), board.x) + px(8), min(round(right), board.right) - px(8) - size[0]
        at = east if placing.zones.edge(seat) == "right" else west
        head, foot = max(round(top), board.y) + px(8), min(round(low), board.bottom) - px(8) - size[1]
        strip = [self.strip] if self.strip else []
        rows = (head, *(one.bottom + px(8) for one in strip), foot, foot - px(48), *range(head, foot, px(17)))
        kept = [*strip, *taken, scale_rect(camera)]
        return seat, clearest(size, board, [(at, row) for row in rows], kept), words

    # -- drawing -------------------------------------------------------------------------------------------------------

    def draw(self, dst: Surface, now: float) -> None:
        clip = dst.get_clip()
        self.view.draw(dst, self.scene, now)
        dst.set_clip(self.rect.clip(clip))
        placing = self.model.placing
        if placing.due is not None:
            self._draw_edges(dst)
            for seat, rect, words in self.zone_names:
                chip(dst, rect.center, words, theme.seat(seat))
        self._draw_heads(dst)
        spot = self.model.spot
        if spot is not None and self.model.ship is not None:
            self._draw_hand(dst, spot)
        dst.set_clip(clip)

    def _draw_edges(self, dst: Surface) -> None:
        """Draw the inner edges of both zones, but not over the scale."""
        scale = scale_rect(self.view.camera).clip(dst.get_rect())
        bare = dst.subsurface(scale).copy()
        for seat in (0, 1):
            for edge in self._edges.get((self.view.camera.key,), lambda: [self._inner(n) for n in (0, 1)])[seat]:
                dashed_line(dst, edge, theme.seat(seat), 2, 9, 5, 220)
        paste(dst, bare, scale.topleft)

    def _inner(self, seat: int) -> list[list[Place]]:
        """Return the inner edge of a zone as lines in pixels."""
        placing, found = self.model.placing, list[list[Place]]()
        for outline in placing.zones.outlines(seat):
            away = [placing.zones.from_edge(seat, at) for at in outline]
            deep = [far > max(away) - EDGE for far in away]
            start = deep.index(False)  # start at an end of the line, not in its middle
            last = False
            for n in range(start, start + len(outline)):
                inside = deep[n % len(outline)]
                if inside and not last:
                    found.append([])
                if inside:
                    found[-1].append(self.view.camera.xy(outline[n % len(outline)]))
                last = inside
        return [line for line in found if len(line) > 1]

    def _draw_heads(self, dst: Surface) -> None:
        """Draw a small head at the place of each standing ship after a turn."""
        placing, camera = self.model.placing, self.view.camera
        for key, spot in shown_to(placing, self.model.seat).items():
            if spot.velocity:
                a, b = camera.xy(spot.at), camera.xy(next(placing.coasting(spot)))
                if self.rect.collidepoint(b):
                    arrowheads(dst, [(*b, heading(a, b))], theme.seat(placing.ships[key].seat), 6)

    def _draw_hand(self, dst: Surface, spot: ShipStart) -> None:
        """Draw the ship in hand in its ring of courses, with its ghost after a turn, and its words."""
        model, placing, camera = self.model, self.model.placing, self.view.camera
        ship = model.ship
        assert ship is not None
        look, p = model.look(ship.key), theme.palette
        colour = p.red if model.why else theme.seat(ship.seat)
        at, way = camera.xy(spot.at), placing.board.direction(spot.course)
        r = self._ring(ship.key)
        ghost = camera.xy(next(placing.coasting(spot)))
        if spot.velocity:
            pose = Pose(next(placing.coasting(spot)), spot.course, spot.course, spot.velocity)
            with layer(dst, Rect(at, (1, 1)).union(Rect(ghost, (1, 1))).inflate(theme.px(20), theme.px(20))) as sheet:
                dashed_line(sheet, (at, ghost), colour, 1.6, 8, 5, 230)
            draw_ghost(dst, camera, look, pose, colour, False)
        stamp(dst, glow(theme.px(70), colour, 60), at, BLEND_RGB_ADD)
        self._draw_hull(dst, look, spot, colour)
        compass(dst, at, r, colour, tuple(one.direction for one in placing.board.compass))
        line(dst, polar(r - theme.px(4), way, at), polar(r + theme.px(9), way, at), p.white, 3)
        text(
            dst,
            placing.board.format_course(spot.course),
            polar(r + theme.px(20), way - 14, at),
            16,
            p.white,
            "b",
            "center",
        )
        self._draw_words(dst, spot, at, r, [square(ghost, theme.px(16))])

    def _draw_hull(self, dst: Surface, look: ShipLook, spot: ShipStart, colour: Colour) -> None:
        camera = self.view.camera
        at, way, k = camera.xy(spot.at), camera.board.direction(spot.course), grown(camera)
        painter, own = hull_of(look.glyph).painter, look.own
        if painter and own:
            own = painter.planned_look(own, Pose(spot.at, spot.course, spot.course, spot.velocity))
        stamp(dst, sprite(look.glyph, way, colour, k, look=own), at)

    def _draw_words(self, dst: Surface, spot: ShipStart, at: Place, r: float, kept: Sequence[Rect]) -> None:
        """Draw the name of the ship in hand. While it is carried, or where it is refused, draw a plate with its
        place."""
        model, p = self.model, theme.palette
        ship = model.ship
        assert ship is not None
        colour = p.red if model.why else theme.seat(ship.seat)
        ring, within = square(at, r), self.rect.inflate(-theme.px(12), -theme.px(12))
        kept = [ring, *kept, *self.kept, *self._ships()]
        if not (model.carried or model.why or (model.told and model.at_ship)):
            size = round(width(ship.name, 15, "b")) + theme.px(16), theme.px(26)
            chip(dst, clearest(size, within, self._beside(ring, size), kept).center, ship.name, colour, weight="b")
            return
        rows = list(self.words(spot))
        size = (
            round(max(width(words, 17 if n == 0 else 15, "b" if n == 0 else "r") for n, (words, _) in enumerate(rows)))
            + theme.px(28),
            theme.px(16 + 25 * len(rows)),
        )
        ring.inflate_ip(theme.px(48), theme.px(48))
        r_ = clearest(size, within, around(ring, size, within), kept)
        plate(dst, r_, colour)
        y = r_.y + theme.px(21)
        for n, (words, ink) in enumerate(rows):
            text(dst, words, (r_.x + theme.px(14), y), 17 if n == 0 else 15, ink, "b" if n == 0 else "r", "midleft")
            y += theme.px(25)

    def _beside(self, ring: Rect, size: tuple[int, int]) -> list[Place]:
        """Return upper left corners for the name of the ship in the ring: below, above, astern and ahead."""
        x, y, gap = ring.centerx - size[0] // 2, ring.centery - size[1] // 2, theme.px(8)
        rows = [(x, ring.bottom + gap), (x, ring.y - gap - size[1])]
        sides = [(ring.x - gap - size[0], y), (ring.right + gap, y)]
        return [*rows, *sides, *((sx, ry) for sx, _ in sides for _, ry in rows)]

    def _ships(self) -> list[Rect]:
        """Return the rects of the ships that stand and of their names."""
        camera, placing = self.view.camera, self.model.placing
        k, shown = grown(camera), shown_to(placing, self.model.seat)
        hulls = [square(camera.xy(spot.at), reach_of(self.model.look(key).glyph, k)) for key, spot in shown.items()]
        return [*hulls, *self.view.written]

    def words(self, spot: ShipStart) -> Iterator[tuple[str, Colour]]:
        """Yield the lines of the plate beside the ship in hand, with their colours."""
        model, p = self.model, theme.palette
        ship = model.ship
        assert ship is not None
        yield f"{ship.name} at {model.place_words(spot.at)}", p.white
        yield f"course {model.placing.board.format_course(spot.course)} · velocity {spot.velocity}", p.text
        if model.why or (model.told and model.at_ship):
            yield model.why or model.told, p.red
        else:
            yield inside_words(model, spot), p.green


def inside_words(model: PlacingModel, spot: ShipStart) -> str:
    """Return in words how far inside its zone the ship in hand is."""
    placing = model.placing
    inside = placing.zones.inside(placing.ships[placing.hand].seat, spot.at)
    if not inside:
        return "at the edge of the zone"
    return f"{placing.board.format_distance(inside)} inside the zone"
