"""The adviser's columns: the question, the enemy's likely ends, the best three orders, and the table of answers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from pygame import Rect, Surface

from game.battle.view import View
from game.core.display import signed
from game.core.names import whole_percent as percent
from game.core.orders import Id
from game.players.captain.adviser import BEST, Advice
from game.ui.advice.model import RULE, TURNS, LiveAdviser, Subject
from game.ui.board.advice.drawing import STEPS, hue_of, step_of
from game.ui.board.model.advice_picture import AdvicePicture
from game.ui.render.shapes import box
from game.ui.render.text import Piece, fit_text, text, width
from game.ui.render.theme import Colour, mix, theme
from game.ui.toolkit.blocks import WordRow
from game.ui.toolkit.column import Column
from game.ui.toolkit.parts import key_cap, key_width
from game.ui.toolkit.value_fields import Segments
from game.ui.toolkit.widgets import Still, Widget, shades

AGAINST, COUNTS = "Weigh the target alone, or every enemy", "What ships are worth, or boxes of hull and armour"
LIMITS = (
    "Weighs this ship and these enemies alone: fire, the table's edge and rocks. It does not see missiles, fighters, "
    "other ships, nor what has to be reached."
)


# -- widgets -----------------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class ProgressLine(Still):
    """A thin progress bar; `share` is 0 to 1."""

    share: float

    def draw(self, dst: Surface) -> None:
        """Draw the track and the bar."""
        box(dst, self.rect, theme.palette.line, 2)
        box(dst, (self.rect.x, self.rect.y, max(2, round(self.rect.w * self.share)), self.rect.h), theme.accent, 2)


@dataclass(eq=False)
class LikelyEnd(Still):
    """An order of an enemy, with a bar for its chance."""

    words: str
    chance: float
    most: float
    colour: Colour

    def draw(self, dst: Surface) -> None:
        """Draw the bar, its length relative to the likeliest, and the words over it."""
        r, p, px = self.rect, theme.palette, theme.px
        box(dst, r, p.raised, 4)
        box(dst, (r.x, r.y, round(r.w * self.chance / self.most), r.h), mix(self.colour, p.raised, 0.72), 4)
        said = f"{percent(self.chance)}"
        fit_text(dst, self.words, (r.x + px(10), r.centery), r.w - px(70), 15, p.white, "s", "midleft")
        text(dst, said, (r.right - px(8), r.centery), 15, mix(self.colour, p.white, 0.25), "s", "midright")


@dataclass(eq=False)
class AdviceCard(Widget):
    """One of the best orders. It shows its share, four figures, the chances to destroy and to be lost, and the worst
    answer to it. A press gives the order."""

    HIGH, FATES = 104, 21

    rank: int
    order: str
    share: str
    figures: tuple[tuple[str, str, bool], ...]  # label, value, and whether the value is a loss
    fates: str
    worst: str
    cap: str
    first: bool

    def draw(self, dst: Surface) -> None:
        """Draw rank, order and share, then the figures in four columns, then the worst answer."""
        r, p, px = self.rect, theme.palette, theme.px
        fill, edge, _ = shades("on" if self.first else "plain", self.enabled, self.hover, self.pressed)
        colour = hue_of(self.rank)
        box(dst, r, fill, 6, 255, edge)
        text(dst, str(self.rank + 1), (r.x + px(22), r.y + px(20)), 18, colour, "k", "center")
        room = r.w - px(56) - round(width(self.share, 14, "s"))
        fit_text(dst, self.order, (r.x + px(42), r.y + px(20)), room, 18, p.white, "b", "midleft")
        text(dst, self.share, (r.right - px(12), r.y + px(20)), 14, mix(theme.accent, p.white, 0.2), "s", "midright")
        each = (r.w - px(24)) / len(self.figures)
        for n, (what, much, loss) in enumerate(self.figures):
            x = r.x + px(12) + round(n * each)
            text(dst, what, (x, r.y + px(46)), 14, p.muted, "r", "midleft")
            text(dst, much, (x, r.y + px(65)), 16, p.red if loss else p.white, "s", "midleft")
        if self.fates:
            fit_text(dst, self.fates, (r.x + px(12), r.y + px(89)), r.w - px(28), (14, 13, 12), p.text, "s", "midleft")
        y = r.bottom - px(self.HIGH - 89)
        cap = key_width(self.cap) + px(12) if self.cap else 0
        fit_text(dst, self.worst, (r.x + px(12), y), r.w - px(28) - cap, 14, p.muted, "r", "midleft")
        if self.cap:
            key_cap(dst, (r.right - px(12), y - px(1)), self.cap)


@dataclass(eq=False)
class MarginRow(Still):
    """The margins of one order against the enemy's likely ends, tinted like the map, and its expected worth."""

    HIGH = 24

    mark: str
    order: str
    share: str
    colour: Colour
    cells: tuple[tuple[str, Colour], ...]
    last: str
    head: bool = False

    def draw(self, dst: Surface) -> None:
        r, p, px = self.rect, theme.palette, theme.px
        if not self.head:
            text(dst, self.mark, (r.x + px(8), r.centery), 15, self.colour, "k", "midleft")
            fit_text(dst, self.order, (r.x + px(30), r.centery), px(116), 15, p.white, "s", "midleft")
            text(dst, self.share, (r.x + px(196), r.centery), 14, p.muted, "r", "midright")
        left, room = r.x + px(206), r.w - px(206)
        each = room / (len(self.cells) + 1)
        for n, (said, colour) in enumerate((*self.cells, (self.last, p.active))):
            cell = Rect(round(left + n * each) + px(2), r.y + px(1), round(each) - px(4), r.h - px(2))
            if self.head:
                colour = p.muted if n == len(self.cells) else colour
                fit_text(dst, said, (cell.centerx, cell.centery), cell.w, 14, colour, "s", "center")
            else:
                box(dst, cell, mix(colour, p.well, 0.6), 4)
                text(dst, said, cell.center, 15, p.white, "s", "center")


@dataclass(eq=False)
class BestRow(Still):
    """One of the best orders on one line: its rank, how often it is chosen, and its worth."""

    rank: int
    order: str
    share: str
    worth: str

    def draw(self, dst: Surface) -> None:
        """Draw rank and order at the left, the figures at the right."""
        r, p, px = self.rect, theme.palette, theme.px
        text(dst, str(self.rank + 1), (r.x + px(6), r.centery), 16, hue_of(self.rank), "k", "midleft")
        fit_text(dst, self.order, (r.x + px(26), r.centery), r.w - px(146), 16, p.white, "s", "midleft")
        text(dst, self.share, (r.right - px(62), r.centery), 15, p.muted, "r", "midright")
        text(dst, self.worth, (r.right, r.centery), 16, p.white, "s", "midright")


# -- columns -----------------------------------------------------------------------------------------------------------


def add_question(column: Column, adviser: LiveAdviser, narrow: bool = False) -> None:
    """Add the question, its options, the progress, and the enemy's likely ends."""
    subject = adviser.subject()
    column.heading("Asked", rule=RULE)
    column.add(WordRow(column.row(22, 8), _names(adviser, subject), size=16, gap=6, rule=RULE))
    wide = 0 if column.wide < theme.px(240) else 62
    word = subject.view.system.turn_word if isinstance(subject, Subject) else "turn"
    shown = (
        ("against", ("Target", "All"), int(adviser.every), lambda n: adviser.weigh_all(bool(n)), AGAINST),
        ("ahead", tuple(map(str, range(1, TURNS + 1))), adviser.turns - 1, lambda n: adviser.look_ahead(n + 1),
         f"How many {word}s are weighed, this one counted"),
        ("counts", ("Points", "Boxes"), int(adviser.boxes), lambda n: adviser.count(bool(n)), COUNTS),
    )  # fmt: skip
    for what, names, now, change, hint in shown:
        label = what.capitalize() if wide else ""
        field = Segments(column.row(34, 6), names, chosen=now, label=label, label_width=wide, on_change=change)
        field.name, field.hint, field.rule = f"advise {what}", hint, RULE
        column.add(field)
    column.space(4)
    if adviser.why_not or narrow:
        return
    column.add(ProgressLine(column.row(4, 8), adviser.done))
    weighed = f"{adviser.advice.weighed} pairs weighed" if adviser.fresh and adviser.advice else "weighing …"
    column.add(WordRow(column.row(18, 12), [(weighed, theme.palette.muted, "r")], size=14, rule=RULE))
    likely_ends(column, adviser)


def _names(adviser: LiveAdviser, subject: Subject | str) -> list[Piece]:
    """Return the ship and its enemies, named in the colours of their sides."""
    p = theme.palette
    if isinstance(subject, str):
        return [("no ship", p.text, "s")]
    name, foes = subject.view.state.names, adviser.foes
    parts: list[Piece] = [(name[subject.piece], ink(subject.view, subject.piece), "s")]
    if foes:
        whom = "all enemies" if len(foes) > 1 else name[foes[0]]
        parts += [("against", p.muted, "r"), (whom, ink(subject.view, foes[0]), "s")]
    return parts


def ink(view: View, key: Id) -> Colour:
    """Return the colour of the side that owns a piece."""
    state = view.state
    return theme.seat(state.sides[state.owner(key)].seat)


def likely_ends(column: Column, adviser: LiveAdviser) -> None:
    """Add the enemy's likely ends, the likeliest first."""
    advice, view = adviser.advice, adviser.view
    if advice is None or view is None or not adviser.reaches or not (likely := adviser.likely()):
        return
    column.space(8)
    foe = likely[0].foe
    name, colour = adviser.name(foe), ink(view, foe)
    column.heading("Likely ends", name, hint=f"How often {name} ends where, if it plays without a fault", rule=RULE)
    for one in likely:
        words = adviser.order_words(one.order)
        column.add(
            LikelyEnd(
                column.row(30, 4),
                words,
                one.chance,
                likely[0].chance,
                colour,
                rule=RULE,
                hint=f"{name} ends by {words} {percent(one.chance)} of the time",
            )
        )
    others = len(advice.theirs[foe]) - len(likely)
    if others > 0:
        rest = max(0.0, 1 - sum(one.chance for one in likely))
        column.paragraph(f"{others} others, together {percent(rest)}", theme.palette.muted, 14, RULE)
    column.paragraph(f"{name} mixes these so that nothing is gained by knowing the mix.", theme.palette.muted, 14, RULE)


def add_advice(column: Column, adviser: LiveAdviser, folded: bool) -> None:
    """Add the worth of the turn, the best three orders, and the loss by the order being written."""
    p = theme.palette
    if folded:
        add_question(column, adviser, narrow=True)
        column.rule(10)
    if why := adviser.why_not:
        column.paragraph(why, rule=RULE)
        return
    advice, view = adviser.advice, adviser.view
    if advice is None or view is None:
        column.paragraph("Weighing every end against every answer …", p.muted, rule=RULE)
        column.add(ProgressLine(column.row(4, 8), adviser.done))
        return
    word = view.system.turn_word
    if not adviser.reaches:
        words = f"{adviser.turns} {word}{'s' if adviser.turns > 1 else ''}"
        column.paragraph(f"Nobody reaches anybody within {words}. Look further ahead, or come closer.", rule=RULE)
        return
    what = "boxes" if adviser.boxes else "points"
    parts = [(signed(advice.value), p.white, "b"), (f"{what} are what this {word} is worth", p.text, "s")]
    column.add(WordRow(column.row(28, 2), parts, size=20, gap=10, rule=RULE, hint="if neither side errs"))
    column.paragraph("if both play it without a fault", p.muted, 14, RULE, 8)
    column.heading("Best three", rule=RULE)
    for rank, number in enumerate(advice.best):
        card(column, adviser, advice, rank, number)
    own(column, adviser, advice, what)


def best_orders(column: Column, picture: AdvicePicture | None, boxes: bool) -> None:
    """Add the best three orders, one a line. Their space is reserved while they are being computed."""
    column.heading("Best three", f"worth in {'boxes' if boxes else 'points'}", rule=RULE)
    advice = picture.advice if picture else None
    for rank in range(BEST):
        place = column.row(26, 3)
        if picture is not None and advice is not None and rank < len(advice.best):
            number = advice.best[rank]
            order, share = picture.order_words(advice.ends.orders[number]), percent(advice.shares[number])
            column.add(BestRow(place, rank, order, share, signed(float(advice.worth[number])), rule=RULE))


def limits(column: Column) -> None:
    """Add a note about what the adviser leaves out."""
    column.paragraph(LIMITS, theme.palette.muted, 14, RULE)


def card(column: Column, adviser: LiveAdviser, advice: Advice, rank: int, number: int) -> None:
    """Add the card of one of the best orders; a press gives the order."""
    worst, answers = advice.worst(number)
    dealt, taken, worth = advice.dealt(number), advice.mean_loss(number), float(advice.worth[number])
    said = ", ".join(f"{adviser.name(one.foe)} {adviser.order_words(one.order)}" for one in answers[:2])
    lost = advice.lost.get(number, 0.0)
    kills, dies = advice.kills.get(number, (0.0, 0.0))
    fates = (("destroys", kills), ("is destroyed", dies), ("lost on the way", lost))
    told = ", ".join(f"{what} {percent(chance)}" for what, chance in fates if chance > 0.005)
    figures = (
        ("deals", f"{dealt:.1f}", False),
        ("takes", f"{taken:.1f}", False),
        ("worth", signed(worth), worth < -0.05),
        ("at worst", signed(worst), worst < -0.05),
    )
    column.add(
        AdviceCard(
            column.row(AdviceCard.HIGH + AdviceCard.FATES * bool(told), 6),
            rank,
            adviser.order_words(advice.ends.orders[number]),
            f"{percent(advice.shares[number])} of the time",
            figures,
            told,
            f"worst: {said}",
            adviser.cap(rank),
            rank == 0,
            on_press=partial(adviser.take, rank) if adviser.takes else None,
            enabled=adviser.fresh,
            why_not="the adviser is still weighing",
            name=f"advice {rank + 1}",
            rule=RULE,
            hint="Give this order" if adviser.takes else "",
        )
    )


def own(column: Column, adviser: LiveAdviser, advice: Advice, what: str) -> None:
    """Add the order being written: its worth, and what it loses against the best order."""
    number, (_, title, beside), p = adviser.plan, adviser.plan_title, theme.palette
    if number is None:
        return
    column.space(8)
    column.heading(title, beside, rule=RULE)
    away, (worst, answers) = advice.gives_away(number), advice.worst(number)
    tone = p.red if away > 0.05 else p.green
    words = f"gives away {away:.1f} {what}" if away > 0.05 else "gives nothing away"
    order = adviser.order_words(adviser.order)
    parts = [(order, p.white, "s"), (words, tone, "s")]
    column.add(
        WordRow(column.row(22, 2), parts, f"worth {signed(float(advice.worth[number]))}", size=15, gap=12, rule=RULE)
    )
    said = ", ".join(adviser.order_words(one.order) for one in answers[:2])
    column.paragraph(f"{signed(worst)} if it is known, by {said}", p.muted, 14, RULE, 10)


def add_answers(column: Column, adviser: LiveAdviser) -> None:
    """Add the table of answers: the worth of each order against each of the enemy's likely ends."""
    advice, view, p = adviser.advice, adviser.view, theme.palette
    likely = adviser.likely() if advice is not None and not adviser.why_not and adviser.reaches else []
    column.heading("What a perfect enemy would do", rule=RULE)
    if advice is None or view is None or not likely:
        column.paragraph(adviser.why_not or "Nothing to tell yet.", p.muted, rule=RULE)
        return
    room = max(1, int((column.wide - theme.px(206)) / theme.px(84)) - 1)
    likely = likely[:room]
    foe = likely[0].foe
    titles = tuple((f"{percent(one.chance)} {adviser.order_words(one.order)}", ink(view, foe)) for one in likely)
    column.add(MarginRow(column.row(22, 2), "", "", "", p.muted, titles, "expected", True, rule=RULE))
    rows: list[tuple[str, int, Colour]] = [(str(n + 1), number, hue_of(n)) for n, number in enumerate(advice.best)]
    if (plan := adviser.plan) is not None:
        rows.append((adviser.plan_title[0], plan, p.white))
    numbers = [number for _, number, _ in rows]
    margins = advice.margins[foe][numbers][:, [one.number for one in likely]] + advice.place[numbers][:, None]
    steps = iter(step_of(margins.ravel()))
    for (mark, number, colour), row in zip(rows, margins.tolist()):
        cells = tuple((signed(one), STEPS[next(steps)]) for one in row)
        column.add(
            MarginRow(
                column.row(MarginRow.HIGH, 2),
                mark,
                adviser.order_words(advice.ends.orders[number]),
                f"{percent(advice.shares[number])}",
                colour,
                cells,
                signed(float(advice.worth[number])),
                rule=RULE,
                hint="What this order is worth against each of these ends",
            )
        )
