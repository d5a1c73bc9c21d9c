"""The reasons for a computer player's order, on the board; no part of the rules.

A plate shows its expectation and the result, and ghosts stand at its enemies' expected destinations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pygame import Rect, Surface

from game.battle.view import View
from game.core.display import Pose
from game.core.names import whole_percent as percent
from game.players.player import Expected
from game.seating.memo import Memo
from game.seating.why import RULE, Explanations
from game.ui.board.layers.ships import draw_ghost, looks
from game.ui.board.model.scene import Scene
from game.ui.board.view import BoardView
from game.ui.render.lines import dashed_line
from game.ui.render.shapes import square
from game.ui.render.text import fit_text, minus, text, width
from game.ui.render.theme import theme
from game.ui.toolkit.parts import around, chip, clearest, covered_area, plate
from game.ui.toolkit.widgets import Button, Still, Widget

WIDE, PAD, HEAD, ROW = 372, 14, 34, 26  # design pixels
STEP = 28  # design pixels of the buttons for the previous and next order
TOLD = 3  # most enemies for which the plate shows the chance given to their orders
GHOSTS = 9


class WhyPlate(Still):
    """The order, its expected damage dealt and taken, the result, and the chances given to what happened."""

    def __init__(self, rect: Rect, title: tuple[str, str], rows: Sequence[Row], told: Sequence[str], seat: int) -> None:
        super().__init__(rect, name="why plate", rule=RULE, hint="\n".join(told))
        self.title, self.rows, self.told, self.seat = title, rows, told, seat

    def draw(self, dst: Surface) -> None:
        p, px, r = theme.palette, theme.px, self.rect
        plate(dst, r, theme.seat(self.seat))
        x, y, right = r.x + px(PAD), r.y + px(PAD + 8), r.right - px(PAD + 2 * STEP + 12)
        words, order = self.title
        x = fit_text(dst, words, (x, y), (right - x) * 0.6, (15, 14, 13, 12), p.muted, "r", "midleft").right + px(8)
        fit_text(dst, minus(order), (x, y), right - x, (18, 16, 14, 12), p.white, "b", "midleft")
        for n, (label, expected, came) in enumerate(self.rows):
            y = r.y + px(PAD + HEAD + n * ROW)
            text(dst, label, (r.x + px(PAD), y), 14, p.muted, "r", "midleft")
            text(dst, expected, (r.x + px(112), y), 16, p.white, "b", "midright")
            text(dst, "expected", (r.x + px(120), y), 13, p.faint, "r", "midleft")
            if came:
                ink = p.green if label == "deals" else p.red
                text(dst, came, (r.x + px(226), y), 16, ink, "b", "midright")
                room = r.right - px(PAD) - r.x - px(234)
                fit_text(dst, "against what came", (r.x + px(234), y), room, (13, 12), p.faint, "r", "midleft")
        for n, words in enumerate(self.told):
            y = r.y + px(PAD + HEAD + (len(self.rows) + n) * ROW)
            fit_text(dst, words, (r.x + px(PAD), y), r.w - px(2 * PAD), (14, 13, 12), p.yellow, "s", "midleft")


Row = tuple[str, str, str]  # a word, the points expected, and those against the actual orders


class WhyOnBoard:
    """Lays out the plate, and draws the ghosts in every frame."""

    def __init__(self, why: Explanations, scene: Callable[[], Scene], covers: Callable[[], Sequence[Rect]]) -> None:
        self.why, self._scene, self._covers = why, scene, covers
        self._places = Memo[list[Rect | None]]()
        self._ends = Memo[list[tuple[Expected, bool]]]()

    def lay_out(self, board: Rect, over: Sequence[Rect]) -> list[Widget]:
        """Return the plate at the left of the board, below the rects in `over`, with its buttons."""
        reasons = self.why.reasons
        if reasons is None:
            return []
        px, view = theme.px, self.why.now().view
        names, state = view.state.names, view.state
        by, lost = names.get(reasons.piece, ""), reasons.withdrawal
        hopeless = [f"The battle is lost: {percent(lost.strength)} of the enemy's strength"] if lost else []
        if lost and reasons.order.gives_up:
            title = "Why", f"{names.get(reasons.order.by, '')} withdrew"
            rows, told = [("to stay", f"{lost.stays:.1f}", ""), ("to leave", f"{lost.leaves:.1f}", "")], hopeless
        elif reasons.best:
            given = next(one for one in reasons.best if one.order == reasons.order)
            came = self.why.came
            rows = [
                ("deals", f"{given.deals:.1f}", f"{came.deals:.1f}" if came else ""),
                ("takes", f"{given.takes:.1f}", f"{came.takes:.1f}" if came else ""),
            ]
            told = hopeless + ([self._chance_words(view, one) for one in came.ends[:TOLD]] if came else [])
            title = f"Why {by} went", view.briefly(reasons.order)
        else:
            title = f"Why {by} fired at", ", ".join(names.get(key, "") for key in reasons.aimed)
            # figures of a target are those of all guns at it, so they are wrong for divided guns
            alone = len(reasons.aimed) == 1
            hit = next((one for one in reasons.targets if alone and one.piece in reasons.aimed), None)
            rows = [("costs", f"{hit.points:.1f}", "")] if hit else []
            told = [f"The chance to destroy it: {percent(hit.lost)}"] if hit and hit.lost >= 0.005 else []
        wide, high = min(px(WIDE), board.w - px(24)), px(PAD + HEAD + ROW * (len(rows) + len(told)))
        r = Rect(board.x + px(12), board.y + px(12), wide, high)
        above = [one.bottom for one in over if one.centery < board.centery and one.x < r.right and one.right > r.x]
        r.y = max([r.y, *(low + px(8) for low in above)])
        plate_ = WhyPlate(r, title, rows, told, state.sides[state.owner(reasons.piece)].seat)
        return [plate_, *(self._button(r, n) for n in (0, 1))] if len(self.why.numbers) > 1 else [plate_]

    def _button(self, r: Rect, n: int) -> Widget:
        px, by = theme.px, (-1, 1)[n]
        place = Rect(r.right - px(PAD - 4) - px(STEP + 4) * (2 - n), r.y + px(8), px(STEP), px(STEP))
        return Button(
            place,
            "",
            on_press=lambda: self.why.step(by),
            sign=("left", "right")[n],
            rule=RULE,
            name=("why before", "why after")[n],
            hint=("the order before this one", "the order after this one")[n],
        )

    def _chance_words(self, view: View, end: Expected) -> str:
        """Return the chance the player gave an enemy's order."""
        state = view.state
        mine = [state.owner(end.piece)] == self.why.people
        name = state.names.get(end.piece, "")
        whose = f"your {name}" if mine else name
        if end.order is None or end.chance < 0.0005:
            return f"It did not expect where {whose} went"
        return f"It gave the move of {whose} a chance of {percent(end.chance)}"

    # -- ghosts --------------------------------------------------------------------------------------------------------

    def _enemy_destinations(self) -> list[tuple[Expected, bool]]:
        """Return the likely and the actual destinations of the player's enemies, each with whether it is the actual
        one."""
        reasons, came = self.why.reasons, self.why.came
        if reasons is None:
            return []
        ends = came.ends if came else ()
        there = {(one.piece, one.at, one.facing) for one in ends}
        found = [one for one in reasons.expected if (one.piece, one.at, one.facing) not in there]
        likely = sorted(found, key=lambda one: -one.chance)[:GHOSTS]
        return [*((one, True) for one in ends if one.order is not None), *((one, False) for one in likely)]

    def draw(self, dst: Surface, board: BoardView) -> None:
        """Draw ghosts with their chances, actual ones in yellow."""
        ends = self._ends.get((*self.why.key, self.why.number), self._enemy_destinations)
        if not ends:
            return
        scene, camera, p = self._scene(), board.camera, theme.palette
        look, state = looks(scene), scene.view.state
        before = dst.get_clip()
        dst.set_clip(camera.rect.clip(before))
        shown = [(one, came) for one, came in ends if one.piece in look and camera.shows(one.at)]
        for one, came in shown:
            colour = p.yellow if came else scene.colour(one.piece)
            draw_ghost(dst, camera, look[one.piece], Pose(one.at, one.facing, one.facing, 0), colour, False)
        several = len({one.piece for one, _ in ends}) > 1
        told = [(one, self._chip(scene.view, one, several), came) for one, came in shown]
        for (one, said, came), r in zip(told, self._chance_rects(board, told)):
            colour = p.yellow if came else theme.seat(state.sides[state.owner(one.piece)].seat)
            if r is not None:
                dashed_line(dst, (camera.xy(one.at), r.center), colour, 1.0, 3, 3, 150)
                chip(dst, r.center, said, colour, size=14)
        dst.set_clip(before)

    @staticmethod
    def _chip(view: View, one: Expected, named: bool) -> str:
        """Return the chance of a ghost and its order, and whose it is if it is `named`."""
        name = f"{view.state.names.get(one.piece, '')}  " if named else ""
        order = f"  {minus(view.briefly(one.order))}" if one.order is not None else ""
        return f"{name}{percent(one.chance)}{order}"

    def _chance_rects(self, board: BoardView, told: Sequence[tuple[Expected, str, bool]]) -> list[Rect | None]:
        """Return the rects of the chances: beside their ghosts, clear of other words on the board. One that would cover
        another, or something over the board, is left out."""
        camera, scene, px = board.camera, self._scene(), theme.px

        def place() -> list[Rect | None]:
            chips = list(self._covers())
            kept = list(board.in_use(scene))
            kept += [square(camera.xy(one.at), px(16)) for one, _, _ in told]
            found = list[Rect | None]()
            for one, said, _ in told:
                size = round(width(said, 14, "s")) + 2 * px(8), px(25)
                near = square(camera.xy(one.at), px(18))
                within = camera.rect.inflate(-px(12), -px(12))
                r = clearest(size, within, around(near, size, within), [*kept, *(c for c in chips for _ in range(9))])
                found.append(None if covered_area(r, chips) else r)
                chips.append(r.inflate(px(6), px(6)))
            return found

        said = tuple([words for _, words, _ in told])
        return self._places.get((camera.key, said, theme.scale, len(self._covers())), place)
