"""The card on the board while groups are moved; no part of the rules.

It shows whether a group reaches a ship, and the odds after the ship's defence.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from pygame import Rect, Surface

from game.board.boards import board_of
from game.board.geometry import Point
from game.core.display import Odds, Pose, Prospects
from game.core.orders import Id, Order
from game.core.values import frozen
from game.ui.battle.orders.share_bar import tone_colour
from game.ui.battle.panels.odds_chart import Chart
from game.ui.board.layers.ground import scale_rect
from game.ui.input_modes.modes import mode_of
from game.ui.render.shapes import box, square
from game.ui.render.text import fit_text, text, wrap
from game.ui.render.theme import theme
from game.ui.seat.seat_model import SeatModel
from game.ui.session.battle_context import BattleContext
from game.ui.toolkit.widgets import Still, Widget

WIDE, HEAD, LINES, LOW, CHART, PAD = 316, 93, 81, 101, 104, 14  # design pixels
PIECE = 24  # design pixels round a piece that the card keeps free
EVERY = 3  # frames between updates of the card while a piece is dragged
LONG = 1 << 30  # number of frames that makes an update due at once


@frozen
class CardWords:
    """The words of the card: attacker and target, distance, defences, whether it reaches (words and tone), and the
    exact odds if so. `place` is the place of the attack, `about` are the pieces on the card."""

    who: str
    whom: str
    away: str
    meets: str
    reaches: tuple[str, str]
    odds: Odds | None
    place: Point
    about: frozenset[Id]


class OddsCard(Still):
    """Title, distance, reach, and columns of damage."""

    def __init__(self, rect: Rect, said: CardWords, low: bool) -> None:
        super().__init__(
            rect, rule="table/odds", name="odds card", hint="\n".join(said.odds.notes) if said.odds else ""
        )
        self.said, self.low = said, low
        self.laid = True  # true if the card shows the present order in hand

    def draw(self, dst: Surface) -> None:
        if not self.laid:
            return
        p, px, r, said = theme.palette, theme.px, self.rect, self.said
        box(dst, r, p.panel, 8, 246, theme.accent, 1)
        inner = r.inflate(-2 * px(PAD), -2 * px(PAD))
        right = text(
            dst, "exact" if said.odds and said.odds.most is None else "", inner.topright, 13, p.muted, "r", "topright"
        )
        fit_text(
            dst,
            f"{said.who} at {said.whom}",
            inner.topleft,
            right.x - inner.x - px(8),
            (17, 16, 15, 14, 13),
            p.white,
            "s",
        )
        fit_text(dst, said.away, (inner.x, inner.y + px(24)), inner.w, (14, 13, 12), p.muted)
        fit_text(dst, said.meets, (inner.x, inner.y + px(43)), inner.w, (14, 13, 12), p.muted)
        words, tone = said.reaches
        ink = tone_colour(tone)
        fit_text(dst, words, (inner.x, inner.y + px(63)), inner.w, (15, 14, 13, 12), ink, "s")
        if said.odds and self.low:
            words = "; ".join((f"{said.odds.mean_words} {said.odds.unit}", *said.odds.notes[:1]))
            fit_text(dst, words, (inner.x, inner.y + px(83)), inner.w, (14, 13, 12, 11), p.text)
        elif said.odds:
            self._chances(dst, Rect(inner.x, inner.y + px(HEAD), inner.w, px(CHART)), said.odds)

    def _chances(self, dst: Surface, r: Rect, odds: Odds) -> None:
        """Draw the columns, and at their right the mean and the losses before them."""
        p, px = theme.palette, theme.px
        aside = px(104)
        Chart(Rect(r.x, r.y, r.w - aside, r.h), odds).draw(dst)
        spread = math.sqrt(sum(chance * (n - odds.mean) ** 2 for n, chance in enumerate(odds.chances)))
        x = r.right - aside + px(10)
        mean = f"{odds.mean:.1f} ± {spread:.1f}" if odds.most is None else odds.mean_words
        fit_text(dst, mean, (x, r.y), aside - px(10), (18, 17, 16, 15, 14), p.white, "s")
        fit_text(dst, odds.unit or "points", (x, r.y + px(22)), aside - px(10), (13, 12, 11), p.muted)
        if odds.shot_down:
            text(dst, odds.shot_down, (x, r.y + px(44)), 15, p.white, "s")
            fit_text(dst, "shot down first", (x, r.y + px(63)), aside - px(10), (13, 12, 11, 10), p.muted)
        elif odds.notes:
            wrap(dst, odds.notes[0], (x, r.y + px(50)), aside - px(10), 13, p.muted, lead=16)


def words_in_hand(context: BattleContext) -> CardWords | None:
    """Return words for the order in hand and the groups picked with it; None if neither would attack."""
    model, picked = context.shown, context.scene.over.picked
    if context.past or model.chosen not in model.drafts or model.ghost is None:
        return None
    return model.once("odds card", picked, ask=lambda: card_words(model, picked))


def _place(
    board: Rect, context: BattleContext, taken: Sequence[Rect], said: CardWords, before: Rect | None
) -> tuple[Rect, bool] | None:
    """Return a corner for the card, and whether it must do without columns; None if no corner will do. Prefer one where
    the whole card covers no piece, then one where the card without columns covers none, then the one where it covers
    the fewest. It never covers a piece named on it, or a button."""
    px, found = theme.px, list[tuple[int, bool, bool, Rect]]()
    spoken, others = _pieces(context, said)
    keep, top, wide = [*spoken, *taken, scale_rect(context.board.camera)], _below(taken, board), px(WIDE)
    for low in (False, True) if said.odds else (True,):
        high = px(2 * PAD + (HEAD + CHART if not low else LOW if said.odds else LINES))
        for y in (top, board.bottom - high - px(10)):
            for x in (board.right - wide - px(10), board.x + px(10)):
                r = Rect(x, y, wide, high)
                if board.contains(r) and r.collidelist(keep) < 0:
                    found.append((len(r.collidelistall(others)), low, not _same_corner(r, before), r))
    best = min(found, key=lambda one: one[:3], default=None)
    return (best[3], best[1]) if best else None


def _below(taken: Sequence[Rect], board: Rect) -> int:
    """Return the y of the first row of pixels under the buttons at the upper edge of the board."""
    return max((one.bottom for one in taken), default=board.y) + theme.px(8)


def _same_corner(r: Rect, before: Rect | None) -> bool:
    return before is not None and r.x == before.x and (r.y == before.y or r.bottom == before.bottom)


def _pieces(context: BattleContext, said: CardWords) -> tuple[list[Rect], list[Rect]]:
    """Return the rects of the piece in hand, of its destination and of its target; and those of all others, at present
    or planned places."""
    model, camera = context.shown, context.board.camera
    state, there = model.view.state, {**model.foresight.foreseen, **model.poses}
    afloat = [one for one in (*state.ships.values(), *state.counters.values()) if one.in_play]
    places = [(one.id, one.at) for one in afloat] + [(key, pose.at) for key, pose in there.items()]
    spoken = [at for key, at in places if key in said.about]
    others = [at for key, at in places if key not in said.about]
    grounds = [[square(camera.xy(at), theme.px(PIECE)) for at in each] for each in ([*spoken, said.place], others)]
    return grounds[0], grounds[1]


def card_words(model: SeatModel, picked: Sequence[Id] = ()) -> CardWords | None:
    """Return words for the order in hand, with those of groups `picked` with it, against a ship; None if it would
    attack none."""
    order, state = model.order, model.view.state
    place = order.strikes_from(state) if order else None
    if order is None or place is None:
        return None
    going = {
        model.chosen,
        *(key for key in picked if (other := model.drafts.get(key)) and other.strikes_from(state) is not None),
    }
    planned = {key: pose for key, pose in model.poses.items() if key in state.counters and key in going}
    ships = {key: pose for key, pose in model.poses.items() if key in state.ships}
    there = {**model.foresight.foreseen, **ships, **planned}
    found = model.view.odds(order, there)
    target, told = _target(model, order, found, place, there)
    if told is None or told.apart is None:
        return None
    odds = next((one for one in found if one.target == target), None)
    board = board_of(state.table)
    away = sorted(board.distance(pose.at, _at(model, there, target)) for pose in planned.values()) or [told.apart]
    figures = " and ".join(dict.fromkeys(board.format_distance(round(far, 1)) for far in (away[0], away[-1])))
    who = _who(model, [key for key in planned if odds is None or model.view.shots(key, target, there)], len(planned))
    sure = " at the end of its move" if target in ships else ""
    if target in model.foresight.foreseen or not planned:
        sure = ", if it goes straight on"
    about = frozenset((target, model.chosen, *planned))
    whence = "away" if planned else "from where it is placed"
    return CardWords(
        who, state.names[target], f"{figures} {whence}{sure}", told.meets, told.besides[0][::2], odds, place, about
    )


def _who(model: SeatModel, keys: Sequence[Id], planned: int) -> str:
    """Return the attackers: one by name, several by number, with the number planned."""
    if planned < 2:
        return model.view.state.names[model.chosen]
    if len(keys) < planned:
        return f"{len(keys)} of {planned} groups"
    return "Both" if planned == 2 else f"{planned} groups"


def _at(model: SeatModel, there: Mapping[Id, Pose], key: Id) -> Point:
    """Return the place at which a ship will be."""
    return there[key].at if key in there else model.view.state.ships[key].at


def _target(
    model: SeatModel, order: Order, found: Sequence[Odds], place: Point, there: Mapping[Id, Pose]
) -> tuple[Id, Prospects | None]:
    """Return the ship for the card, and the order's prospects. If it is attacked, it is the ship that the order names,
    or that is pointed at or picked; otherwise the attacked ship that loses most. If none is attacked, it is the picked
    ship or the nearest."""
    wanted = [key for key in (getattr(order, "target", ""), model.over, model.target) if key]
    heavy = [one.target for one in sorted(found, key=lambda one: -one.mean)]
    for key in (*(key for key in wanted if key in heavy), *heavy):
        told = model.view.prospects(order, key, dict(there))
        if told and told.apart is not None and told.besides[0][2] == "good":
            return key, told
    board, enemies = board_of(model.view.state.table), [ship.id for ship in model.enemies()]
    nearest = min(enemies, key=lambda key: board.distance(place, _at(model, there, key)), default="")
    key = model.target if model.target in enemies else nearest
    return key, model.view.prospects(order, key, dict(there)) if key else None


class OddsOnBoard:
    """The card of a battle screen: a widget while nothing is dragged. While a piece is dragged, or moved by keys, it is
    a picture that follows every few frames. `ground` is its part of the board then, large enough for all its words, so
    that names on the board only move when it goes to another corner."""

    def __init__(self, context: BattleContext, held: Callable[[], bool]) -> None:
        self.context, self.held = context, held
        self.card: OddsCard | None = None
        self.ground: tuple[Rect, ...] = ()
        self._board, self._taken = Rect(0, 0, 0, 0), tuple[Rect, ...]()
        # key of the order and the table while the card follows a drag; None while the card is a widget
        self._about: object = None
        self._words: CardWords | None = None
        self._frames = 0  # since they were last computed
        self._group: tuple[object, Id] = None, ""  # a group, and the view in which its odds are computed ahead
        self._ahead: list[Id] = []  # ships against which odds are still to be computed

    def lay_out(self, board: Rect, taken: Sequence[Rect]) -> list[Widget]:
        """Return the card on the board, clear of the `taken` rects, unless something is dragged."""
        self._board, self._taken = board, tuple(taken)
        if self.held():
            self._frames = LONG  # the panels are up to date, so the card must be too
            return []
        self.card, self.ground, self._about = self._make_card(self._card_words()), (), None
        return [self.card] if self.card else []

    def follow(self) -> None:
        """Follow what is dragged, a few frames behind at most; called before a frame is drawn. The words are computed
        in one frame, and the card is drawn in the next."""
        if not self.held():
            return
        model, self._frames = self.context.shown, self._frames + 1
        about, begins = (model.order, model.over, model.target, self.context.board.camera.key), self._about is None
        if begins and self.card:
            self.card.laid = False
        at_once = begins or self._frames > LONG
        if at_once or (about != self._about and self._frames > EVERY):
            self._about, self._frames, self._words = about, 0, self._card_words()
        if at_once or self._frames == 1:
            self.card = self._make_card(self._words)
            self.ground = (_whole(self.card.rect, self._board),) if self.card else ()

    def draw(self, dst: Surface) -> None:
        """Draw the card that follows what is dragged over the board."""
        if self.card and self.held():
            self.card.draw(dst)

    def rest(self) -> None:
        """Compute the chosen group's odds against one more ship in reach while nothing moves. The rules cache them, so
        that dragging a group need not wait for them."""
        model = self.context.shown
        if self._group != (model.view, model.chosen):
            able = model.flies and mode_of(model).plots and model.askable(model.chosen)
            self._group, self._ahead = (model.view, model.chosen), [ship.id for ship in model.enemies()] if able else []
        if self._ahead:
            key = self._ahead.pop()
            others = model.foresight.holding_on
            ship = others.get(key) or model.view.state.known_piece(key)
            poses = {**others, model.chosen: Pose(ship.at, ship.course, ship.facing, 0)}
            if volley := model.view.volley(model.chosen, key, poses):
                model.view.odds(volley, poses)

    def _card_words(self) -> CardWords | None:
        return words_in_hand(self.context)

    def _make_card(self, said: CardWords | None) -> OddsCard | None:
        place = (
            _place(self._board, self.context, self._taken, said, self.card.rect if self.card else None)
            if said
            else None
        )
        return OddsCard(place[0], said, place[1]) if said and place else None


def _whole(r: Rect, board: Rect) -> Rect:
    """Return the rect, in a corner of the board, of a card with every possible line."""
    high = min(board.h, theme.px(2 * PAD + HEAD + CHART))
    return Rect(r.x, r.y if r.centery < board.centery else r.bottom - high, r.w, high)
