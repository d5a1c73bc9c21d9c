"""The pages of reference follow the code: keys, folders, what is measured; the glossary is in order."""

from __future__ import annotations

import re

from game.battle.designs import ROOT
from game.cli.parser import VERBS
from game.formats.validation import read_model
from game.rulebook.book import entry
from game.systems import SYSTEMS, scenario_folder
from game.ui.keys.account_bindings import BINDINGS as ACCOUNT
from game.ui.keys.bindings import Keys
from game.ui.keys.far_bindings import AT_TABLE
from game.ui.keys.far_bindings import BINDINGS as FAR
from game.ui.keys.fleets_bindings import BINDINGS as FLEETS
from game.ui.keys.fleets_bindings import ON_A_ROW
from game.ui.keys.gallery_bindings import BINDINGS as GALLERY
from game.ui.keys.gallery_bindings import DEMONSTRATION
from game.ui.keys.lab_bindings import BINDINGS as LAB
from game.ui.keys.lab_bindings import LADDER
from game.ui.keys.lesson_bindings import OWN as LESSON
from game.ui.keys.list_page import EVERYWHERE, lines_of
from game.ui.keys.placing_bindings import BINDINGS as PLACING
from game.ui.keys.replay_bindings import BINDINGS as REPLAY
from game.ui.keys.rulebook_bindings import BINDINGS as RULE_BOOK
from game.ui.keys.sandbox_bindings import BINDINGS as SANDBOX
from game.ui.keys.shipyard_bindings import BINDINGS as SHIPYARD
from game.ui.keys.shipyard_bindings import EDITOR, ON_A_PART
from game.ui.pages.settings_page import CURTAIN, IN_MENU
from tests.repo.pages import block, section, text_of
from tests.repo.test_shape import FLOORS
from tests.tools import bench
from tests.tools.house_rules_page import page as house_rules_page
from tests.tools.keys_page import page

DOES = re.compile(
    r"(agree|aim|ask|begin|buy|centre|change|choose|clear|copy|decline|delete|do|drag|fight|fill|fire|fold|give|go|hold|lay|list|look|lower"
    r"|make|measure|move|name|open|order|pass|place|plan|play|point|press|put|quit|raise|rename|run|save|scroll|search"
    r"|see|set|show|skip|store"
    r"|take|turn|type|unlock|write|zoom)\b"
)

# -- keys --------------------------------------------------------------------------------------------------------------


TABLES = (
    AT_TABLE, SANDBOX, ACCOUNT, GALLERY, DEMONSTRATION, REPLAY, LAB, LADDER, FLEETS, ON_A_ROW, PLACING, FAR,
    RULE_BOOK, LESSON, SHIPYARD, EDITOR, ON_A_PART, EVERYWHERE,
)  # fmt: skip


def test_the_page_of_keys_is_what_the_command_writes() -> None:
    assert text_of("keys") == page(), "python -m tests.tools.keys_page writes it anew"


def test_the_page_of_house_rules_is_what_the_command_writes() -> None:
    assert text_of("house-rules") == house_rules_page(), "python -m tests.tools.house_rules_page writes it anew"


def test_what_a_key_does_is_told_verb_first() -> None:
    words = {binding.words for table in TABLES for binding in table} | {words for _, words in (*IN_MENU, *CURTAIN)}
    words |= {words for lines in lines_of(Keys()).values() for _, words in lines}
    assert not [one for one in words if not DOES.match(one)]


def test_every_key_on_the_page_is_bound() -> None:
    bound = {part for table in TABLES for one in table for key in one.keys for part in key.split(" to ")}
    cells = re.findall(r"^\| (?!key|---)(.+?) \|", text_of("keys"), re.MULTILINE)
    named = {word for cell in cells for word in re.split(", | to ", cell)}
    assert len(cells) > 100 and named <= bound
    assert bound - named == set(map(str, range(4, 9))), "the numbers between the first gun and the last"


# -- architecture ------------------------------------------------------------------------------------------------------


INSIDE = re.compile(r"([\w/]+)/(?=[\s,;.]|$)")  # a folder in the words of another


def drawn() -> list[str]:
    """Return the folders that the picture of the tree names, from the top of the repository. A line begins with a
    folder, or with two beside each other; an indented line has several of the folders inside it. Folders in their
    words stand inside them."""
    found: list[str] = []
    top = ""
    for line in block("architecture", "", "game/core").splitlines():
        if line.startswith(" "):
            for part in line.strip().split("; "):
                name, _, words = part.partition("/")
                found += [f"{top}/{name}", *(f"{top}/{name}/{one}" for one in INSIDE.findall(words))]
        else:
            names, _, words = line.partition("  ")
            top = names
            found += [*names.split(), *(f"{top}/{one}" for one in INSIDE.findall(words))]
    return found


def test_the_folders_drawn_are_those_there_are() -> None:
    parts = {path.parent for path in (ROOT / "game").rglob("*.py")} - {ROOT / "game"}
    named = [name for name in drawn() if name.startswith("game/")]
    assert sorted(named) == sorted(path.relative_to(ROOT).as_posix() for path in parts)
    assert [name for name in drawn() if not (ROOT / name).is_dir()] == []


def test_folders_are_drawn_in_the_order_of_their_imports() -> None:
    tops = [name.removeprefix("game/") for name in drawn() if re.fullmatch(r"game/\w+", name)]
    assert tops == [name for name in FLOORS if name not in ("__init__", "main")]


def test_architecture_is_one_page_and_names_its_ideas() -> None:
    text = text_of("architecture")
    assert text.count("\n") <= 80
    for name, place in re.findall(r"^- \*\*(\w+)\*\* \(`([\w/.]+)`\)", text, re.MULTILINE):
        assert f"class {name}" in (ROOT / place).read_text(encoding="utf-8"), name
    assert re.findall(r"^- \*\*(\w+)\*\*", text, re.MULTILINE) == [
        "State",
        "Order",
        "Phase",
        "Umpire",
        "GameFiles",
        "Forecast",
        "View",
    ]


# -- games, verbs ------------------------------------------------------------------------------------------------------


def test_every_game_is_listed_with_a_scenario_of_its_own() -> None:
    rows = section("games", "| game | key in a file |")
    assert {row[1].strip("`"): row[0] for row in rows} == {key: system.title for key, system in SYSTEMS.items()}
    for row in rows:
        system = SYSTEMS[row[1].strip("`")]
        titles = [read_model(path, system.files.battle).title for path in scenario_folder(system).glob("*.yaml")]
        assert row[3] in titles


def test_every_verb_is_told() -> None:
    shown = re.findall(r"^(?:\$ )?python main\.py (\w+)", text_of("command-line"), re.MULTILINE)
    told = re.findall(r"`(\w+)`", text_of("command-line"))
    assert set(shown) == set(VERBS) <= set(told)


# -- performance and glossary ------------------------------------------------------------------------------------------


def test_it_lists_what_is_measured() -> None:
    shown = {row[0]: row[2] for row in section("performance", "| what | budget |")}
    assert all(re.match(r"\d", figure) for figure in shown.values())
    measured = {re.split("[,:]", row.what)[0] for row in bench.ROWS}
    assert measured == {re.split("[,:]", what)[0] for what in shown}


def test_the_glossary_of_the_code_is_sorted_and_leaves_the_words_of_players_to_the_program() -> None:
    rows = section("glossary", "| word | means |")
    words = [word.casefold() for word, _ in rows]
    assert len(words) > 15 and words == sorted(set(words))
    assert [word for word, means in rows if not means.endswith(".") or ". " in means] == []
    told = {word for word, *_ in entry("table/glossary").table[1:]}
    assert not told & {*words}, "a word is explained once"
    assert {"hand-over", "draft", "state", "umpire", "view"} <= {*words}
    assert {"course", "facing", "threshold check", "hull row", "envelope", "seal", "phase", "order"} <= told
