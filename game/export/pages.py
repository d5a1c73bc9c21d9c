"""The demonstrations as pages with pictures: HTML with PNG, one file per rule and an index, from the same files and
rule texts.

 The pages are plain and self-contained: their style is inside, links are relative, every picture has a description. No
 part of the rules.
"""

from __future__ import annotations

import re
import shlex
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from urllib.parse import quote

import pygame
from pygame import Surface

from game.board.boards import board_of
from game.core.display import signed
from game.core.installation import command
from game.core.names import whole_percent as percent
from game.core.system import RuleSystem
from game.demonstrations.catalogue import CatalogueEntry, exhibits, grouped
from game.demonstrations.demonstration import Demonstration
from game.demonstrations.frames import Held, RefusedOrder
from game.demonstrations.steps import DemonstrationStep, page_of
from game.export.linked_text import html_blocks, html_tables
from game.export.picture import prepare
from game.formats.validation import BadFile
from game.pages import fonts
from game.pages.document import document, table
from game.rulebook.book import BOX, RuleEntry, rulebook
from game.systems import SYSTEMS
from game.ui.board.model.advice_picture import AdvicePicture
from game.ui.demonstration.column import change_words
from game.ui.demonstration.picture.advised import advice_of
from game.ui.demonstration.picture.preview import preview, still
from game.ui.render.text import minus
from game.ui.render.theme import NIGHT, theme
from game.ui.rulebook.picture import draw_picture

# pixels of a board, of a card in the index, breadth of a rule's own picture
BOARD, CARD, DRAWING = (960, 540), (320, 180), 640
PICTURES, FONTS = "pictures", "fonts"
ROLLED = 6  # throws that a picture's description includes
OFTEN = 0.5  # seconds between reports of progress


@dataclass
class Written:
    """The result: how many pages and pictures, and the demonstrations that could not be read."""

    pages: int = 0
    pictures: int = 0
    bad: tuple[BadFile, ...] = ()


def illustrate(
    out: Path,
    systems: Mapping[str, RuleSystem] = SYSTEMS,
    say: Callable[[str], object] = print,
    shown: Sequence[CatalogueEntry] | None = None,
) -> Written:
    """Write every demonstration (or those given) as pages with pictures into a folder, made if need be. `say` is called
    with the progress every half second. Raises OSError if something cannot be written."""
    prepare()
    found = list(exhibits(systems) if shown is None else shown)
    pages: dict[str, list[tuple[CatalogueEntry, Demonstration]]] = {}
    written = Written(bad=tuple(one.bad for one in found if one.bad))
    for one in found:
        if one.file is not None:
            try:
                show = one.open()
            except BadFile as bad:
                written.bad += (bad,)
                continue
            pages.setdefault(show.rule, []).append((one, show))
    (out / PICTURES).mkdir(parents=True, exist_ok=True)
    palette, scale, backdrop = theme.palette, theme.scale, theme.backdrop
    theme.palette, theme.scale = NIGHT, 1.0
    try:
        _draw_all(out, pages, written, say)
    finally:
        theme.palette, theme.scale, theme.backdrop = palette, scale, backdrop
    faces = fonts.beside(out / FONTS, FONTS)
    for address, members in pages.items():
        _write(out / file_of(address), rule_page(address, members, pages, faces), written)
    good = [one for members in pages.values() for one, _ in members]
    _write(out / "index.html", index_page([one for one in found if one in good], faces), written)
    return written


# -- pictures ----------------------------------------------------------------------------------------------------------


def _draw_all(
    out: Path,
    pages: Mapping[str, Sequence[tuple[CatalogueEntry, Demonstration]]],
    written: Written,
    say: Callable[[str], object],
) -> None:
    wanted = {name: (backdrop, draw) for name, backdrop, draw in _pictures(pages)}  # rules may share a drawing
    last = time.monotonic()
    for number, (name, (backdrop, draw)) in enumerate(wanted.items(), 1):
        theme.backdrop = backdrop
        _save(draw(), out / PICTURES / name)
        written.pictures += 1
        if time.monotonic() - last >= OFTEN:
            last = time.monotonic()
            say(f"{number} of {len(wanted)} pictures")


def _pictures(
    pages: Mapping[str, Sequence[tuple[CatalogueEntry, Demonstration]]],
) -> Iterator[tuple[str, str, Callable[[], Surface]]]:
    """Yield the file of every picture, the backdrop of its palette, and the function that draws it."""
    for address, members in pages.items():
        page = page_of(address)
        if page is not None and page.drawn:
            yield f"rule-{page.drawn}.png", "", lambda page=page: draw_picture(page.picture, DRAWING)  # type: ignore[misc]
        for one, show in members:
            backdrop = board_of(show.steps[0].view.state.table).look.backdrop
            yield card_of(one), backdrop, lambda show=show: preview(show.steps, CARD)  # type: ignore[misc]
            for step in show.steps:
                yield picture_of(one, step), backdrop, lambda step=step, show=show: still(step, show.steps, BOARD)  # type: ignore[misc]


def _save(picture: Surface, path: Path) -> None:
    try:
        pygame.image.save(picture, str(path), "png")
    except pygame.error as trouble:
        raise OSError(5, str(trouble), str(path)) from None


def picture_of(exhibit: CatalogueEntry, step: DemonstrationStep) -> str:
    """Return the file of a step's picture."""
    return f"{exhibit_id(exhibit)}-{step.index + 1}.png"


def card_of(exhibit: CatalogueEntry) -> str:
    """Return the file of a demonstration's picture in the index."""
    return f"{exhibit_id(exhibit)}.png"


def exhibit_id(exhibit: CatalogueEntry) -> str:
    """Return the id of a demonstration in a page: the name of its file, with '_' for every letter an id cannot have."""
    return re.sub("[\ud800-\udfff\x00-\x1f]", "_", exhibit.name)


# -- pages -------------------------------------------------------------------------------------------------------------


def file_of(address: str) -> str:
    """Return the page of a rule: `book/5.3` is book-5-3.html."""
    return f"{re.sub('[^a-z0-9]+', '-', address.lower()).strip('-') or 'others'}.html"


def _write(path: Path, text: str, written: Written) -> None:
    path.write_text(text, encoding="utf-8")
    written.pages += 1


def index_page(found: Sequence[CatalogueEntry], faces: str = "") -> str:
    """Return the index: every demonstration under its game, and there under its family and chapter."""
    games = {key: shown for key in SYSTEMS if (shown := [one for one in found if one.file and one.file.system == key])}
    links = [
        f'<a href="index.html#{key}">{escape(SYSTEMS[key].title)} ({len(shown)})</a>' for key, shown in games.items()
    ]
    body = [
        "<header>",
        "<h1>Dead Reckoning: the rules at work</h1>",
        f'<p class="muted">{len(found)} demonstrations, each with its dice set beforehand and checked '
        "by the program.</p>",
        "<nav>",
        *links,
        "</nav>",
        "</header>",
        "<main>",
    ]
    for key, shown in games.items():
        body.append(f'<h2 id="{key}">{escape(SYSTEMS[key].title)}</h2>')
        for (family, chapter), members in grouped(shown):
            named = (
                escape(chapter)
                if family == chapter
                else f'{escape(chapter)} <span class="muted">· {escape(family)}</span>'
            )
            body += [f"<h3>{named}</h3>", '<ul class="cards">', *(_card(one) for one in members), "</ul>"]
    return document("Dead Reckoning: the rules at work", [*body, "</main>"], faces)


def _card(one: CatalogueEntry) -> str:
    """Return a demonstration in the index."""
    target = f"{file_of(one.rule)}#{quote(exhibit_id(one))}"
    return (
        f'<li><a href="{target}"><img src="{PICTURES}/{quote(card_of(one))}" width="{CARD[0]}" '
        f'height="{CARD[1]}" loading="lazy" '
        f'alt="{escape(f"A preview of “{one.title}”")}"><strong>{escape(one.title)}</strong>'
        f'<span class="muted">{escape(one.about)}</span></a></li>'
    )


def rule_page(
    address: str, members: Sequence[tuple[CatalogueEntry, Demonstration]], pages: Mapping[str, object], faces: str = ""
) -> str:
    """Return a rule in our own words, and every demonstration of it step by step."""
    page = page_of(address)
    title = page.title if page else "Others"
    body = [
        '<nav><a href="index.html">All demonstrations</a></nav>',
        "<header>",
        f"<h1>{escape(title)}</h1>",
        f'<p class="muted">{escape(address)}</p>',
        "</header>",
        "<main>",
    ]
    body += _rule_text(page, pages) if page else []
    for one, show in members:
        body += _demonstration(one, show)
    return document(f"{title} – Dead Reckoning", [*body, "</main>"], faces)


def _rule_text(page: RuleEntry, pages: Mapping[str, object]) -> Iterator[str]:
    """Yield the rule book's page: text, table, picture, and neighbours that have a page here."""
    yield from html_blocks(page.text, rich)
    yield from html_tables(page)
    if page.drawn:
        high = round(DRAWING * BOX[1] / BOX[0])
        yield (
            f'<img class="drawing" src="{PICTURES}/rule-{page.drawn}.png" width="{DRAWING}" height="{high}" '
            f'alt="{escape(f"A drawing that goes with the rule “{page.title}”")}">'
        )
    see = [(rulebook()[place].title, place) for place in page.see if place in pages]
    if see:
        yield (
            "<p>See also "
            + ", ".join(f'<a href="{file_of(place)}">{escape(name)}</a>' for name, place in see)
            + ".</p>"
        )


def rich(words: str) -> str:
    """Return a paragraph of the rule book; `**term**` is bold."""
    return re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", escape(words))


def _demonstration(one: CatalogueEntry, show: Demonstration) -> Iterator[str]:
    """Yield one demonstration: its subject, the command to see it move, its settings, its steps."""
    yield f'<section id="{escape(exhibit_id(one))}">\n<h2>{escape(show.title)}</h2>'
    yield f"<p>{escape(show.about)}</p>"
    game = show.opened.battle.system.title
    shown = escape(f"{command()} demo {shlex.quote(exhibit_id(one))}")
    yield f'<p class="muted">{escape(game)}. To see it move: <code>{shown}</code></p>'
    if show.settings:
        words = "; ".join(f"{title}: {value}" for title, value, _ in show.settings)
        yield f'<p class="muted">Played with these settings: {escape(words)}.</p>'
    for step in show.steps:
        yield from _figure(one, show, step)
    yield "</section>"


def _figure(one: CatalogueEntry, show: Demonstration, step: DemonstrationStep) -> Iterator[str]:
    """Yield a step: its picture with a description for screen readers, caption, figures, expectations and refusals."""
    number, phase = step.phase
    place = (
        f"Step {step.index + 1} of {len(show.steps)} · {step.view.system.turn_word} {step.turn}, phase "
        f"{number}, {phase}"
    )
    source = f"{PICTURES}/{quote(picture_of(one, step))}"
    yield "<figure>"
    yield (
        f'<img src="{source}" width="{BOARD[0]}" height="{BOARD[1]}" loading="lazy" '
        f'alt="{escape(describe_step(show, step))}">'
    )
    yield f"<figcaption><strong>{escape(step.large)}</strong>{escape(step.small)}"
    yield f'<div class="muted">{escape(place)}</div>'
    yield from _details(step)
    yield "</figcaption>\n</figure>"


def _details(step: DemonstrationStep) -> Iterator[str]:
    names = step.view.state.names
    if step.say.figures:
        yield table([["", ""], *([words, str(figure)] for words, figure in step.say.figures.items())]).replace(
            "<tr><th></th><th></th></tr>\n", ""
        )
    if advice := advice_of(step):
        yield table(_advice_rows(advice))
    if step.held:
        yield '<ul class="held">' + "".join(_expectation_item(names, one) for one in step.held) + "</ul>"
    if step.refusals:
        yield '<ul class="refused">' + "".join(_refusal_item(names, one) for one in step.refusals) + "</ul>"


def _advice_rows(picture: AdvicePicture) -> list[list[str]]:
    """Return the best orders with their shares and their worth, as a table."""
    advice = picture.advice
    rows = [
        [picture.order_words(advice.ends.orders[n]), percent(advice.shares[n]), signed(float(advice.worth[n]))]
        for n in advice.best
    ]
    return [["Best orders", "chosen", f"worth in {'boxes' if picture.boxes else 'points'}"], *rows]


def _expectation_item(names: Mapping[str, str], one: Held) -> str:
    """Return one expectation of a step, with a sign that it is met."""
    kind = "met" if one.met else "missed"
    words = f"{names.get(one.key, one.key)} {one.name}"
    return f'<li class="{kind}">{escape(words)} <strong>{escape(change_words(one))}</strong></li>'


def _refusal_item(names: Mapping[str, str], one: RefusedOrder) -> str:
    """Return an order that was refused, and why."""
    words = minus(f"{names.get(one.by, one.by)}, {one.text}: refused. {one.why[:1].upper()}{one.why[1:]}.")
    return f"<li>{escape(words)}</li>"


def describe_step(show: Demonstration, step: DemonstrationStep) -> str:
    """Return the description of a step's picture: place and motion of every ship, and the dice."""
    ships, board = [], board_of(step.view.state.table)
    for ship in step.view.state.ships.values():
        cell = board.label(ship.at)
        place = f"in hex {cell}" if cell else f"at {ship.at[0]:z.1f}, {ship.at[1]:z.1f}"
        flies = f"course {board.format_course(ship.course, ship.heading)}, velocity {ship.velocity}"
        flies = flies if ship.in_play else "out of the battle"
        ships.append(f"{ship.name} {place}, {flies}")
    names = step.view.state.names
    rolled = [event.log_line(names) for event in step.events if event.dice][:ROLLED]
    return f"Step {step.index + 1} of “{show.title}”: {'; '.join(ships)}." + "".join(f" {words}." for words in rolled)
