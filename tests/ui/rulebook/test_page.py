"""The rule book on the screen: every page at every size, search, links, the way back, and pictures that are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from operator import le
from pathlib import Path

import pygame
import pytest
from pygame import Surface
from pygame.event import Event

from game.core.values import House, HouseValue
from game.demonstrations.catalogue import exhibits
from game.rulebook.book import PICTURES, ROOT, number_of, picture, rulebook
from game.rulebook.search import search
from game.sandbox.sandbox import Sandbox
from game.sandbox.start_editor import blank, open_start
from game.systems import SYSTEMS
from game.ui.app.program import Program, Window
from game.ui.board.layers.ground import scale_rect
from game.ui.demonstration.screen import DemonstrationScreen
from game.ui.host.screen import Pop, Push
from game.ui.render.text import width
from game.ui.render.theme import theme
from game.ui.rulebook.contents import ContentsItem, GameItem, SearchHit
from game.ui.rulebook.links import TermMark, mentions, words_of_page
from game.ui.rulebook.page import RulePage
from game.ui.rulebook.picture import draw_picture
from game.ui.sandbox.screen import SandboxScreen
from game.ui.toolkit.rich_text import Rich, TextTable, break_lines, words_of
from game.ui.toolkit.value_fields import Segments
from tests.support.narrowing import present
from tests.support.ui.page_driver import SCALES, SIZES, faults, overlaps, plain, read

DRAWINGS = sorted(path.stem for path in (ROOT / PICTURES).glob("*.yaml"))


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    with plain():
        yield


def key(code: int, mod: int = 0) -> Event:
    return Event(pygame.KEYDOWN, key=code, mod=mod, unicode="")


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_words_keep_apart_at_every_size(size: tuple[int, int], scale: float) -> None:
    for address in (
        "full-thrust-base/5.3",
        "full-thrust-base/12",
        "table/keys",
        "full-thrust-base",
        "manoeuvres/compatibility",
    ):
        page = RulePage(address)
        assert faults(read(page, size, scale), size) == [], address
        assert overlaps(page.focus.widgets, size) == []


@pytest.mark.parametrize("group", sorted({address.split("/")[0] for address in rulebook()}))
def test_every_entry_is_laid_out_whole_with_a_button_for_each_see_also(group: str) -> None:
    for address, entry in rulebook().items():
        if address.split("/")[0] != group:
            continue
        page = RulePage(address)
        size = (1280, 12000 if address == "table/glossary" else 2600)  # high enough for the longest
        found = read(page, size)
        assert faults(found, size) == [], address
        shown = " ".join(one.string for one in found)
        assert entry.title.replace(" ", "") in shown.replace(" ", "") and number_of(entry.address) in shown
        written = " ".join(" ".join(word for word, _, _ in words_of(words)) for _, words in entry.blocks)
        plainly = shown.replace(" ", "")
        for word in written.split():
            assert word in plainly, f"{address}: {word}"
        for row in entry.table:
            assert all(cell.replace(" ", "") in plainly for cell in row), f"{address}: {row}"
        for sign in entry.grid.legend if entry.grid else ():
            assert sign.words.replace(" ", "") in plainly, f"{address}: {sign}"
        assert page.text.scroll.most == page.below.scroll.most == 0, f"{address} is longer than this window"
        links = {w.name.removeprefix("see ") for w in page.focus.widgets if w.name.startswith("see ")}
        assert links == set(entry.see), address


@pytest.mark.parametrize("size", SIZES[:2], ids=str)
def test_nothing_in_a_figure_touches_the_scale_bar(size: tuple[int, int]) -> None:
    page = RulePage("sail/4.3")
    read(page, size)
    board = present(page.figure.stage).board
    scale = scale_rect(board.camera).inflate(4, 4)
    assert board._words and not [word.rect for word in board._words if word.rect.colliderect(scale)]


@pytest.mark.parametrize("name", DRAWINGS)
def test_every_picture_has_something_in_it_at_any_size(name: str) -> None:
    for wide in (160, 400, 960):
        out = draw_picture(picture(name), wide)
        assert out.get_size() == (wide, -(-wide * 180 // 320))
        ground = out.get_at((wide // 2, 3))[:3]
        inked = (pygame.surfarray.array3d(out)[6:-6:3, 6:-6:3] != ground).any(axis=2).sum()
        assert inked > 40, "next to nothing is drawn"


def test_pictures_take_the_colours_of_the_palette() -> None:
    from game.ui.render.theme import BLUE_ORANGE

    before = pygame.image.tobytes(draw_picture(picture("threshold"), 320), "RGB")
    theme.palette = BLUE_ORANGE
    assert pygame.image.tobytes(draw_picture(picture("threshold"), 320), "RGB") != before


def test_an_address_nobody_wrote_falls_back_to_its_section() -> None:
    assert RulePage("full-thrust-base/5.3/batched/nonsense").page.address == "full-thrust-base/5.3/batched"
    assert RulePage("full-thrust-base/5.3x").page.address in ("full-thrust-base/5", "full-thrust-base")
    assert RulePage("nonsense").page.address == "table"
    assert RulePage().page.address == "table"


def test_links_lead_on_and_keys_lead_back() -> None:
    page = RulePage("full-thrust-base/5.3")
    page.draw(Surface((1280, 2000)))
    link = next(w for w in page.focus.widgets if w.name.startswith("see "))
    target = link.name.removeprefix("see ")
    page.handle(Event(pygame.MOUSEBUTTONDOWN, pos=link.rect.center, button=1))
    page.handle(Event(pygame.MOUSEBUTTONUP, pos=link.rect.center, button=1))
    assert page.page.address == target
    page.handle(key(pygame.K_BACKSPACE))
    assert page.page.address == "full-thrust-base/5.3"
    page.handle(key(pygame.K_RIGHT, pygame.KMOD_ALT))
    assert page.page.address == target
    page.handle(key(pygame.K_LEFT, pygame.KMOD_ALT))
    page.open("table/curtain")
    page.handle(key(pygame.K_RIGHT, pygame.KMOD_ALT))
    assert page.page.address == "table/curtain", "a new step forgets the ones that were taken back"
    assert isinstance(page.handle(key(pygame.K_ESCAPE)), Pop)


def test_search_lists_what_it_finds_and_enter_opens_the_first() -> None:
    page = RulePage()
    page.draw(Surface((1280, 800)))
    page.handle(key(pygame.K_SLASH))
    for letter in "screen":
        page.handle(Event(pygame.TEXTINPUT, text=letter))
    page.draw(Surface((1280, 800)))
    listed = [w.page.address for w in page.focus.widgets if isinstance(w, SearchHit) and not w.setting]
    assert listed == [entry.address for entry in search("screen", page.first)] and listed
    page.handle(key(pygame.K_RETURN))
    assert page.page.address == listed[0]
    page.handle(key(pygame.K_ESCAPE))
    assert page.words == "", "the first Esc clears the search"
    page.draw(Surface((1280, 800)))
    assert not [w for w in page.focus.widgets if isinstance(w, SearchHit)]
    group = [one for one in rulebook() if one.startswith(f"{page.page.group}/")]
    assert [w.page.address for w in page.focus.widgets if isinstance(w, ContentsItem)] == group


def test_hits_of_games_that_share_a_chapter_each_say_their_game() -> None:
    page = RulePage(first=SYSTEMS["hexcess"].pages)
    page.draw(Surface((1280, 800)))
    page.words = "missile"
    page.relay()
    page.draw(Surface((1280, 800)))
    told = {w.page.address: w.game for w in page.focus.widgets if isinstance(w, SearchHit) and not w.setting}
    assert next(iter(told)) == "hex/2.2/ordnance" and told["hex/3.4"] == "Easier HexThrust"
    assert told["hex/2.5/launches"] == "Hexcess Thrust" and not told["full-thrust-base/6.5"], "its group says it"
    page.words = "attack"
    page.relay()
    page.draw(Surface((1280, 800)))
    told = {w.page.address: w.game for w in page.focus.widgets if isinstance(w, SearchHit) and not w.setting}
    assert {told[one] for one in told if one.startswith("point-defence-and-fighters/")} == {"Full Thrust"}


def test_a_word_says_its_game_and_a_page_about_the_program_names_none() -> None:
    page = RulePage()
    page.words = "zig"
    page.draw(Surface((1280, 800)))
    told = {w.title: w.game for w in page.focus.widgets if isinstance(w, SearchHit)}
    assert told["zig"] == "Power and Initiative"
    for words in ("glossary", "words"):
        page.words = words
        page.relay()
        page.draw(Surface((1280, 800)))
        told = {w.page.address: w.game for w in page.focus.widgets if isinstance(w, SearchHit)}
        assert told["table/glossary"] == "", words


def test_a_step_back_returns_to_the_search_as_it_was() -> None:
    page, window = RulePage("table/keys"), Surface((1280, 400))
    page.draw(window)
    page.handle(key(pygame.K_SLASH))
    for letter in "ship":
        page.handle(Event(pygame.TEXTINPUT, text=letter))
    page.draw(window)
    page.contents.scroll.to(200)
    page.draw(window)
    listed = [w.page.address for w in page.focus.widgets if isinstance(w, SearchHit)]
    page.handle(key(pygame.K_RETURN))
    first = page.page.address
    page.handle(key(pygame.K_ESCAPE))
    page.draw(window)
    assert not page.words and first != "table/keys"
    for letters, mod, address in (("", pygame.KMOD_ALT, "table/keys"), ("screen", pygame.KMOD_ALT, "table/keys")):
        if letters:
            page.handle(key(pygame.K_RIGHT, mod))
            assert page.page.address == first and not page.words
            page.handle(key(pygame.K_SLASH))
            for letter in letters:
                page.handle(Event(pygame.TEXTINPUT, text=letter))
            page.draw(window)
        page.handle(key(pygame.K_LEFT, mod))
        page.draw(window)
        assert page.page.address == address and page.words == page.field.value == "ship"
        assert [w.page.address for w in page.focus.widgets if isinstance(w, SearchHit)] == listed
        assert page.contents.scroll.offset == 200


def test_the_contents_show_where_one_is() -> None:
    for address in rulebook():
        page = RulePage(address)
        page.draw(Surface((1280, 800)))
        row = next(
            w
            for w in page.focus.widgets
            if (isinstance(w, ContentsItem) and w.open) or (isinstance(w, GameItem) and w.here)
        )
        assert row.page.address == address and page.contents.rect.contains(row.rect)


def test_numbers_are_those_of_the_book() -> None:
    assert number_of("full-thrust-base/5.3") == "5.3"
    assert number_of("full-thrust-base/5.3/batched") == "" == number_of("table/keys")


def test_bold_terms_are_told_from_the_rest_and_lines_keep_their_breadth() -> None:
    words = words_of("Press **F1 now**, then wait.")
    assert words == [
        ("Press", "r", False),
        ("F1", "s", True),
        ("now", "s", True),
        (",", "r", False),
        ("then", "r", True),
        ("wait.", "r", True),
    ]
    rows = break_lines("**Mean**: the average over all rolls, and the spread about it. " * 3, 300, 18)
    space = width(" ", 18)
    for row in rows:
        wide = sum(width(word, 18, weight) for word, weight, _ in row) + space * sum(blank for _, _, blank in row[1:])
        assert wide <= 300
    assert all(row[0][0] != "," for row in rows), "a comma never begins a line"


def test_cells_that_have_room_stay_on_one_line() -> None:
    for page in rulebook().values():
        if page.table:
            broad = (max(width(cell, 16, "s") for cell in column) for column in zip(*page.table))
            asked = sum(wide + 2 * theme.px(TextTable.PAD) + 1 for wide in broad)
            table = TextTable(0, 0, 2000, page.table)
            assert table.rect.w <= asked and len(set(table.heights)) == 1, page.address


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)], ids=str)
def test_no_word_of_a_table_is_broken(size: tuple[int, int]) -> None:
    tables = 0
    for address, entry in rulebook().items():
        if entry.table:
            page = RulePage(address)
            page.draw(Surface(size))
            for table in (one for one in (*page.text.widgets, *page.below.widgets) if isinstance(one, TextTable)):
                room = [wide - 2 * theme.px(TextTable.PAD) for wide in table.columns]
                for row in table.rows:
                    whole = [[cell] if len(cell) <= TextTable.SHORT else cell.split() for cell in row]
                    wide = [max((width(word, table.size, "s") for word in words), default=0.0) for words in whole]
                    assert all(map(le, wide, room)), f"{address}: {row}"
                tables += 1
    assert tables > 40


# -- links in the text, and what a battle has set ----------------------------------------------------------------------


def pressed(page: RulePage, name: str) -> None:
    page.draw(Surface((1280, 2600)))
    link = next(w for w in page.focus.widgets if w.name == name)
    page.handle(Event(pygame.MOUSEBUTTONDOWN, pos=link.rect.center, button=1))
    page.handle(Event(pygame.MOUSEBUTTONUP, pos=link.rect.center, button=1))


def test_a_rule_named_in_the_text_leads_to_its_page() -> None:
    known, led = mentions(SYSTEMS.values()), list[str]()
    for address in rulebook():
        page = RulePage(address, known=known)
        page.draw(Surface((1280, 2600)))
        if link := next((one for one in page.focus.widgets if one.name.startswith("link ")), None):
            pressed(page, link.name)
            assert page.page.address == link.name.removeprefix("link ") != address
            led.append(address)
    assert len(led) > 40


def switch(page: RulePage, key: str) -> Segments:
    page.draw(Surface((1280, 2600)))
    found = next(w for w in page.focus.widgets if w.name == f"set {key}")
    assert isinstance(found, Segments)
    return found


@pytest.mark.parametrize("game", SYSTEMS)
def test_a_page_says_how_the_battle_has_set_each_of_its_rules(game: str) -> None:
    system = SYSTEMS[game]
    rule = next(one for one in system.house if not one.needs and one.key not in ("profile", "pd_rules"))
    for number, (value, words) in enumerate(rule.values):
        page = RulePage(rule.rule, system=system, house=system.settings({rule.key: value}))
        made = switch(page, rule.key)
        assert made.chosen == number and made.names[number] == words


def test_a_switch_shows_the_demonstration_of_its_value_and_sets_the_next_battle() -> None:
    system, taken = SYSTEMS["full-sail"], dict[str, HouseValue]()

    def take(key: str, value: HouseValue) -> House:
        taken[key] = value
        return system.settings(taken)

    page = RulePage("sail/4.2", system.pages, {}, system, system.settings({}), take)
    plain = page.figure.entries[page.figure.index].name
    switch(page, "rigging_rake").choose(1)
    assert taken == {"rigging_rake": "current"} and switch(page, "rigging_rake").chosen == 1
    assert page.figure.entries[page.figure.index].name == "raked_aloft_current_row"
    switch(page, "rigging_rake").choose(0)
    assert page.figure.entries[page.figure.index].name == plain
    fought = RulePage("sail/4.2", system.pages, {}, system, system.settings({}))
    switch(fought, "rigging_rake").choose(1)
    assert fought.house["rigging_rake"] == "row below" or fought.house["rigging_rake"] != "current"
    assert fought.figure.entries[fought.figure.index].name == "raked_aloft_current_row"


def test_a_switch_says_what_it_is_for() -> None:
    sail, power = SYSTEMS["full-sail"], SYSTEMS["power-hex"]
    house = sail.settings({})
    for system, take, words in (
        (sail, lambda *_: house, "next battle"), (sail, None, "your battle"), (power, lambda *_: {}, "this page only"),
    ):  # fmt: skip
        page = RulePage("sail/4.2", (), {}, system, system.settings({}), take)
        shown = {one.string for one in read(page, (1280, 2600))}
        assert {"next battle", "your battle", "this page only"} & shown == {words}


def test_the_figure_plays_in_its_page() -> None:
    page, window = RulePage("full-thrust-base/5.3"), Surface((1280, 800))
    page.draw(window)
    stage = page.figure.stage
    assert stage is not None and not page.moving and stage.show.index > 0, "the most telling step, at rest"
    page.handle(key(pygame.K_SPACE))
    assert page.moving and stage.show.index == 0, "from the beginning"
    seen = set()
    for _ in range(2000):
        page.tick(0.1)
        page.draw(window)
        seen.add(stage.show.index)
        if not page.moving:
            break
    assert seen == set(range(len(stage.show.steps)))
    page.handle(key(pygame.K_LEFT))
    assert stage.show.index == len(stage.show.steps) - 2
    page.handle(key(pygame.K_HOME))
    assert stage.show.index == 0


@pytest.mark.parametrize("game", SYSTEMS)
def test_f1_on_a_house_rule_lights_its_paragraph(game: str) -> None:
    for rule in (one for one in SYSTEMS[game].house if one.rule):
        page = RulePage(rule.paragraph)
        page.draw(Surface((1280, 800)))
        lit = [w for w in page.text.widgets if isinstance(w, Rich) and w.lit]
        assert lit or page._reads_on, rule.title
        assert all(page.text.rect.colliderect(one.rect) for one in lit[:1]), "scrolled into view"


def test_keys_belong_to_the_book_after_a_click() -> None:
    """Space after a press on the contents plays the figure, and does not press the contents again."""
    page, window = RulePage("full-thrust-base/5.2"), Surface((1280, 800))
    page.draw(window)
    row = next(w for w in page.focus.widgets if w.name == "entry full-thrust-base/5.3")
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        page.handle(Event(kind, pos=row.rect.center, button=1))
    page.draw(window)
    assert page.page.address == "full-thrust-base/5.3"
    page.handle(key(pygame.K_SPACE))
    assert page.moving and page.page.address == "full-thrust-base/5.3"
    page.handle(key(pygame.K_TAB))
    page.handle(key(pygame.K_TAB))
    assert page.focus.visible and page.focus.at, "the ring says whose the keys are"


def test_every_page_with_a_demonstration_shows_it() -> None:
    shown = set()
    for address in rulebook():
        page = RulePage(address)
        assert page.figure.trouble is None
        shown |= {one.path for one in page.figure.entries}
        assert bool(page.figure.entries) == bool(page.figure.stage)
    assert shown == {one.path for one in exhibits()}


def test_the_position_of_a_figure_is_tried_in_the_sandbox() -> None:
    page = RulePage("full-thrust-base/5.3")
    page.draw(Surface((1280, 800)))
    answer = page.handle(key(pygame.K_t))
    assert isinstance(answer, Push) and isinstance(answer.screen, SandboxScreen)
    answer = page.handle(key(pygame.K_f))
    assert isinstance(answer, Push) and isinstance(answer.screen, DemonstrationScreen)
    assert page.figure.stage and answer.screen.show.index == page.figure.stage.show.index


def test_a_noun_in_ing_is_no_form_of_another_word() -> None:
    known = words_of_page(rulebook()["power/7"])
    assert [known.find(one) for one in ("face", "faces", "facing", "facings")] == [None, None, "facing", "facing"]
    assert known.find("jams") is None and known.find("jamming") == "jamming"


def test_words_of_the_glossary_are_explained_where_they_stand() -> None:
    page = RulePage("full-thrust-base/5.3")
    page.draw(Surface((1280, 2600)))
    marks = [w for w in page.focus.widgets if isinstance(w, TermMark)]
    assert any(w.name == "word hull row" and w.hint.startswith("hull row: ") for w in marks)
    assert len({w.name for w in marks}) >= len(marks) - 2, "each word once, but where a line ends within it"


def test_a_hit_says_why_it_was_found() -> None:
    page = RulePage("sail/4.2", first=SYSTEMS["full-sail"].pages, known=mentions(SYSTEMS.values()))
    page.draw(Surface((1280, 800)))
    page._search("rigging")
    page.draw(Surface((1280, 800)))
    found = [w for w in page.focus.widgets if isinstance(w, SearchHit)]
    assert found[0].page.group == "sail" and all(w.said for w in found)
    assert {"Rigging and rakes", "Rigging and hull"} <= {w.setting for w in found}
    page._search("rakk")
    page.draw(Surface((1280, 800)))
    said = " ".join(one.string for one in read(page, (1280, 800)))
    assert "Nothing about “rakk”" in said and "Did you mean" in said


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_with_links_and_values_words_keep_apart(size: tuple[int, int]) -> None:
    system = SYSTEMS["full-thrust"]
    for address in ("full-thrust-base/2.2/side-slip", "full-thrust-base/12", "full-thrust-base/5.3"):
        page = RulePage(address, system.pages, mentions(SYSTEMS.values()), system, system.settings({}))
        assert faults(read(page, size, 1.0), size) == [], address
        assert overlaps(page.focus.widgets, size) == []


def test_f1_in_a_battle_tells_the_page_its_house_rules(tmp_path: Path) -> None:
    program = Program(folder=tmp_path)
    window = Window(program, program.menu())
    assert window.house_in_force == SYSTEMS["full-thrust"].settings({}), "of the next battle"
    window.stack.append(SandboxScreen(Sandbox(open_start(blank(SYSTEMS["full-thrust"]))), Pop, {}))
    page = window.on_rule("full-thrust-base/2.2/side-slip") if window.on_rule else None
    assert isinstance(page, RulePage) and page.values["sideslip"] == "free"


@pytest.mark.parametrize("address", ["power/16", "power/8.3", "sail/4", "manoeuvres/grav-backfire"])
@pytest.mark.parametrize("size", SIZES[:2], ids=str)
def test_plates_over_a_figure_cover_no_ship_and_no_other_plate(size: tuple[int, int], address: str) -> None:
    page, window = RulePage(address), Surface(size)
    page.draw(window)
    while page.moving:
        page.tick(0.1)
        page.draw(window)
    stage = page.figure.stage
    assert stage is not None
    scene, plates = stage.picture()
    ships = [stage.board.camera.xy(one.at) for one in scene.view.state.ships.values() if one.in_play]
    rects = [plate.rect for plate in plates]
    assert not any(rect.collidepoint(at) for rect in rects for at in ships)
    assert all(
        one.collidelist(rects[n + 1 :]) < 0 and stage.board.camera.rect.contains(one) for n, one in enumerate(rects)
    )
