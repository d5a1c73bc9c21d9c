"""The whole account as one picture."""

from __future__ import annotations

from pygame import Rect, Surface

from game.account.account import Account
from game.account.tables import explanations, summary
from game.ui.account.parts import PARTS, part_titles
from game.ui.render.text import text
from game.ui.render.theme import theme
from game.ui.toolkit.column import Column

WIDE, EDGE, HEAD = 1400, 48, 120  # design pixels: width, margin, and height of the head


def poster(account: Account) -> Surface:
    """Return all three parts one under another, in their full height."""
    px, p = theme.px, theme.palette
    column = Column(Rect(px(EDGE), px(HEAD), px(WIDE - 2 * EDGE), px(HEAD)))
    for title, fill in zip(part_titles(account), PARTS):
        column.heading(title)
        fill(column, account)
        column.space(28)
    for words in explanations(account):
        column.paragraph(words, p.muted)
    picture = Surface((px(WIDE), column.y + px(EDGE - 12)))
    picture.fill(p.panel)
    text(picture, account.title or "Battle", (px(EDGE), px(50)), 30, p.white, "b", "midleft")
    text(picture, summary(account), (px(EDGE), px(86)), 17, p.muted, "r", "midleft")
    for widget in column.widgets:
        widget.draw(picture)
    return picture
