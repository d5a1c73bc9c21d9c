"""The turn order as a strip on the board, where sides take turns with one counter each or pieces act by initiative.

No part of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby

from pygame import Rect, Surface

from game.core.display import QueuedShot
from game.core.orders import Id
from game.rules.turn_order import sides_in_order
from game.ui.render.lines import dashed_line
from game.ui.render.shapes import Vec, box, mark, stamp
from game.ui.render.text import caps, caps_width, fit_text, text, width
from game.ui.render.theme import Colour, cached, mix, theme
from game.ui.seat.seat_model import SeatModel
from game.ui.toolkit.widgets import Still, Widget

HIGH, NAME, NOTE = 36, 15, 13  # design pixels: height of the strip, letters of a name and of the heading
SHOT = 162  # design pixels: a waiting shot
MARK, GAP, SIDES = 9, 6, 9  # design pixels: the mark of a seat, between cells, at both sides of a name
LEAST = 0.88  # least width of a name when it is written smaller, as a share of its width in letters of 13 design pixels


@dataclass(frozen=True, slots=True)
class TurnCell:
    """A piece that acts, or a side that has still to choose one. `state` is done, now, planned, later, or waiting for
    another phase. `figure` is its initiative."""

    key: Id
    name: str
    seat: int
    state: str
    figure: str = ""


def turn_cells(model: SeatModel) -> tuple[TurnCell, ...]:
    """Return pieces that have acted, the present one, and later ones; empty where pieces do not act in turn."""
    return model.once("turns", ask=lambda: tuple(_cells(model)))


def _cells(model: SeatModel) -> Iterator[TurnCell]:
    view, state = model.view, model.view.state
    if by_initiative(model):
        yield from _by_initiative(model)
        return
    asked = view.prompts()
    if (
        view.phase.secret
        or len(asked) != 1
        or not asked[0].ids
        or not all(key in state.counters for key in asked[0].ids)
    ):
        return
    seats, names = {key: side.seat for key, side in state.sides.items()}, state.names
    told = {event.who: n for n, event in enumerate(view.log)}
    for key in sorted((key for key in state.acted if key in state.counters), key=lambda key: told.get(key, -1)):
        yield TurnCell(key, names[key], seats[state.owner(key)], "done")
    turns = model.known("turns of all", ask=view.turns)
    left = {side: _in_order(model, side, [key for one, key in turns if one == side]) for side in seats}
    # sides with one piece left, whose last piece is known
    sure = {side for side, keys in left.items() if len(keys) == 1}
    for _, alike in groupby(_to_come(model, turns, left, sure), key=lambda one: one.key or one.name):
        first, *others = alike  # consecutive turns of a side that has not chosen a piece share a cell
        yield replace(first, name=f"{first.name} × {1 + len(others)}") if others else first


def _to_come(
    model: SeatModel, turns: Sequence[tuple[Id, Id]], left: Mapping[Id, list[Id]], sure: Collection[Id]
) -> Iterator[TurnCell]:
    """Yield the counters whose turn is known, and the sides whose choice is not."""
    state = model.view.state
    for place, (side, _) in enumerate(turns):
        key = left[side].pop(0)
        known = model.mine(key) or side in sure
        state_ = "now" if not place else "planned" if key in model.drafts and known else "later"
        name, seat = state.names[key] if known else state.sides[side].name, state.sides[side].seat
        yield TurnCell(key if known else "", name, seat, state_)


def by_initiative(model: SeatModel) -> bool:
    """Return whether pieces act one by one, in the order of their initiative rolls."""
    return any(key in model.view.state.ships for key in model.view.state.initiative)


def _by_initiative(model: SeatModel) -> Iterator[TurnCell]:
    """Yield every piece in play, in every phase. If several are asked together, none is the present one."""
    view, state = model.view, model.view.state
    asked, later = view.prompts(), {key for _, key in view.turns()}
    now = asked[0].ids if len(asked) == 1 and len(asked[0].ids) == 1 else ()
    for key in state.initiative:
        if state.known_piece(key).in_play:
            acts = "planned" if key in model.drafts else "later" if key in later else "waits"
            state_ = "now" if key in now else "done" if key in state.acted else acts
            yield TurnCell(key, state.names[key], state.sides[state.owner(key)].seat, state_, model.sheet(key).turn)


def _in_order(model: SeatModel, side: Id, keys: list[Id]) -> list[Id]:
    """Return the waiting counters of a side: the one in hand, then those with a plan, then the others."""
    return sorted(keys, key=lambda key: (key != model.chosen, key not in model.drafts))


@cached(8)
def _seat(seat: int, colour: Colour) -> Surface:
    """Return the mark of a seat: round for the first, square for the others."""
    v = Vec(MARK, MARK, 5, theme.scale)
    if seat == 0:
        v.circ((MARK / 2, MARK / 2), MARK / 2, colour)
    else:
        v.rect((0.5, 0.5, MARK - 1, MARK - 1), colour, 255, 0, 1.5)
    return v.done()


class TurnHead(Still):
    """The heading of the strip."""

    def __init__(self, rect: Rect, words: tuple[str, str], hint: str = "who acts in which order") -> None:
        super().__init__(rect, rule="table/phases", name="turns", hint=hint)
        self.words = words

    def draw(self, dst: Surface) -> None:
        r, px = self.rect, theme.px
        box(dst, r, theme.palette.well, 6, 240, theme.palette.line, 1)
        caps(dst, self.words[0], (r.x + px(10), r.y + px(7)))
        text(dst, self.words[1], (r.x + px(10), r.y + px(25)), NOTE, theme.palette.muted, "r", "midleft")


class TurnBox(Widget):
    """One cell of the strip."""

    def __init__(self, rect: Rect, cell: TurnCell, on_press: Callable[[], object] | None) -> None:
        figure = f", initiative {cell.figure}" if cell.figure else ""
        does = "not asked in this phase" if cell.state == "waits" else cell.state
        open_ = "" if cell.key else " has still to say which"
        hint, name = f"{cell.name}{figure}{open_}: {does}", f"turn {cell.key or cell.name}"
        super().__init__(rect, on_press=on_press, rule="table/phases", hint=hint, name=name)
        self.cell = cell

    def draw(self, dst: Surface) -> None:
        """Draw the mark of the seat and the name: done with a tick, the present one framed, planned ones dashed."""
        r, px, p, cell = self.rect, theme.px, theme.palette, self.cell
        colour, now, done = theme.seat(cell.seat), cell.state == "now", cell.state == "done"
        fill = mix(colour, p.panel, 0.82) if now else p.raised
        box(dst, r, fill, 6, 250, colour if now else p.edge if self.hover else p.line, 2 if now else 1)
        if cell.state == "planned":
            dashed_line(dst, [r.topleft, r.topright, r.bottomright, r.bottomleft], colour, 1.4, 5, 4, 255, closed=True)
        stamp(
            dst,
            _seat(cell.seat, mix(colour, p.panel, 0.4) if done else colour),
            (r.x + px(SIDES + MARK / 2), r.centery),
        )
        ink = p.white if now else p.muted if done or cell.state == "waits" or not cell.key else p.text
        ticked = done and r.w >= _breadth(cell)
        room = r.w - _width_without_name(cell, ticked)
        name = fit_text(
            dst, cell.name, (r.x + px(SIDES + MARK + 6), r.centery), room, (NAME, 14, 13, 12), ink, "s", "midleft"
        )
        figure = mix(colour, p.panel, 0.4) if done else colour
        text(dst, cell.figure, (name.right + px(7), r.centery), NAME + 1, figure, "b", "midleft")
        if ticked:
            stamp(dst, mark("done", p.green, 13), (r.right - px(14), r.centery))


class ShotBox(Widget):
    """A waiting shot: who fires what at whom, and its state."""

    def __init__(self, rect: Rect, shot: QueuedShot, firer: str, on_press: Callable[[], object]) -> None:
        hint = f"{firer}'s {shot.label}: {shot.words or shot.state}"
        super().__init__(
            rect, on_press=on_press, rule="table/phases", hint=hint, name=f"shot {shot.firer} {shot.label}"
        )
        self.shot, self.firer = shot, firer

    def draw(self, dst: Surface) -> None:
        """Draw the shot: done with a tick and its result, the present one framed, later ones with their chance."""
        r, px, p, shot = self.rect, theme.px, theme.palette, self.shot
        colour, now, done = theme.seat(shot.seat), shot.state == "now", shot.state == "done"
        box(dst, r, mix(colour, p.panel, 0.82) if now else p.raised, 6, 250, colour if now else p.line, 2 if now else 1)
        quiet = mix(colour, p.panel, 0.4)
        y, low, right = r.y + px(11), r.bottom - px(10), r.right - px(8)
        ink = p.red if shot.good else p.muted if done else colour if now else p.text
        if done:
            stamp(dst, mark("done", p.green, 11), (r.right - px(12), y))
            right -= px(14)
        end = fit_text(dst, shot.words, (right, y), r.w * 0.52, (13, 12, 11), ink, "s", "midright")
        name = self.firer if done else f"{self.firer} {shot.figure}".strip()
        fit_text(
            dst,
            name,
            (r.x + px(8), y),
            end.x - r.x - px(14),
            (14, 13, 12, 11),
            quiet if done else colour,
            "s",
            "midleft",
        )
        fit_text(
            dst, shot.label, (r.x + px(8), low), r.w - px(16), (13, 12, 11), p.muted if done else p.text, "r", "midleft"
        )


def turn_strip(room: Rect, model: SeatModel, choose: Callable[[Id], object]) -> list[Widget]:
    """Return the strip in the upper left corner of a rect. There are as many cells as fit; of finished ones the
    last."""
    if shots := model.view.queue:
        return list(_shots(room, shots, model, choose))
    cells, px = turn_cells(model), theme.px
    if not cells:
        return []
    groups = "Groups", model.known("loser first", ask=lambda: _who_first(model))
    words = ("Initiative", "low first") if by_initiative(model) else groups
    wide = max(caps_width(words[0]), width(words[1], NOTE)) + 2 * px(10)
    breadths = _breadths(cells, room.w - round(wide))
    to_act = [n for n, cell in enumerate(cells) if cell.state != "done"]
    now = next((n for n in to_act if cells[n].state == "now"), to_act[0] if to_act else len(cells))
    first, last = now, now
    left = room.w - wide
    while last < len(cells) and breadths[last] + px(GAP) <= left:
        left -= breadths[last] + px(GAP)
        last += 1
    while first > 0 and breadths[first - 1] + px(GAP) <= left:
        first -= 1
        left -= breadths[first] + px(GAP)
    found: list[Widget] = [TurnHead(Rect(room.x, room.y, round(wide), px(HIGH)), words)]
    x = found[0].rect.right + px(GAP)
    for cell, breadth in zip(cells[first:last], breadths[first:last]):
        press = partial(choose, cell.key) if cell.key else None
        found.append(TurnBox(Rect(x, room.y, breadth, px(HIGH)), cell, press))
        x += breadth + px(GAP)
    return found


def _shots(
    room: Rect, shots: tuple[QueuedShot, ...], model: SeatModel, choose: Callable[[Id], object]
) -> Iterator[Widget]:
    """Yield shots that are resolved one after another, those around the present one. If not all fit, a count is
    added."""
    px, words = theme.px, ("Shots", "low declares first")
    head = round(max(caps_width(words[0]), width(words[1], NOTE))) + 2 * px(10)
    fit = max(1, (room.w - head) // (px(SHOT) + px(GAP)))
    now = next((n for n, one in enumerate(shots) if one.state == "now"), 0)
    first = max(0, min(now - fit // 2, len(shots) - fit))
    if fit < len(shots):
        words = words[0], f"{now + 1} of {len(shots)}"
    yield TurnHead(Rect(room.x, room.y, head, px(HIGH)), words, "shots in the order in which they are carried out")
    x = room.x + head + px(GAP)
    for one in shots[first : first + fit]:
        yield ShotBox(
            Rect(x, room.y, px(SHOT), px(HIGH)), one, model.view.state.names[one.firer], partial(choose, one.firer)
        )
        x += px(SHOT) + px(GAP)


def _breadths(cells: Sequence[TurnCell], room: int) -> list[int]:
    """Return the width of each cell. If not all fit, finished ones lose their tick and names are written smaller, while
    legible."""
    room -= len(cells) * theme.px(GAP)
    whole = [_breadth(cell) for cell in cells]
    if sum(whole) <= room:
        return whole
    fixed, names = [_width_without_name(cell, False) for cell in cells], [width(cell.name, NAME, "s") for cell in cells]
    share = min(1.0, max(LEAST, (room - sum(fixed)) / sum(names)))
    return [int(one + share * name) for one, name in zip(fixed, names)]


def _breadth(cell: TurnCell) -> int:
    return round(width(cell.name, NAME, "s")) + _width_without_name(cell, cell.state == "done")


def _width_without_name(cell: TurnCell, ticked: bool) -> int:
    """Return the width of a cell without its name."""
    figure = width(cell.figure, NAME + 1, "b") + theme.px(7) if cell.figure else 0
    return round(figure) + theme.px(2 * SIDES + MARK + 6 + 18 * ticked)


def _who_first(model: SeatModel) -> str:
    """Return which side begins, in two words."""
    order = sides_in_order(model.view.state)
    turns = model.view.turns(fresh=True)
    if not model.view.state.initiative or len({side for side, *_ in turns}) < 2:
        return "in turn"
    return "loser first" if turns[0][0] == order[-1] else "winner first"
