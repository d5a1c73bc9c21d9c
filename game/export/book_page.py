"""The rule book, or a part of it, as a file: one HTML page that fetches nothing, with text, tables, drawings, and
demonstrations that play in place; or a PDF."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from game.core.system import HouseRule
from game.core.values import House
from game.demonstrations.catalogue import of_page
from game.export.book_figures import BookFigures
from game.export.linked_text import LinkedText, html_tables
from game.export.picture import prepare
from game.formats.validation import BadFile
from game.pages.document import document
from game.pages.fonts import font_css
from game.paper.pdf import pdf_of
from game.rulebook.book import BOX, RuleEntry, level, number_of, numbered_title, rulebook, title_of_part
from game.ui.film.page import as_script, part, player_page
from game.ui.printed_book.book import Say, paper_book
from game.ui.render.theme import NIGHT, theme
from game.ui.rulebook.links import own_rules
from game.ui.rulebook.picture import drawn_svg

IN_BOOK = """header h1,aside,#keys{display:none}main{grid-template:minmax(0,1fr)/minmax(0,1fr)}
header,footer{padding:.4rem .8rem}"""  # the player has the room of a figure


@dataclass(frozen=True)
class BookFile:
    """The content of the file, how many pages of the book and figures it has, the demonstrations that could not be
    read, and how many sheets of paper a PDF takes."""

    content: bytes
    pages: int
    figures: int
    bad: tuple[BadFile, ...]
    sheets: int = 0


def book_pdf(pages: Sequence[RuleEntry], paper: str, say: Say, print_: Say) -> BookFile:
    """Return pages of the rule book as PDF. `say` is called after each page of the book, then `print_` after each
    sheet."""
    prepare()
    made = paper_book(pages, paper, say)
    content = pdf_of(made.pages, made.title, print_)
    return BookFile(content, len(pages), len(made.figures), tuple(made.bad), len(made.pages))


def book_page(pages: Sequence[RuleEntry], say: Say) -> BookFile:
    """Return pages of the rule book as one HTML page. `say` is called after each."""
    prepare()
    palette, scale, backdrop = theme.palette, theme.scale, theme.backdrop
    theme.palette, theme.scale, theme.backdrop = NIGHT, 1.0, ""
    try:
        return _book_file(pages, say)
    finally:
        theme.palette, theme.scale, theme.backdrop = palette, scale, backdrop


def _book_file(pages: Sequence[RuleEntry], say: Say) -> BookFile:
    figures, there, body = BookFigures(), {page.address: page for page in pages}, list[str]()
    for number, page in enumerate(pages, 1):
        body += _section(page, there, figures, level(page) - level(pages[0]) + 2)
        say(number, len(pages))
    title = title_of_part(pages)
    head = [
        f"<style>{figures.style}{part('book.css')}</style>", f"<header><h1>{escape(title)}</h1>",
        f'<p class="muted">Pages: {len(pages)}. Figures: {figures.count}, each drawn by the rules.</p>',
        "</header>", *_contents(pages), "<main>",
    ]  # fmt: skip
    foot = [
        "</main>", *figures.shared,
        f'<script id="player" type="application/json">{as_script({"page": player_page(IN_BOOK)})}</script>',
        f"<script>\n{part('book.js')}</script>",
    ]  # fmt: skip
    text = document(title, [*head, *body, *foot], font_css())
    return BookFile(text.encode("utf-8", "replace"), len(pages), figures.count, tuple(figures.bad))


def _contents(pages: Sequence[RuleEntry]) -> Iterator[str]:
    """Yield links to all pages, game by game."""
    yield '<nav id="contents" aria-label="Contents"><h2>Contents</h2>'
    for group in dict.fromkeys(page.group for page in pages):
        shown = [page for page in pages if page.group == group]
        yield f"<details open><summary>{escape(rulebook()[group].title)}</summary><ul>"
        for page in shown:
            title = escape(numbered_title(page))
            yield f'<li class="level{level(page)}"><a href="#{escape(page.address)}">{title}</a></li>'
        yield "</ul></details>"
    yield "</nav>"


def _section(page: RuleEntry, there: Mapping[str, RuleEntry], figures: BookFigures, heading: int) -> Iterator[str]:
    """Yield a page of the book."""
    place, number = escape(page.address), number_of(page.address)
    game, rules = own_rules(page, None)
    text = LinkedText(page, rules, f"{page.address}:settings", there)
    begins = " begins" if level(page) == 1 or (level(page) == 2 and number) else ""
    yield f'<section id="{place}" class="page{begins}">'
    shown = f'<span class="number">{escape(number)}</span> ' if number else ""
    yield f"<h{heading}>{shown}{escape(page.title)}</h{heading}>"
    yield from text.blocks(page.text)
    yield from html_tables(page)
    if page.drawn:
        alt = escape(f"A drawing that goes with the rule “{page.title}”")
        yield f'<svg class="drawing" viewBox="0 0 {BOX[0]:g} {BOX[1]:g}" role="img" aria-label="{alt}">'
        yield f"{drawn_svg(page.picture)}</svg>"
    if page.reading:
        yield "<details><summary>What the rules leave open</summary>"
        yield from text.blocks(page.reading)
        yield "</details>"
    if game and rules:
        yield from _settings(rules, game.settings({}), f"{page.address}:settings")
    if see := [there[one] for one in page.see if one in there]:
        links = (f'<a href="#{escape(one.address)}">{escape(numbered_title(one))}</a>' for one in see)
        yield f'<p class="see">See also {", ".join(links)}.</p>'
    if drawn := [figure for one in of_page(page) if (figure := figures.figure(one, page.address))]:
        yield f'<div class="figures">{"".join(drawn)}</div>'
    yield "</section>"


def _settings(rules: Sequence[HouseRule], usual: House, place: str) -> Iterator[str]:
    """Yield the house rules of a page with their values; the usual one stands out."""
    yield f'<div class="settings" id="{escape(place)}"><p class="muted">Settings that change this</p><dl>'
    for rule in rules:
        values = (
            f"<strong>{escape(words)} (usual)</strong>" if value == usual[rule.key] else escape(words)
            for value, words in rule.values
        )
        yield f"<dt>{escape(rule.title)}</dt><dd>{escape(rule.sentence)} <span>{', '.join(values)}</span></dd>"
    yield "</dl></div>"
