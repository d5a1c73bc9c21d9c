"""Shots that are resolved one by one: their list, and the steps of the selected one; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from pygame import Rect, Surface

from game.battle.view import View
from game.core.events import Die, Event, total_harm
from game.core.orders import Id
from game.ui.battle.dice.dice_panel import Lanes
from game.ui.playback.lanes import gun_of, name_of, side_of
from game.ui.render.dice_faces import die
from game.ui.render.dice_tray import DiceTray
from game.ui.render.shapes import box, stamp
from game.ui.render.text import caps, fit_text, run, run_width, text
from game.ui.render.theme import mix, theme
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Still, Widget

ROW, HEAD = 22, 22  # design pixels of a line of the list, and of its heading
LISTED = 0.47  # the list's share of the width
# positions, in shares of a line, of target, needed number, die and result; boxes at its end
PLACES = (0.28, 0.62, 0.7, 0.78)


@dataclass(frozen=True, slots=True)
class ToldShot:
    """A shot in the list; a later one has neither die nor words."""

    key: str
    firer: Id
    gun: str
    target: Id
    needs: str
    die: Die | None
    words: str
    boxes: int
    events: tuple[Event, ...]


def shots_of(view: View, now: Event, reached: Sequence[Event]) -> tuple[ToldShot, ...]:
    """Return every shot of a line's phase: those reached with their results, then later ones. The number that a later
    shot needs is not shown, because at a target already destroyed it needs none."""
    lines: dict[str, list[Event]] = {}
    for event in view.log:
        if event.shot and (event.turn, event.phase) == (now.turn, now.phase):
            lines.setdefault(event.shot, []).append(event)
    seen = {id(event) for event in reached}
    found = [
        _summarise_shot(view, key, events, key == now.shot, all(id(event) in seen for event in events))
        for key, events in lines.items()
    ]
    return (*found, *_to_come(view, lines))


def shots_left(view: View, now: Event) -> int:
    """Return how many of the phase's shots follow the one of a line."""
    keys = [one.key for one in shots_of(view, now, ())]
    return len(keys) - 1 - keys.index(now.shot)


def _summarise_shot(view: View, key: str, events: Sequence[Event], now: bool, reached: bool) -> ToldShot:
    first = events[0]
    boxes = sum(total_harm(events).values())
    struck = [event for event in events if event.kind == "damage"]
    words = "hit" if boxes else (struck or events)[-1].result_words(view.state.names)
    rolled = first.dice[0] if first.dice else None
    known = (rolled, words, boxes) if reached else (None, "", 0)
    needs = first.needs if now or reached else ""
    return ToldShot(key, first.who, gun_of(view, first), first.whom, needs, *known, tuple(events))


def _to_come(view: View, told: Iterable[str]) -> Iterable[ToldShot]:
    """Yield shots that wait for an answer about an earlier one."""
    for one in view.queue:
        if one.state == "later":
            yield ToldShot("", one.firer, one.gun, one.target, "", None, one.words, 0, ())


class ShotRow(Widget):
    """One line of the list; a press shows its dice again."""

    def __init__(
        self, rect: Rect, view: View, shot: ToldShot, now: bool, on_press: Callable[[], object] | None
    ) -> None:
        super().__init__(rect, on_press=on_press, rule="table/dice", name=f"shot {shot.key}")
        self.view, self.shot, self.now, self.enabled = view, shot, now, on_press is not None
        self.why_not = "" if on_press else "it has not been fired yet"
        self.hint = "\n".join(event.log_line(view.state.names) for event in shot.events) if shot.die else ""

    def draw(self, dst: Surface) -> None:
        """Draw gun, target, the number needed, its die, the result, and boxes. All are dimmed until the shot is
        fired."""
        p, px, r, one = theme.palette, theme.px, self.rect, self.shot
        side = side_of(self.view, one.firer)
        colour, quiet = (theme.seat(side.seat) if side else p.text), p.muted
        if self.now or self.hover:
            box(dst, r, p.active, 4, 255, theme.accent if self.now else None)
        fired = one.die is not None or bool(one.words and one.key)
        if not fired and not self.now:
            colour, quiet = mix(colour, p.panel, 0.55), p.faint
        box(dst, (r.x + px(3), r.y + px(4), px(3), r.h - px(8)), colour, 1)
        at = [r.x + round(r.w * share) for share in PLACES]
        fit_text(
            dst, one.gun, (r.x + px(12), r.centery), at[0] - r.x - px(18), (14, 13, 12, 11), colour, "s", "midleft"
        )
        whom, room = f"at {name_of(self.view, one.target)}", at[1] - at[0] - px(22)
        fit_text(dst, whom, (at[0], r.centery), room, (13, 12, 11), quiet, "r", "midleft")
        text(dst, one.needs, (at[1], r.centery), 14, quiet, "r", "midright")
        if one.die:
            kind = "scored" if one.die.scored else "missed"
            stamp(dst, die(one.die.face, 17, 0, kind, one.die.sides), ((at[1] + at[2]) // 2 + px(6), r.centery))
        ink = p.green if one.boxes else p.muted
        x, right = (at[2] if one.die else at[1]) + px(6), r.right - px(44 if one.boxes else 8)
        fit_text(dst, one.words, (x, r.centery), right - x, (13, 12, 11, 10), ink if fired else quiet, "r", "midleft")
        if one.boxes:
            text(dst, str(one.boxes), (r.right - px(8), r.centery), 14, p.red, "s", "midright")


class ShotHead(Still):
    """The firer, gun and target of a shot, above its steps, and below the list the sum of all shown so far."""

    def __init__(self, rect: Rect, parts: Sequence[tuple[str, object, str]], right: str = "") -> None:
        super().__init__(rect, rule="table/dice", name="shot")
        self.parts, self.right = parts, right

    def draw(self, dst: Surface) -> None:
        run(dst, (self.rect.x, self.rect.centery), self.parts, 16 if run_width(self.parts, 16) < self.rect.w else 13)  # type: ignore[arg-type]
        if self.right:
            text(dst, self.right, (self.rect.right, self.rect.centery), 14, theme.palette.muted, "r", "midright")


def volley_panel(
    column: Column,
    r: Rect,
    tray: DiceTray,
    view: View,
    shots: Sequence[ToldShot],
    events: Sequence[Event],
    read: Callable[[ToldShot], object] | None,
) -> None:
    """Add the list at the left, scrolled to the selected shot, and its steps at the right."""
    px, p = theme.px, theme.palette
    now = next((n for n, one in enumerate(shots) if one.key == events[0].shot), 0)
    left = Rect(r.x, r.y, round(r.w * LISTED), r.h)
    rows = max(1, (r.h - px(2 * HEAD)) // px(ROW))
    first = max(0, min(now - rows // 2, len(shots) - rows))
    column.add(ListHead(Rect(left.x, left.y, left.w, px(HEAD))))
    for n, one in enumerate(shots[first : first + rows], first):
        place = Rect(left.x, left.y + px(HEAD) + (n - first) * px(ROW), left.w, px(ROW))
        press = partial(read, one) if read and one.die else None
        column.add(ShotRow(place, view, one, n == now, press))
    column.add(ShotHead(Rect(left.x, left.bottom - px(HEAD), left.w, px(HEAD)), so_far(view, shots)))
    right = Rect(left.right + px(20), r.y, r.right - left.right - px(20), r.h)
    shot = shots[now]
    side, other = side_of(view, shot.firer), side_of(view, shot.target)
    parts = [
        (name_of(view, shot.firer), theme.seat(side.seat) if side else p.text, "s"),
        (shot.gun, p.white, "s"),
        ("at", p.muted, "r"),
        (name_of(view, shot.target), theme.seat(other.seat) if other else p.text, "s"),
    ]
    column.add(ShotHead(Rect(right.x, right.y, right.w, px(HEAD)), parts, f"shot {now + 1} of {len(shots)}"))
    below = Rect(right.x, right.y + px(HEAD + 4), right.w, right.h - px(HEAD + 4))
    tray.resize(below)
    column.add(Lanes(below, tray, "\n".join(event.log_line(view.state.names) for event in events)))


def so_far(view: View, shots: Iterable[ToldShot]) -> list[tuple[str, object, str]]:
    """Return the boxes that each target has lost to the shots shown so far."""
    p, sums = theme.palette, dict[Id, int]()
    for one in shots:
        if one.boxes:
            sums[one.target] = sums.get(one.target, 0) + one.boxes
    found: list[tuple[str, object, str]] = [("so far", p.muted, "r")]
    for key, boxes in sums.items():
        side = side_of(view, key)
        found += [(name_of(view, key), theme.seat(side.seat) if side else p.text, "s"), (f"−{boxes}", p.red, "s")]
    return found if sums else [("so far no boxes lost", p.muted, "r")]


class ListHead(Still):
    """The headings of the list's columns."""

    def __init__(self, rect: Rect) -> None:
        super().__init__(rect, rule="table/dice", name="shots")

    def draw(self, dst: Surface) -> None:
        r, at = self.rect, [self.rect.x + round(self.rect.w * share) for share in PLACES]
        caps(dst, "Shots", (r.x + theme.px(12), r.y + theme.px(4)))
        for words, x, anchor in (
            ("needs", at[1] + theme.px(4), "midright"),
            ("boxes", r.right - theme.px(8), "midright"),
        ):
            text(dst, words, (x, r.centery), 12, theme.palette.faint, "r", anchor)
