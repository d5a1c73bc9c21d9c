"""House rules in the sandbox: folded, searched, the changed ones alone, what is off counted, sets of the club."""

from __future__ import annotations

import pytest

from game.formats.user_folders import home
from game.rules.scenario.house_rules import OTHERS
from game.sandbox.club_sets import FOLDER, club_sets
from game.systems import SYSTEMS
from tests.ui.sandbox.test_door import New

pytestmark = pytest.mark.usefixtures("sitting")


def rules(sat: New) -> list[str]:
    return [one.removeprefix("house ") for one in sat.names() if one.startswith("house ")]


def opened(game: str = "full-thrust", size: tuple[int, int] = (1280, 800)) -> New:
    sat = New(game, size)
    sat.screen.context.open_tab(1)
    sat.look()
    return sat


def test_rules_have_half_of_the_column_beside_a_long_order(monkeypatch: pytest.MonkeyPatch) -> None:
    sat = New()
    sat.key("o")
    panels = sat.screen.panels
    monkeypatch.setattr(panels.form, "length", lambda area: 2 * area.h)
    sat.screen.context.open_tab(1)
    sat.look()
    assert 0 < panels.form.rect.h <= panels.sheet.rect.h + 1 + panels.tabs[0].rect.h
    assert panels.sheet.rect.h >= sat.screen.layout.sheet.h // 2 - 1


@pytest.mark.parametrize("game", SYSTEMS)
def test_groups_are_folded_and_open_one_by_one(game: str) -> None:
    sat = opened(game)
    assert not rules(sat)
    house, now = sat.sandbox.rules, sat.sandbox.settings({})
    for name in dict.fromkeys(one.group for one in house):
        sat.screen.context.fold_group(name or "General")
        sat.look()
        assert set(rules(sat)) == {one.key for one in house if one.group == name and one.asked(now)}
        sat.screen.context.fold_group(name or "General")


def test_rules_of_what_is_off_are_counted_and_come_with_it() -> None:
    sat = opened()
    fold = sat.widget("fold Reformed point defence")
    assert fold.said == "off: 18 not listed" and not fold.enabled  # type: ignore[attr-defined]
    sat.sandbox.set_part("house", pd_rules="pdl")
    sat.screen.context.look_anew()
    sat.look()
    assert sat.widget("fold Reformed point defence").said == "18 rules"  # type: ignore[attr-defined]
    sat.screen.context.fold_group("Manoeuvres")
    sat.look()
    assert "man.CO" in rules(sat) and "co.reroll" not in rules(sat)


def test_a_rule_is_found_set_and_shown_among_the_changed() -> None:
    sat = opened()
    sat.point(sat.screen.panels.sheet.rect.center)
    sat.key("SLASH")
    assert sat.screen.focus.at.name == "find house"
    sat.type("floating")
    assert rules(sat) == ["floating_table"]
    sat.widget("house floating_table").press()
    sat.look()
    assert sat.sandbox.start.state.house["floating_table"] is True
    sat.key("ESCAPE", "ESCAPE")
    sat.press("changed only")
    assert rules(sat) == ["floating_table"]
    assert sat.widget("fold Table and end").changed == 1  # type: ignore[attr-defined]
    sat.key("z")
    assert not rules(sat)


def test_rules_are_kept_as_a_set_and_played_by_in_another_sandbox() -> None:
    sat = opened()
    sat.sandbox.set_part("house", sideslip="even", **{"man.CO": True})
    sat.screen.context.look_anew()
    sat.look()
    sat.press("keep set")
    sat.type("Our club")
    sat.key("RETURN")
    (kept,) = club_sets(SYSTEMS["full-thrust"])
    assert kept.title == "Our club" and kept.path.parent == home() / FOLDER
    assert dict(kept.house) == {"sideslip": "even", "man.CO": True} and not club_sets(SYSTEMS["hexcess"])
    other = opened()
    other.press("club sets")
    other.press("set Our club")
    assert other.sandbox.start.state.house["sideslip"] == "even" and other.sandbox.start.state.house["man.CO"] is True
    assert other.sandbox.done == ["house rules of “Our club”"]


def test_a_broken_set_is_told_with_its_place_and_a_name_is_wanted() -> None:
    (folder := home() / FOLDER).mkdir(parents=True)
    (folder / "broken.yaml").write_text("version: 1\ntitle: [", encoding="utf-8")
    (folder / "other.yaml").write_text(
        "version: 1\ntitle: X\nsystem: full-thrust\nhouse: {nonsense: 3}\n", encoding="utf-8"
    )
    broken, other = club_sets(SYSTEMS["full-thrust"])
    assert "broken.yaml:3:1: " in broken.fault
    assert "other.yaml:4:9: house.nonsense: there is no house rule" in other.fault
    sat = opened()
    assert sat.widget("club sets").label == "0 saved, 2 broken"  # type: ignore[attr-defined]
    sat.press("club sets")
    assert sat.widget("set other.yaml").why_not == other.fault and not sat.widget("set other.yaml").enabled
    sat.press("keep set")
    sat.key("RETURN")
    assert "needs a name" in sat.screen.context.note
    assert [one.fault for one in club_sets(SYSTEMS["full-thrust"])] == [broken.fault, other.fault]


def test_every_rule_of_the_space_game_has_a_group() -> None:
    assert not [one.key for one in SYSTEMS["full-thrust"].house if one.group == OTHERS]


@pytest.mark.parametrize(
    ("game", "fold", "said"),
    [
        ("easyhex", "Movement", "Orders that cannot be flown: refused"),
        ("hexcess", "Edition", "Fleet Book"),
        ("full-thrust", "Edition", "Fleet Book"),
    ],
)
def test_a_group_of_one_rule_says_which_rule_it_is(game: str, fold: str, said: str) -> None:
    sat = New(game)
    sat.screen.context.open_tab(1)
    sat.look()
    assert sat.widget(f"fold {fold}").said == said  # type: ignore[attr-defined]
