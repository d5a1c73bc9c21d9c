"""What a file leaves unsaid is dashed in the sandbox and says what then happens: never the least value there is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.battle.loader import load_start
from game.core.forms import EntryField
from game.core.system import RuleSystem
from game.rulebook.book import rulebook
from game.sandbox.sandbox import Sandbox
from game.sandbox.start_editor import blank, open_start
from game.sandbox.storage import sandbox_of
from game.systems import SYSTEMS
from game.systems.full_sail.battle_file import SeaTable
from game.systems.full_sail.ships.ship import SailingShip
from game.ui.sandbox.model.context import SCENARIO
from game.ui.toolkit.blocks import Paragraph
from game.ui.toolkit.text_field import TextField
from game.ui.toolkit.value_fields import OptionalStepper
from tests.support.battles import SCENARIOS
from tests.support.narrowing import narrow
from tests.support.ui.own_overlays import wind_over
from tests.support.ui.sandbox_driver import Sat

ACROSS = next(path for path in SCENARIOS if path.stem == "across_the_rail")


def settable(sandbox: Sandbox) -> Iterator[tuple[EntryField, object, object]]:
    """Yield every field that a sandbox offers, the part of the file it is of, and what was made of that."""
    files, file, state = sandbox.files, sandbox.opened.file, sandbox.start.state
    parts: list[tuple[tuple[EntryField, ...], object, object]]
    parts = [(files.table_fields(file.table), file.table, None), (files.victory_fields(file), file.victory, None)]
    parts += [(files.side_fields(side), side, None) for side in file.sides.values()]
    parts += [(files.body_fields(body), body, None) for body in file.table.terrain]
    designs = sandbox.opened.designs
    parts += [(files.ship_fields(state, key, one, designs), one, state.ships[key]) for key, one in file.ships.items()]
    for fields, part, made in parts:
        yield from ((field, part, made) for field in fields)


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.key)
def test_an_empty_number_says_what_then_happens(system: RuleSystem) -> None:
    folder = system.key.replace("-", "_")
    starts = [Sandbox(open_start(blank(system)))] + [
        sandbox_of(load_start(path)) for path in SCENARIOS if path.parent.name == folder
    ]
    for field, part, made in (one for start in starts for one in settable(start)):
        (name, *others) = field.stands_for
        name = name.rpartition(" ")[2]
        if (
            field.kind != "number"
            or others
            or getattr(part, name, 0) is not None
            or getattr(made, name, None) is not None
        ):
            continue
        assert field.value is None and field.unsaid[0], field.name
        assert getattr(part, name) is None and field.low <= field.first <= field.high


PLAIN = {"velocity", "course", "facing", "at"}  # words of the rules' first pages


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.key)
def test_every_field_is_explained_with_a_rule_that_the_book_has(system: RuleSystem) -> None:
    folder, book = system.key.replace("-", "_"), rulebook()
    starts = [Sandbox(open_start(blank(system)))] + [
        sandbox_of(load_start(path)) for path in SCENARIOS if path.parent.name == folder
    ]
    for field, part, _ in (one for start in starts for one in settable(start)):
        if field.name in PLAIN or field.name.startswith("row"):  # rows of the hull are drawn as boxes
            continue
        assert len(field.hint.split()) > 2, f"{type(part).__name__}.{field.name}"
        assert field.rule in book, field.rule
        assert not re.search(r"\d|_", field.label), field.label


def test_masts_and_what_must_escape_are_set_in_words(tmp_path: Path) -> None:
    sat = Sat(tmp_path, ACROSS.read_text(encoding="utf-8"), (1280, 800))
    key = next(iter(sat.sandbox.start.state.ships))
    sat.screen.context.choose(key)
    sat.settle()
    fore: Any = sat.widget("fore")
    assert fore.label == "Fore mast" and list(fore.names) == ["whole", "crippled", "gone"] and fore.fits
    assert fore.rule == "sail/2" and "thrust" in fore.hint
    fore.on_change(2)
    assert narrow(sat.sandbox.start.state.ships[key], SailingShip).masts[0] == 2


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_a_wind_that_is_diced_is_set_and_taken_out(tmp_path: Path, size: tuple[int, int], sitting: None) -> None:
    text = ACROSS.read_text(encoding="utf-8").replace("table: {wind_speed: 12, wind_from: 10}\n", "")
    assert "wind_speed" not in text
    sat = Sat(tmp_path, text, size)
    sat.screen.context.choose("")
    sat.settle()

    def speed() -> OptionalStepper:
        return next(
            one for one in sat.screen.focus.widgets if isinstance(one, OptionalStepper) and one.name == "wind_speed"
        )

    def thrown() -> list[str]:
        said = [one.words for one in sat.screen.panels.sheet.widgets if isinstance(one, Paragraph)]
        return [one for one in said if "shows one throw" in one]

    def held() -> object:
        return narrow(sat.sandbox.opened.file.table, SeaTable).wind_speed

    assert (speed().said, speed().words, speed().note) == (False, "diced", "2D6 + 8") and held() is None
    (words,) = thrown()
    wind = wind_over(sat.screen.context.sandbox.start)
    assert wind and wind.lower() in words
    sat.click(speed().rect.center)
    assert speed().said and held() == speed().value == 12
    sat.screen.focus.focus(speed(), True)
    sat.key("RIGHT")
    assert held() == 13
    sat.click(speed().cross.center)
    assert not speed().said and held() is None
    sat.screen.focus.focus(speed(), True)
    sat.key("RIGHT")
    sat.screen.focus.focus(speed(), True)
    sat.key("DELETE")
    assert held() is None and thrown()


def test_a_sentence_that_is_not_written_yet_is_dashed(tmp_path: Path) -> None:
    sat = Sat(tmp_path, ACROSS.read_text(encoding="utf-8").replace("about:", "# about:"), (1280, 800))
    sat.screen.context.choose("")
    sat.screen.context.tab = SCENARIO
    sat.screen.context.change()
    sat.settle()
    line = next(one for one in sat.screen.focus.widgets if isinstance(one, TextField) and one.label == "About")
    assert line.placeholder == "no sentence yet" and line.may_lack and not line.value

    def whole_edge() -> bool:
        f, frame = line.frame, sat.look()
        return len({tuple(frame.get_at((x, f.y))) for x in range(f.x + 12, f.right - 12)}) == 1

    assert not whole_edge()
    line.write("Two ships pass.")
    assert whole_edge()


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.key)
def test_a_choice_that_is_left_unsaid_is_a_word(system: RuleSystem) -> None:
    start = next(path for path in SCENARIOS if path.parent.name == system.key.replace("-", "_"))
    choices = [field for field, _, _ in settable(sandbox_of(load_start(start))) if field.kind == "choice"]
    assert choices and all(word[0].isalnum() for field in choices for words in field.choices for word in words)
    fates = [field.choices[0] for field in choices if field.name == "fate"]
    assert all(words == ("in play", "in play") for words in fates)
