"""The card on the board while groups are moved: does a group reach a ship, and what would the defence of that ship leave?

No part of the rules.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from pygame import Rect, Surface

from game.board.boards import board_of
from game.core.display import Odds
from game.core.orders import Id
from game.core.values import frozen
from game.ui.battle.orders.share_bar import tone_colour
from game.ui.battle.panels.odds_chart import Chart
from game.ui.board.layers.ground import scale_rect
from game.ui.render.shapes import box, square
from game.ui.render.text import fit_text, text
from game.ui.render.theme import theme
from game.ui.session.battle_context import BattleContext
from game.ui.session.seat_model import SeatModel
from game.ui.toolkit.widgets import Still, Widget

WIDE, HEAD, LINES, LOW, CHART, PAD = 316, 74, 62, 82, 104, 14  # design pixels
PIECE = 24  # design pixels round a piece that the card leaves free


@frozen
class CardWords:
    """Words of the card: of whom and at whom, how far that is, whether it reaches (words and tone), and the exact odds if so."""

    who: str
    whom: str
    away: str
    reaches: tuple[str, str]
    odds: Odds | None


class OddsCard(Still):
    """Title, distance, whether it reaches, and columns of damage."""

    def __init__(self, rect: Rect, said: CardWords, low: bool) -> None:
        super().__init__(rect, rule="table/odds", name="odds card", hint="\n".join(said.odds.notes) if said.odds else "")
        self.said, self.low = said, low

    def draw(self, dst: Surface) -> None:
        """From the top downwards, on a plate edged in the colour of the seat."""
        p, px, r, said = theme.palette, theme.px, self.rect, self.said
        box(dst, r, p.panel, 8, 246, theme.accent, 1)
        inner = r.inflate(-2 * px(PAD), -2 * px(PAD))
        right = text(dst, "exact" if said.odds else "", inner.topright, 13, p.muted, "r", "topright")
        fit_text(dst, f"{said.who} at {said.whom}", inner.topleft, right.x - inner.x - px(8), (17, 16, 15, 14, 13), p.white, "s")
        fit_text(dst, said.away, (inner.x, inner.y + px(24)), inner.w, (14, 13, 12), p.muted)
        words, tone = said.reaches
        ink = tone_colour(tone)
        fit_text(dst, words, (inner.x, inner.y + px(44)), inner.w, (15, 14, 13, 12), ink, "s")
        if said.odds and self.low:
            words = "; ".join((f"{said.odds.mean:.1f} {said.odds.unit}", *said.odds.notes[:1]))
            fit_text(dst, words, (inner.x, inner.y + px(64)), inner.w, (14, 13, 12, 11), p.text)
        elif said.odds:
            self._chances(dst, Rect(inner.x, inner.y + px(HEAD), inner.w, px(CHART)), said.odds)

    def _chances(self, dst: Surface, r: Rect, odds: Odds) -> None:
        """The columns, and at their right the mean and what it loses first."""
        p, px = theme.palette, theme.px
        aside = px(104)
        Chart(Rect(r.x, r.y, r.w - aside, r.h), odds).draw(dst)
        spread = math.sqrt(sum(chance * (n * odds.heap - odds.mean) ** 2 for n, chance in enumerate(odds.chances)))
        x = r.right - aside + px(10)
        text(dst, f"{odds.mean:.1f} ± {spread:.1f}", (x, r.y), 18, p.white, "s")
        fit_text(dst, odds.unit or "points", (x, r.y + px(22)), aside - px(10), (13, 12, 11), p.muted)
        for n, note in enumerate(odds.notes[:1]):
            figure, _, words = note.partition(" shot")
            lead, rest = (figure, "shot down first") if words else ("", note)
            text(dst, lead, (x, r.y + px(44 + 40 * n)), 15, p.white, "s")
            fit_text(dst, rest, (x, r.y + px(63 + 40 * n)), aside - px(10), (13, 12, 11, 10), p.muted)


def odds_card(board: Rect, context: BattleContext, taken: Sequence[Rect]) -> list[Widget]:
    """The card in the first corner of the board where it lies over no piece; none where there is no such corner."""
    model = context.shown
    if context.past or not model.flies or model.chosen not in model.drafts or model.ghost is None:
        return []
    picked = context.scene.picked
    said = model.once("odds card", picked, ask=lambda: card_words(model, picked))
    if said is None:
        return []
    free = _room(board, context, taken, said)
    return [OddsCard(*free)] if free else []


def _room(board: Rect, context: BattleContext, taken: Sequence[Rect], said: CardWords) -> tuple[Rect, CardWords, bool] | None:
    """The first corner that is free for the card, or else for the card without its columns."""
    px, camera, model = theme.px, context.board.camera, context.shown
    state = model.view.state
    pieces = [one.at for one in (*state.ships.values(), *state.counters.values()) if one.in_play]
    pieces += [pose.at for pose in (*model.foreseen.values(), *model.poses.values())]
    keep = [*(square(camera.xy(at), px(PIECE)) for at in pieces), *taken, scale_rect(camera)]
    top, wide = max((one.bottom for one in taken), default=board.y) + px(8), px(WIDE)
    for low in (False, True) if said.odds else (True,):
        high = px(2 * PAD + (HEAD + CHART if not low else LOW if said.odds else LINES))
        for y in (top, board.bottom - high - px(10)):
            for x in (board.right - wide - px(10), board.x + px(10)):
                found = Rect(x, y, wide, high)
                if board.contains(found) and found.collidelist(keep) < 0:
                    return found, said, low
    return None


def card_words(model: SeatModel, picked: Sequence[Id] = ()) -> CardWords | None:
    """Words for the order in hand, with those of groups `picked` with it, against its ship; None where it attacks none."""
    order, state = model.order, model.view.state
    target = _target(model)
    planned = {key: pose for key, pose in model.poses.items() if key in state.counters and key in (model.chosen, *picked)}
    there = {**model.foreseen, **{key: pose for key, pose in model.poses.items() if key in state.ships}, **planned}
    told = model.prospects(target) if target else None
    if order is None or told is None or not told.besides:
        return None
    found = model.view.odds(order, there)
    odds = next((one for one in found if one.target == target), None)
    board, at = board_of(state.table), there[target].at
    away = sorted(board.distance(pose.at, at) for pose in planned.values())
    figures = " and ".join(dict.fromkeys(board.format_distance(far) for far in (away[0], away[-1])))
    who = state.names[model.chosen] if len(planned) == 1 else "Both" if len(planned) == 2 else f"{len(planned)} groups"
    sure = ", if it goes straight on" if target in model.foreseen else " at the end of its move"
    return CardWords(who, state.names[target], f"{figures} away{sure}", told.besides[0][::2], odds)


def _target(model: SeatModel) -> Id:
    """The ship that the group would attack; without one in reach the target, or the enemy that is going to be nearest."""
    there = {**model.foreseen, **model.poses}
    enemies = [ship.id for ship in model.enemies() if ship.id in there]
    if model.aim in enemies or model.target in enemies:
        return model.aim if model.aim in enemies else model.target
    ghost, board = model.ghost, board_of(model.view.state.table)
    assert ghost is not None
    return min(enemies, key=lambda key: board.distance(ghost.at, there[key].at), default="")
