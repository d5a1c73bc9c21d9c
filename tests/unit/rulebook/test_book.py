"""The rule book players open with F1: complete, well formed, and reached from every address the program uses."""

from __future__ import annotations

import ast
import re
from functools import cache
from itertools import groupby
from math import hypot
from pathlib import Path

import pytest
import yaml

from game.battle import designs
from game.core.system import HouseRule, RuleSystem
from game.rulebook import book
from game.rulebook.book import ROOT, RuleBookError, RuleEntry, entry, own_first, picture, rulebook
from game.rulebook.glossary import PAGE
from game.rulebook.search import MENTIONED, excerpt, search, title_rank
from game.rules.scenario.house_rules import HOUSE as HOUSE_RULES
from game.systems import SYSTEMS

HOUSE = designs.ROOT
NUMBERED = r"(?:full-thrust-base|hex|sail)/[0-9]+(?:\.[0-9]+)*(?:/[a-z0-9-]+)*"
ADDRESS = re.compile(rf"(?:{NUMBERED}|manoeuvres(?:/[a-z-]+)+|table/[a-z-]+)")
QUOTED = re.compile(rf"""(?:["'`]|\brule\s*[:=]\s*f?["']?)({ADDRESS.pattern})(?=["'`]|[\s,}})]|$)""", re.MULTILINE)
PICTURES = sorted(path.stem for path in (ROOT / book.PICTURES).glob("*.yaml"))
SECTIONS = {  # chapter: its sections in the scope of the program
    1: (1, 2, 3, 4), 2: (1, 2, 3, 4, 5, 6, 7), 3: (), 4: (1, 2, 3, 4, 5), 5: (1, 2, 3, 4, 5, 6, 7, 8),
    6: (1, 2, 3, 4, 7, 8, 10, 12, 14, 17, 20, 21), 8: (1,), 9: (1, 2, 3, 4, 5, 6),
}  # fmt: skip
FINER = (
    "12", "2.2/side-slip", "3", "3/rotation", "3/push", "3/fb2", "5.8/re-rolls", "6.20/asteroids", "6.20/dust",
    "6.20/meteors", "6.20/debris", "6.21/leaving", "6.21/arriving",
)  # fmt: skip
MANOEUVRES = (  # the archive by its index, and what all of it rests on
    "corkscrew", "dead-rotate", "eclipsing", "emergency-thrust", "emergency-deceleration", "extreme-manoeuvres", "flip",
    "ftl-revision", "grav-backfire", "hard-about", "post-movement", "redlined-engines", "reverse-thrust", "roll",
    "short-range-jump", "sideslip", "skid", "slewed", "checks", "notation", "compatibility",
)  # fmt: skip
HEXES = {1: (), 2: range(1, 10), 3: range(1, 6), 4: (), 5: (), 7: ()}  # the games on hexes: chapter, its sections
POINT_DEFENCE = range(1, 10)  # the sections of the reform
SAIL = {1: (), 2: (), 3: range(1, 7), 4: range(1, 4), 5: range(1, 4), 6: (), 7: (), 8: (), 9: ()}  # Full Sail: the same
POWER = {
    1: (),
    2: (1,),
    3: (),
    4: range(1, 9),
    5: (),
    6: (),
    7: (),
    8: range(1, 6),
    9: (),
    10: (),
    11: (),
    12: (),
    16: (),
}
RECONSTRUCTED = ("dead-rotate", "emergency-deceleration", "flip", "post-movement", "reverse-thrust", "skid", "slewed")
TOPICS = (
    "plotting",
    "firing",
    "odds",
    "log",
    "curtain",
    "undo",
    "keys",
    "dice",
    "overlays",
    "saving",
    "house-rules",
    "credits",
)


def constants(tree: ast.Module) -> dict[str, str]:
    """Return names given to strings at the top of a module, such as `B = "full-thrust-base"`, there or where it imports
    them from."""
    brought = dict[str, str]()
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("game."):
            theirs = constants_of(HOUSE / (node.module.replace(".", "/") + ".py"))
            brought |= {name.asname or name.name: theirs[name.name] for name in node.names if name.name in theirs}
    return brought | {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


@cache
def constants_of(path: Path) -> dict[str, str]:
    """Return the same for a module by its path; none for a package."""
    return constants(ast.parse(path.read_text(encoding="utf-8"))) if path.exists() else {}


def joined(node: ast.JoinedStr, named: dict[str, str]) -> str:
    """Return an f-string with the module's own constants put in; anything else becomes a question mark."""
    parts = []
    for part in node.values:
        if isinstance(part, ast.Constant):
            parts.append(str(part.value))
        elif isinstance(part, ast.FormattedValue) and isinstance(part.value, ast.Name):
            parts.append(named.get(part.value.id, "?"))
        else:
            parts.append("?")
    return "".join(parts)


def addresses_in_source(text: str) -> set[str]:
    """Return every string of a module that is, whole, a rule address; a part known only at run time stands as `?`."""
    tree = ast.parse(text)
    named = constants(tree)
    strings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    strings |= {joined(node, named) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)}
    return {text for text in strings if ADDRESS.fullmatch(text.replace("/?", "/x"))}


def in_book(address: str) -> bool:
    """Return whether there is a page at exactly this address, or some page where the end of it is only known at run
    time."""
    return any(re.fullmatch(re.escape(address).replace(r"\?", "[a-z-]+"), place) for place in rulebook())


def test_every_section_in_scope_is_in_the_book() -> None:
    sections = [f"{chapter}.{section}" for chapter, sections in SECTIONS.items() for section in sections]
    wanted = {f"full-thrust-base/{section}" for section in (*sections, *FINER)} | {f"table/{topic}" for topic in TOPICS}
    wanted |= {f"manoeuvres/{name}" for name in MANOEUVRES}
    wanted |= {f"hex/{chapter}" for chapter in HEXES} | {
        f"hex/{chapter}.{n}" for chapter in HEXES for n in HEXES[chapter]
    }
    wanted |= {f"point-defence-and-fighters/{section}" for section in POINT_DEFENCE}
    wanted |= {f"sail/{chapter}" for chapter in SAIL} | {
        f"sail/{chapter}.{n}" for chapter in SAIL for n in SAIL[chapter]
    }
    wanted |= {f"power/{chapter}" for chapter in POWER} | {
        f"power/{chapter}.{n}" for chapter in POWER for n in POWER[chapter]
    }
    assert sorted(wanted - rulebook().keys()) == []


def test_every_address_the_program_uses_is_in_the_book() -> None:
    used: dict[str, str] = {}
    for path in sorted([*HOUSE.glob("game/**/*.py"), *HOUSE.glob("main.py")]):
        used |= dict.fromkeys(addresses_in_source(path.read_text(encoding="utf-8")), str(path.relative_to(HOUSE)))
    for folder in ("assets", "scenarios", "demonstrations"):
        for path in sorted(HOUSE.glob(f"{folder}/**/*.y*ml")):
            used |= dict.fromkeys(QUOTED.findall(path.read_text(encoding="utf-8")), str(path.relative_to(HOUSE)))
    assert {address: where for address, where in used.items() if not in_book(address)} == {}


def test_every_house_rule_opens_a_page() -> None:
    assert [rule.key for rule in HOUSE_RULES if rule.rule not in rulebook()] == []


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.key)
def test_every_house_rule_is_named_by_its_title_on_the_page_it_opens(system: RuleSystem) -> None:
    """A reader of the page finds its switch; a rule that is only described is looked for in vain."""
    pages = rulebook()
    told = {rule.title: pages[rule.rule].text + pages[rule.rule].reading for rule in system.house}
    assert [rule.title for rule in system.house if not named(rule, told[rule.title])] == []


def said(page: RuleEntry) -> str:
    """Return the words of a page, folded ones included."""
    return f"{page.text}\n{page.reading}"


def named(rule: HouseRule, text: str) -> bool:
    """Return whether a house rule is in bold in a text, by itself or with one of its values."""
    return any(f"**{rule.title}{value}**" in text for value in ("", *(f": {words}" for _, words in rule.values)))


def test_pages_on_hexes_speak_of_a_ship_as_of_a_thing() -> None:
    """As all other pages do: one way of saying it in the whole book."""
    spoken = re.compile(r"\b(she|her|hers|herself)\b", re.IGNORECASE)
    assert [
        page.address
        for page in rulebook().values()
        if spoken.search(page.title + page.text + page.reading + str(page.table))
    ] == []


def test_every_setting_of_a_manoeuvre_is_named_on_its_page() -> None:
    """And each of its values, where they are words; switches that bring a manoeuvre into a battle need no page of their
    own."""
    shared = said(rulebook()["manoeuvres/checks"])
    for rule in HOUSE_RULES:
        if not rule.rule.startswith("manoeuvres/") or re.fullmatch(r"man\.[A-Z]+", rule.key):
            continue
        family = "/".join(rule.rule.split("/")[:2])
        told = (
            " ".join(said(page) for place, page in rulebook().items() if f"{place}/".startswith(f"{family}/")) + shared
        )
        assert named(rule, told), rule
        if rule.title.endswith(": when checked"):
            continue  # its values are those of the rule for all manoeuvres
        assert [words for value, words in rule.values if isinstance(value, str) and words not in told.lower()] == [], (
            rule
        )


def test_what_is_reconstructed_says_so_and_nothing_else_does() -> None:
    told = {
        place.removeprefix("manoeuvres/")
        for place, page in rulebook().items()
        if place.startswith("manoeuvres/") and "reconstruct" in said(page)
    }
    assert told == set(RECONSTRUCTED)


def test_addresses_are_found_however_they_are_written() -> None:
    source = (
        'B = "full-thrust-base"\nrule = f"{B}/5.3"\nat = "table/odds"\nraise Illegal("", '
        '"full-thrust-base/2.2/side-slip")\n'
    )
    assert addresses_in_source(source) == {"full-thrust-base/5.3", "table/odds", "full-thrust-base/2.2/side-slip"}
    assert addresses_in_source(
        'from game.rules.scenario.house_rules import BOOK\nrules = f"{BOOK}/9.4", f"{BOOK}/6.20/{name}"\n'
    ) == {"full-thrust-base/9.4", "full-thrust-base/6.20/?"}
    assert in_book("full-thrust-base/6.20/?") and not in_book("full-thrust-base/6.1/?")
    assert addresses_in_source('"""Speaks of full-thrust-base/99 in passing."""\n') == set()
    data = (
        'a: {rule: full-thrust-base/4.5}\nb: "table/keys"\nrule: full-thrust-base/6.20/dust\nsay: see '
        "full-thrust-base/99\n"
    )
    assert QUOTED.findall(data) == ["full-thrust-base/4.5", "table/keys", "full-thrust-base/6.20/dust"]


def test_every_see_leads_somewhere_else() -> None:
    lost = [
        (page.address, place)
        for page in rulebook().values()
        for place in page.see
        if place not in rulebook() or place == page.address
    ]
    assert lost == []


def test_every_page_is_reached_by_a_see() -> None:
    seen = {place for page in rulebook().values() for place in page.see}
    assert sorted(rulebook().keys() - seen) == []


def test_entries_are_short_and_in_our_spelling() -> None:
    foreign = re.compile(r"\b(armor|color|maneuver|maneuver\w*|defense|center|gray)\w*", re.IGNORECASE)
    for page in rulebook().values():
        most = 200 if page.address != "table/glossary" else 4000  # words are looked up, not read
        assert 30 <= page.words <= most, f"{page.address}: {page.words} words"
        assert not foreign.search(page.title + page.text + page.reading + str(page.table)), page.address
        for said in (page.text, page.reading):
            assert "—" not in said and said.count("**") % 2 == 0, page.address
        assert page.title[0].isupper() and not page.title.endswith("."), page.address


def test_what_a_page_begins_with_stands_by_itself() -> None:
    """A demonstration shows the first paragraph of its rule alone."""
    for page in rulebook().values():
        kind, words = page.blocks[0]
        assert kind == "paragraph" and words.endswith("."), page.address


def test_pages_stand_in_the_order_of_the_book() -> None:
    order = [place for place in rulebook() if place.startswith("full-thrust-base/6.")]
    assert (
        order.index("full-thrust-base/6.8")
        < order.index("full-thrust-base/6.10")
        < order.index("full-thrust-base/6.20/dust")
    )
    assert next(iter(rulebook())) == "full-thrust-base"


def test_no_key_is_written_twice_in_a_file() -> None:
    for path in ROOT.rglob("*.yaml"):
        if path.parent.name != book.PICTURES:
            written = re.findall(r"^[\"']?([\w./-]+)[\"']?:", path.read_text(encoding="utf-8"), re.MULTILINE)
            assert sorted(written) == sorted(map(str, yaml.safe_load(path.read_text(encoding="utf-8")))), path


@pytest.mark.parametrize("name", PICTURES)
def test_picture_is_valid_and_stays_in_its_box(name: str) -> None:
    marks = picture(name)
    assert len(marks) >= 5
    for mark in marks:
        left, top, right, bottom = mark.extent()
        assert left >= 0 and top >= 0 and right <= 320 and bottom <= 180, mark


def test_every_silhouette_is_drawn_somewhere_and_not_larger_than_allowed_for() -> None:
    shapes = yaml.safe_load((HOUSE / "assets" / "icons" / "hulls.yaml").read_text(encoding="utf-8"))["hulls"]
    for name in PICTURES:
        for glyph in {mark.glyph for mark in picture(name) if mark.kind == "hull"}:
            assert glyph in shapes, f"{name}: {glyph}"
            assert max(hypot(x, y) for x, y in shapes[glyph]["outline"]) <= book.HALF_HULL, f"{name}: {glyph}"


def test_every_picture_is_shown_somewhere_and_every_name_has_one() -> None:
    assert sorted({page.drawn for page in rulebook().values() if page.drawn}) == PICTURES
    assert entry("full-thrust-base/4.1").picture == picture("arcs")
    assert entry("full-thrust-base/2.1").picture == ()


def test_an_unknown_address_falls_back_to_the_section_it_belongs_to() -> None:
    assert entry("full-thrust-base/5.3/x").address == "full-thrust-base/5.3"
    assert entry("full-thrust-base/6.99").address == "full-thrust-base/6"
    assert entry("full-thrust-base/11.1/launch").address == "full-thrust-base"
    assert entry("table/odds/kill").address == "table/odds"
    with pytest.raises(LookupError, match="nothing at 'hexes/1'"):
        entry("hexes/1")


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("threshold", "full-thrust-base/5.3"),
        ("5.8", "full-thrust-base/5.8"),
        ("pulse torpedoes", "full-thrust-base/6.2"),
        ("armour", "full-thrust-base/5.2"),
        ("keys", "table/keys"),
        ("Side-Slip", "full-thrust-base/2.2/side-slip"),
        ("repair parties", "full-thrust-base/5.5"),
        ("beam", "full-thrust-base/6.1"),
        ("screen", "full-thrust-base/5.7"),
        ("fighters", "full-thrust-base/7"),
        ("point defence", "full-thrust-base/6.12"),
        ("fire", "full-thrust-base/5.6"),
        ("scans", "full-thrust-base/6.19"),
    ],
)
def test_search_puts_the_best_answer_first(words: str, first: str) -> None:
    assert search(words, ("full-thrust-base",))[0].address == first


@pytest.mark.parametrize(("words", "first"), [
    ("fire", "full-thrust-base/5.6"), ("turn", "full-thrust-base/1"), ("move", "full-thrust-base/2"),
    ("boarding", "full-thrust-base/9.7"), ("wind", "sail/3.4"), ("speed", "power/4.1"), ("dice", "table/dice"),
    ("missile", "full-thrust-base/6.5"), ("shields", "power/6"), ("side-slip", "full-thrust-base/2.2/side-slip"),
])  # fmt: skip
def test_without_a_game_the_plain_rule_is_found_before_pages_about_the_program(words: str, first: str) -> None:
    found = [page.address for page in search(words)]
    assert found[0] == first
    assert first.startswith("table") or not any(one.startswith("table") for one in found[:3])


@pytest.mark.parametrize(
    "words", ["beam", "scan", "fire", "turn", "repair", "table", "grapple", "asteroids", "wind", "delay"]
)
@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.key)
def test_a_rule_is_found_before_its_variants_and_that_of_the_game_first(system: RuleSystem, words: str) -> None:
    found = [page.address for page in search(words, system.pages) if page.address != PAGE]
    variants = [one for one in found if one.count("/") > 1 and one.rpartition("/")[0] in found]
    assert all(found.index(one.rpartition("/")[0]) < found.index(one) for one in variants)
    groups = [one.partition("/")[0] for one in found]
    assert [key for key, _ in groupby(groups)] == list(dict.fromkeys(groups)), "pages of a game stand together"
    games = [group for group in dict.fromkeys(groups) if group != book.PROGRAM]
    own = {*system.pages} & {*games}
    assert {*games[: len(own)]} == own


@pytest.mark.parametrize("words", ["corkscrew", "grapple", "rakes", "reactor"])
def test_a_title_in_any_game_is_found_before_a_mention_by_the_program(words: str) -> None:
    for system in SYSTEMS.values():
        found = search(words, system.pages)
        told = [page for page in found if page.group == book.PROGRAM and page.address != PAGE]
        if told and all(title_rank([words], page.title)[0] == MENTIONED for page in told):
            titled = [page for page in found if title_rank([words], page.title)[0] < MENTIONED]
            assert all(found.index(page) < found.index(told[0]) for page in titled), system.title


def test_of_the_game_s_books_the_one_that_has_the_words_in_a_title_comes_first() -> None:
    assert search("corkscrew", SYSTEMS["full-thrust"].pages)[0].address == "manoeuvres/corkscrew"
    assert search("beams", SYSTEMS["full-thrust"].pages)[0].address == "full-thrust-base/6.1"


@pytest.mark.parametrize(("words", "game", "first"), [
    ("missile", "hexcess", "hex/2.2/ordnance"), ("missiles", "full-thrust", "full-thrust-base/6.5"),
    ("fighters", "hexcess", "hex/2.2/fighters"), ("fighters", "power-hex", "power/12"),
])  # fmt: skip
def test_a_page_about_nothing_else_is_found_first(words: str, game: str, first: str) -> None:
    assert search(words, SYSTEMS[game].pages)[0].address == first


ASKED = {
    "how do I turn": ("2.1", "hex/2.3", "hex/3.2", "hex/4", "sail/3.1", "power/4.3"),
    "What is thrust?": ("2.1", "hex/2.3", "hex/3.2", "hex/4", "sail/3.1", "power/4.1"),
    "how do I fire": ("1.4/firing", "hex/2.6", "hex/3.3", "hex/4/arcs", "sail/4", "power/8"),
    "why can I not fire": ("4.1", "hex/2.6", "hex/3.3", "hex/4/arcs", "sail/4", "power/3"),
    "how do i repair": ("5.5", "5.5", "5.5", "5.5", "sail/6/repairs", "power/11"),
    "what is a threshold check?": ("5.3", "5.3", "5.3", "5.3", "sail/2", "power/11"),
    "how do I win": ("9.2", "9.2", "9.2", "9.2", "sail/9", "power/1"),
    "How do I board?": ("9.7", "9.7", "9.7", "9.7", "sail/5.2", ""),
    "what does the wind do": ("", "", "", "", "sail/3.4", ""),
    "what is power for": ("", "", "", "", "", "power/3"),
    "Can I turn and brake in one turn?": ("2.1", "hex/2.3", "hex/3.2", "", "sail/3.1", "power/4.1"),
}


@pytest.mark.parametrize("question", ASKED)
def test_a_question_is_answered_by_the_rule_of_the_game(question: str) -> None:
    for system, address in zip(SYSTEMS.values(), ASKED[question]):
        if address:
            wanted = address if not address[0].isdigit() else f"full-thrust-base/{address}"
            assert search(question, own_first(system.title, system.pages))[0].address == wanted, system.title


@pytest.mark.parametrize("page", [page for page in rulebook().values() if page.asks], ids=lambda page: page.address)
def test_every_question_of_a_page_finds_it_and_stands_in_the_hit(page: RuleEntry) -> None:
    for ask in page.asks:
        assert ask[0].isupper() and ask.endswith("?")
        assert page in search(ask, (page.address, page.group))[:2], ask
        assert excerpt(page, ask) == ask


def test_words_that_only_ask_do_not_have_to_be_there() -> None:
    asked = [page.address for page in search("how do I use a scanner")]
    assert asked == [page.address for page in search("use scanner")]
    assert search("what")[0].address and search("how do I") == search("how do i")


def test_words_that_no_page_has_are_left_out_and_the_first_decides() -> None:
    assert search("armour zeppelin") == search("zeppelin armour") == search("armour")
    assert search("reflex carronade") == search("reflex") != []


def test_search_wants_every_word() -> None:
    assert search("") == [] and search("zeppelin") == []
    assert {page.address for page in search("ramming sextant")} < {page.address for page in search("sextant")}


def test_text_comes_as_paragraphs_and_bullets() -> None:
    blocks = entry("full-thrust-base/2.2/side-slip").blocks
    assert [kind for kind, _ in blocks] == ["paragraph"] * 3 + ["bullet"] * 3
    assert blocks[3][1] == "**off**: no side-slips;"
    assert all("\n" not in words and "  " not in words for _, words in blocks)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("'1': {title: A, text: b, colour: red}", "unknown field 'colour'"),
        ("'1': {title: A}", "title and text must be words"),
        ("'1': {title: A, text: b, table: [[x, y], [z]]}", "rows of equal length"),
        ("'1': {title: A, text: b, table: [[0: x, y]]}", "put what has a colon in quotes"),
        ("'1': {title: A, text: b, see: table/odds}", "list of addresses"),
        ("'1': {title: A, text: b, labels: TR}", "list of texts in quotes"),
        ("'1': [A, b]", "expected fields"),
        ("'1': {title: A, text: b, picture: {draw: x}}", "name of a file"),
        ("'1': {title: [", "expected"),
    ],
)
def test_a_bad_entry_is_refused_with_its_place(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "group").mkdir()
    (tmp_path / "group" / "a.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(RuleBookError, match=re.escape(why)) as wrong:
        book.read(tmp_path)
    assert "a.yaml" in str(wrong.value)


def test_an_address_in_two_files_is_refused(tmp_path: Path) -> None:
    for name in ("a.yaml", "b.yaml"):
        (tmp_path / name).write_text("x/1: {title: A, text: b}", encoding="utf-8")
    with pytest.raises(RuleBookError, match="x/1 is in the book twice"):
        book.read(tmp_path)


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("{blob: [1, 2]}", "unknown kind 'blob'"),
        ("{line: [[0, 0]]}", "at least 2 points"),
        ("{poly: [[0, 0], [9, 9]]}", "at least 3 points"),
        ("{line: [[0, 0], [321, 9]]}", "reaches out"),
        ("{circle: [10, 90], r: 11}", "reaches out"),
        ("{circle: [90, 90]}", "r is missing"),
        ("{arc: [90, 20], r: 30, from: -20, to: 20}", "reaches out"),
        ("{hull: needle-heavy-cruiser, at: [20, 90]}", "reaches out"),
        ("{hull: zeppelin, at: [90, 90]}", "no glyph"),
        ("{hull: needle-heavy-cruiser, at: [90, 90], course: 13}", "course cannot be 13"),
        ("{die: 7, at: [90, 90]}", "shows 1 to 6"),
        ("{text: far too much to read, at: [300, 90], anchor: left}", "reaches out"),
        ("{box: [1, 2, 3, 4], colour: purple}", "colour cannot be 'purple'"),
        ("{box: [1, 2, 3, 4], shade: dots}", "shade cannot be 'dots'"),
        ("{dot: [1, up]}", "expected 2 numbers"),
        ("{dot: [9, 9], arrow: true}", "unknown field 'arrow'"),
    ],
)
def test_a_bad_primitive_is_refused_with_its_number(tmp_path: Path, row: str, why: str) -> None:
    path = tmp_path / "p.yaml"
    path.write_text(f"- {{dot: [9, 9]}}\n- {row}\n", encoding="utf-8")
    with pytest.raises(RuleBookError, match=re.escape(why)) as wrong:
        book.read_picture(path)
    assert "p.yaml: primitive 2" in str(wrong.value)


def test_an_unfilled_arc_is_bounded_by_its_curve_alone(tmp_path: Path) -> None:
    path = tmp_path / "p.yaml"
    path.write_text("- {arc: [90, 200], r: 60, from: -30, to: 30}\n", encoding="utf-8")
    left, top, right, bottom = book.read_picture(path)[0].extent()
    assert (left, top, right) == pytest.approx((60, 140, 120)) and bottom < 180


def test_capitals_take_more_room_than_small_letters(tmp_path: Path) -> None:
    """The room that words of a picture take is computed; it must not be too little, or they reach out of the
    picture."""
    path = tmp_path / "p.yaml"
    path.write_text("- {text: screen, at: [90, 90]}\n- {text: SCREEN, at: [90, 90]}\n", encoding="utf-8")
    small, capitals = (right - left for left, _, right, _ in (mark.extent() for mark in book.read_picture(path)))
    assert small == pytest.approx(36.0) and capitals > small
    path.write_text("- {text: SCREENSCREEN, at: [42, 90]}\n", encoding="utf-8")
    with pytest.raises(RuleBookError, match="reaches out"):
        book.read_picture(path)
