"""The film as a page: all of it in one file, nothing fetched, nothing that a seat may not know, and small."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from game.battle.battle import Battle
from game.battle.loader import load_start, open_battle
from game.demonstrations.catalogue import find_demonstration
from game.demonstrations.demonstration import Demonstration
from game.demonstrations.reel import Reel
from game.players.match import Match
from game.rules.ships.ship import Ship
from game.ui.film.page import film_page
from game.ui.host.preferences import preferences
from game.ui.render.theme import theme
from tests.support.battles import SCENARIOS
from tests.support.narrowing import narrow

OF_GAMES = list({path.parent.name: path for path in reversed(SCENARIOS)}.values())


def fought(path: Path, turns: int | None = 3) -> Battle:
    battle = open_battle(path, seed=3).battle
    Match(battle, dict.fromkeys(battle.state.sides, "random"), 3).play(turns)
    return battle


def film_of(page: bytes) -> dict[str, Any]:
    """Return the values that a page plays."""
    inside = re.search(rb'<script id="film" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert inside
    return dict(json.loads(inside[1]))


def first_light() -> Battle:
    return fought(next(path for path in SCENARIOS if path.stem == "first_light"), None)


@pytest.mark.parametrize("path", OF_GAMES, ids=lambda path: path.parent.name)
def test_a_page_of_every_game_fetches_nothing(path: Path) -> None:
    battle = fought(path)
    page = film_page(Reel(battle, None))
    text = re.sub('(data:font/woff;base64),[^")]+', r"\1", page.decode())
    assert "http" not in text.lower() and "//" not in re.sub(r"(^|  )// .*$", "", text, flags=re.M)
    assert not re.search(r'(src|href)="(?!#)', text) and "@import" not in text
    assert (
        len(re.findall("data:font/woff;base64", text)) == 2 and text.count("<svg") >= 2 and "%" + "TITLE%" not in text
    )
    played = film_of(page)
    ships = [one for one in played["pieces"] if one[0] == "ship"]
    assert [name for _, name, *_ in ships] == [ship.name for ship in battle.state.ships.values()]
    assert any(step.get("moves") for step in played["steps"])
    symbols = set(re.findall(r'<g id="s(\d+)">', text))
    assert len(symbols) == len(played["reach"])


def test_places_and_losses_at_the_end_are_those_of_the_battle() -> None:
    battle = first_light()
    played = film_of(film_page(Reel(battle, None)))
    now: dict[str, Any] = {}
    for step in played["steps"]:
        now |= step.get("set", {})
    for key, ship in battle.state.ships.items():
        number = next(n for n, one in enumerate(played["pieces"]) if one[1] == ship.name)
        there = now[str(number)]
        if ship.in_play:
            assert there[4] == 1 and there[:2] == [round(ship.at[0], 1), round(-ship.at[1], 1)], key
        else:
            assert there[0] is None or there[4] == 0
    assert played["steps"][-1]["c"].endswith("wins.") or battle.state.outcome


def test_times_follow_each_other() -> None:
    played = film_of(film_page(Reel(first_light(), None)))
    at = 0
    for step in played["steps"]:
        assert step["at"] == at and 0 <= step["done"] <= step["for"]
        for *_, start, takes in step.get("moves", ()):
            assert start + takes <= step["done"]
        at += step["for"]
    assert at == played["long"]


def test_a_long_battle_of_large_fleets_stays_small() -> None:
    battle = fought(next(path for path in SCENARIOS if path.stem == "long_line"), 6)
    page = film_page(Reel(battle, None))
    assert len(page) < 1_500_000


def test_no_words_of_a_file_can_end_the_script() -> None:
    battle = first_light()
    ship = next(iter(battle.state.ships.values()))
    reel = Reel(battle, None)
    for step in reel.steps:
        narrow(step.view.state.ships[ship.id], Ship).name = "</script><b>&"
    page = film_page(reel)
    assert page.count(b"</script>") == 2
    assert any(one[1] == "</script><b>&" for one in film_of(page)["pieces"])


def test_a_seat_sees_its_own_film() -> None:
    battle = fought(next(path for path in SCENARIOS if path.stem == "first_light"), 2)
    side = next(iter(battle.state.sides))
    played = film_of(film_page(Reel(battle, side)))
    assert played["seen"] == battle.state.sides[side].name
    assert film_of(film_page(Reel(battle, None)))["seen"] == ""


def test_a_demonstration_is_filmed_with_its_captions() -> None:
    show = Demonstration(load_start(find_demonstration("threshold_check")))
    played = film_of(film_page(show))
    assert [step["c"] for step in played["steps"]][-len(show.steps) :] == [step.large for step in show.steps]


def test_what_the_player_has_chosen_for_the_window_stays() -> None:
    plain = film_page(Reel(first_light(), None))
    before = preferences.settings
    try:
        theme.scale = 2.0
        assert film_page(Reel(first_light(), None)) == plain
        assert theme.scale == 2.0
    finally:
        preferences.settings = before
        theme.scale = 1.0


# -- what lies about the ships -----------------------------------------------------------------------------------------


def shown(name: str) -> tuple[Demonstration, str, dict[str, Any]]:
    """Return a demonstration, its page, and what that plays."""
    show = Demonstration(load_start(find_demonstration(name)))
    page = film_page(show)
    return show, page.decode(), film_of(page)


def test_ropes_hold_grappled_ships_from_the_step_in_which_they_are_tied() -> None:
    _, _, played = shown("grapples")
    ropes = [step.get("ropes") for step in played["steps"]]
    tied = next(n for n, one in enumerate(ropes) if one)
    (pair,) = ropes[tied]
    assert {played["pieces"][n][1] for n in pair} == {"Halcyon", "Vaillance"} and tied == len(ropes) - 1


def test_ropes_that_are_cut_are_gone() -> None:
    _, _, played = shown("breaking_away")
    ropes = [step["ropes"] for step in played["steps"] if "ropes" in step]
    assert ropes and ropes[-1] == [] and any(ropes)


def test_ships_that_burn_have_smoke() -> None:
    _, page, played = shown("fire_aboard")
    assert played["burns"] and '<g id="smoke">' in page
    now: dict[str, Any] = {}
    for step in played["steps"]:
        now |= step.get("set", {})
    symbols = {one[3] for one in now.values() if isinstance(one, list) and one[0] is not None}
    assert symbols & set(played["burns"])
    assert '<g id="smoke">' not in shown("grapples")[1]


def test_a_ship_at_anchor_lies_to_its_cable() -> None:
    """The silhouette with an anchor is one that is seen, and no other has one."""
    _, page, played = shown("anchors")
    moored = {int(n) for n in re.findall(r'<g id="s(\d+)">(?:(?!<g id=).)*<g class="anchor"', page)}
    seen = set[int]()
    for step in played["steps"]:
        seen |= {one[3] for one in step.get("set", {}).values() if isinstance(one, list) and one[0] is not None}
    assert moored and moored <= seen and seen - moored, "at anchor in one step, under sail in another"
    assert 'class="anchor"' not in shown("grapples")[1]


def test_a_planet_beyond_an_edge_is_drawn_beyond_it() -> None:
    show, page, _ = shown("planet_beyond")
    board = show.steps[0].view.state.table.board
    disc = re.search(r'<circle cx="([-\d.]+)" cy="([-\d.]+)" r="([\d.]+)" fill="url\(#limb\)"', page)
    assert disc and board.planet == "top"
    _, south, _, high = board.extent
    _, y, radius = map(float, disc.groups())
    assert y + radius < -south - high, "its rim lies outside the board"
    assert "url(#limb)" not in shown("grapples")[1]


def test_clouds_on_hexes_are_a_haze_and_stones_lie_in_theirs() -> None:
    battle = fought(next(path for path in SCENARIOS if path.stem == "kessarine_drift"), 1)
    page = film_page(Reel(battle, None)).decode()
    kinds = [body.kind for body in battle.state.table.bodies]
    assert page.count('fill="url(#puff-dust)"') == 6 * kinds.count("dust") > 0
    assert page.count("url(#cloud") >= 1 and page.count('<g transform="translate(') >= kinds.count("asteroid")


def test_what_the_adviser_says_is_in_the_steps_that_ask() -> None:
    show, _, played = shown("a_perfect_enemy")
    maps = [step.get("map") for step in played["steps"]]
    asked = [step.say.advise for step in show.steps]
    assert [one is not None for one in maps] == [one is not None for one in asked] and any(maps)
    for drawn, question, step in zip(maps, asked, show.steps):
        if drawn is None or question is None:
            continue
        assert ("ends" in drawn, "likely" in drawn) == ("worth" in question.show, "ends" in question.show)
        assert len(drawn["ways"]) == 3 and step.asked is not None
        assert len(drawn.get("ends", [])) in (0, len(step.asked.ends("lancet")))
        assert [one[3] for one in drawn.get("ends", [])] == sorted(one[3] for one in drawn.get("ends", []))
        assert all(re.match(r"\d+ % ", one[4]) for one in drawn.get("likely", []))
