"""Groups of fighters on the board: where they are drawn, round whom, and what is written by them."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from copy import copy
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pygame
import pytest
from pygame import Rect, Surface

from game.battle.designs import ROOT
from game.battle.loader import load_start
from game.board.boards import board_of
from game.core.display import Melee, Token
from game.players.match import Match
from game.ui.board.groups import marks
from game.ui.board.label_engine.pictures import Name, Placer, name_picture, name_size, pips_picture
from game.ui.board.layers import counters, ships
from game.ui.board.legend import samples
from game.ui.board.minimap import MiniMap
from game.ui.board.model.playback import AnimationFrame
from game.ui.board.model.scene import Scene
from game.ui.board.model.spreading import spread_counters
from game.ui.board.view import BoardView
from game.ui.render.hulls import hulls
from tests.support.ui.battle_driver import Seated
from tests.support.ui.group_battles import flying, moved

pytestmark = pytest.mark.usefixtures("still")
GREEN = (90, 220, 160)
MOMENT = AnimationFrame(0.0, {}, {}, (), (), frozenset())


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Seated:
    return flying(tmp_path_factory.mktemp("groups"))


def apart(found: Mapping[str, tuple[float, float]], far: float) -> bool:
    return all(math.dist(found[a], found[b]) >= far - 0.01 for a, b in combinations(found, 2))


@pytest.mark.parametrize("count", [1, 2, 4, 5, 9])
def test_counters_in_the_place_of_a_ship_stand_round_it_and_apart(count: int) -> None:
    spots = {f"{n}": (100.0, 80.0) for n in range(count)}
    found = spread_counters(spots, [((100.0, 80.0), 30.0)], [], 20.0)
    assert apart(found, 40.0)
    assert all(math.dist(place, (100.0, 80.0)) >= 50.0 for place in found.values())


@pytest.mark.parametrize("seed", range(8))
def test_in_a_crowd_no_counter_hides_a_ship_or_another_and_none_goes_far(seed: int) -> None:
    rng = random.Random(seed)

    def near() -> tuple[float, float]:
        return rng.uniform(200, 420), rng.uniform(200, 380)

    ships, spots = [(near(), 24.0) for _ in range(3)], {f"{n}": near() for n in range(12)}
    spots |= {"on a ship": ships[0][0], "with another": spots["0"]}
    found = spread_counters(spots, ships, [], 18.0)
    assert apart(found, 36.0)
    assert all(math.dist(place, at) >= 41.9 for place in found.values() for at, _ in ships)
    assert all(math.dist(found[key], spots[key]) < 220 for key in spots)
    alone = spread_counters({"a": (0.0, 0.0), "b": (40.0, 0.0)}, [], [], 18.0)
    assert alone == {"a": (0.0, 0.0), "b": (40.0, 0.0)}, "what hides nothing stays"


@pytest.mark.parametrize(
    "name", ["full_thrust/swarm_argument", "full_thrust/escort_screen", "hex12/over_the_rows", "easyhex/shearing_time"]
)
def test_in_no_phase_does_a_counter_hide_a_ship_or_another(name: str) -> None:
    opened = load_start(ROOT / "scenarios" / f"{name}.yaml", seed=2)
    match = Match(opened.battle, dict.fromkeys(opened.file.sides, "random"), name)
    board, seen = BoardView(Rect(0, 0, 684, 470)), 0
    board.camera.board = board_of(opened.battle.state.table)
    for _ in range(14):
        for _ in range(7):
            if opened.battle.state.outcome is None:
                match.step()
        scene = Scene.of(opened.battle.view(None))
        board.fit(scene, glide=False)
        camera, look = board.camera, board.look(scene)
        lying, r = counters.places(camera, scene), counters.radius(camera)
        seen += len(lying)
        aside = [(x - camera.xy(one.at)[0], y - camera.xy(one.at)[1]) for one, (x, y) in lying]
        camera.pan(7, 3)
        moved = [(x - camera.xy(one.at)[0], y - camera.xy(one.at)[1]) for one, (x, y) in counters.places(camera, scene)]
        assert moved == [pytest.approx(one) for one in aside], (
            "it stays where it is beside the ships as the table is dragged"
        )
        camera.pan(-7, -3)
        lying = counters.places(camera, scene)
        fighting = [set(one.keys) for one in scene.view.tokens if isinstance(one, Melee)]
        for (a, at), (b, other) in combinations(lying, 2):
            assert math.dist(at, other) > 1.9 * r or any({a.key, b.key} <= keys for keys in fighting), (a.name, b.name)
        for key, ship in scene.view.state.ships.items():
            hull = 0.8 * ships.reach_of(look[key].glyph, ships.grown(camera))
            for one, at in lying if ship.in_play else ():
                assert math.dist(at, camera.xy(ship.at)) > hull + 0.9 * r, (key, one.name)
    assert seen


@pytest.mark.parametrize("glyph", [name for name in hulls() if "-" in name])
@pytest.mark.parametrize("scale", [6.0, 20.0, 40.0])
def test_a_counter_where_a_ship_lies_hides_no_part_of_any_hull(shown: Seated, glyph: str, scale: float) -> None:
    scene, camera = shown.screen.scene, copy(shown.screen.board.camera)
    ship = scene.view.state.ships["rookery"]
    tokens = [replace(one, at=ship.at) for one in counters.tokens_of(scene)]
    view = copy(scene.view)
    view.__dict__["tokens"] = tuple(tokens)
    sheet = view.sheet
    view.sheet = lambda key, draft=None: replace(sheet(key, draft), glyph=glyph)
    camera.scale = scale
    lying = counters.places(camera, scene.but(view=view))
    reach = ships.reach_of(glyph, ships.grown(camera)) + counters.radius(camera)
    assert len(lying) > 4
    assert min(math.dist(at, camera.xy(ship.at)) for _, at in lying) >= reach - 0.1


def test_the_little_map_shows_groups(shown: Seated) -> None:
    scene, little = shown.screen.scene, MiniMap(Rect(0, 0, 200, 140))
    bare, full = Surface((200, 140)), Surface((200, 140))
    little.draw(full, scene, shown.screen.board.camera)
    without = copy(scene.view)
    without.__dict__["tokens"] = ()
    MiniMap(Rect(0, 0, 200, 140)).draw(bare, scene.but(view=without), shown.screen.board.camera)
    for token in counters.tokens_of(scene):
        x, y = little.camera(shown.screen.board.camera).xy(token.at)
        about = Rect(round(x) - 3, round(y) - 3, 7, 7)
        before, after = (pygame.image.tobytes(one.subsurface(about), "RGB") for one in (bare, full))
        assert before != after, token.key


@pytest.mark.parametrize("way", range(0, 360, 40))
def test_counters_round_a_ship_hide_no_other_ship_beside_it(way: int) -> None:
    other = 100.0 + 60 * math.cos(math.radians(way)), 80.0 + 60 * math.sin(math.radians(way))
    found = spread_counters({"a": (100.0, 80.0), "b": (100.0, 80.0)}, [((100.0, 80.0), 30.0), (other, 30.0)], [], 20.0)
    assert apart(found, 40.0) and all(math.dist(place, other) >= 50.0 for place in found.values())


@pytest.mark.parametrize("count", [2, 3, 5])
def test_counters_that_fight_touch_about_the_middle_of_them(count: int) -> None:
    spots = {f"{n}": (100.0 + n, 80.0 - 2 * n) for n in range(count)}
    found = spread_counters(spots, [], [tuple(spots)], 20.0)
    nearest = [min(math.dist(found[a], found[b]) for b in found if b != a) for a in found]
    assert nearest == pytest.approx([40.0] * count)
    middle = [sum(place[axis] for place in found.values()) / count for axis in (0, 1)]
    assert middle == pytest.approx([sum(place[axis] for place in spots.values()) / count for axis in (0, 1)])


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("way", range(0, 360, 60))
def test_counters_that_fight_where_a_ship_lies_touch_beside_it_and_hide_no_ship(count: int, way: int) -> None:
    at, other = (100.0, 80.0), (100.0 + 75 * math.cos(math.radians(way)), 80.0 + 75 * math.sin(math.radians(way)))
    spots = {f"{n}": at for n in range(count)}
    found = spread_counters(spots, [(at, 30.0), (other, 30.0)], [tuple(spots)], 20.0)
    assert apart(found, 40.0)
    assert all(math.dist(place, ship) >= 49.9 for place in found.values() for ship in (at, other))
    assert min(math.dist(place, at) for place in found.values()) < 52


@pytest.mark.parametrize("off", [0.0, 8.0, 15.0, 30.0, 45.0])
def test_counters_that_fight_near_a_ship_do_not_cover_it(off: float) -> None:
    """A ship that has moved into a dogfight lies between the discs, not in their place."""
    spots, ship = {"a": (100.0, 80.0), "b": (100.0, 80.0)}, (120.0 + off, 80.0)
    found = spread_counters(spots, [(ship, 30.0)], [tuple(spots)], 20.0)
    assert apart(found, 40.0) and all(math.dist(place, ship) >= 49.9 for place in found.values())


def test_counters_in_one_place_lie_side_by_side_and_all_others_where_they_are() -> None:
    found = spread_counters({"a": (10.0, 10.0), "b": (10.0, 10.0), "c": (99.0, 10.0)}, [((50.0, 50.0), 30.0)], [], 20.0)
    assert apart(found, 40.0) and found["c"] == (99.0, 10.0)


def test_a_group_that_screens_goes_round_its_ship_and_the_ship_has_a_ring(shown: Seated) -> None:
    camera, scene = shown.screen.board.camera, shown.screen.scene
    assert marks.screens(scene) == {"rookery", "bellows"}
    at = {one.key: place for one, place in counters.places(camera, scene)}
    ship = camera.xy(scene.view.state.ships["rookery"].at)
    assert math.dist(at["rookery.HGRd"], ship) > counters.radius(camera)
    drawn = []
    for tokens in (scene.view.tokens, ()):
        scene.view.__dict__["tokens"] = tokens
        sheet = Surface(shown.frame.get_size(), pygame.SRCALPHA)
        marks.draw_screens(sheet, camera, scene, shown.screen.board.look(scene))
        drawn.append(bool(sheet.get_bounding_rect().w))
        del scene.view.__dict__["tokens"]
    assert drawn == [True, False]


def test_groups_in_contact_are_framed_with_the_mean_kills_of_both(shown: Seated) -> None:
    camera, scene = shown.screen.board.camera, shown.screen.scene
    ((one, a, b),) = marks.fights(camera, scene)
    assert set(one.keys) == {"rookery.HGRb", "bellows.HGRa"}
    assert one.label == "dogfight, mean kills 3.1 : 2.9" or one.label == "dogfight, mean kills 2.9 : 3.1"
    assert math.dist(a, b) == pytest.approx(2 * counters.radius(camera))
    (frame,) = marks.frame_rects(camera, scene)
    assert frame.collidepoint(a) and frame.collidepoint(b)
    (chip,) = marks.fight_chips(Placer(camera.rect), camera, scene)
    assert chip and not chip.rect.colliderect(frame)
    assert not list(marks.fights(camera, scene.but(view=shown.battle.view("azure"), moment=MOMENT)))


def test_a_group_is_written_with_its_type_its_craft_and_its_endurance(shown: Seated) -> None:
    camera, scene = shown.screen.board.camera, shown.screen.scene
    names = {one.key: one.name for one in counters.counter_labels(camera, scene)}
    hurt = names["rookery.HGRb"]
    assert hurt and (hurt.second, hurt.pips, hurt.waiting) == ("standard, 4 of 6", (3, 6), False)
    asked = names["bellows.HGRb"]
    assert asked and (asked.second, asked.pips, asked.waiting) == ("heavy, 6", (6, 6), True)
    letters = {one.key: one.letter for one in scene.view.tokens if isinstance(one, Token)}
    assert "".join(letters[f"bellows.HGR{n}"] for n in "abcd") == "SHTI"


def test_craft_are_drawn_one_by_one_and_those_lost_hollow(shown: Seated) -> None:
    token = next(one for one in shown.screen.scene.view.tokens if isinstance(one, Token) and one.key == "bellows.HGRc")
    assert (token.count, token.lost) == (6, 3)
    assert counters.radius(shown.screen.board.camera) >= counters.CRAFTED


def test_spent_pips_differ_from_those_left_and_make_the_label_higher() -> None:
    full, half = (pygame.image.tobytes(pips_picture(left, 6, GREEN), "RGBA") for left in (6, 3))
    assert full != half
    name = Name("Daggers", "standard, 6", GREEN, pips=(3, 6))
    assert name_size(name)[1] > name_size(replace(name, pips=(0, 0)))[1] > name_size(name.bare)[1]
    assert name_picture(name, -1)[0].get_height() > name_picture(replace(name, pips=(0, 0)), -1)[0].get_height()


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_no_label_of_a_group_lies_over_a_disc_or_another_label(tmp_path: Path, size: tuple[int, int]) -> None:
    seat = flying(tmp_path, size)
    board, scene = seat.screen.board, seat.screen.scene
    words = [word.rect for word in board._plan.labels.words]
    assert all(a.collidelist([b for b in words if b is not a]) < 0 for a in words)
    r = counters.radius(board.camera)
    for _, (x, y) in counters.places(board.camera, scene):
        disc = Rect(0, 0, round(r), round(r))
        disc.center = round(x), round(y)
        assert disc.collidelist(words) < 0
    assert board.rect.contains(words[0].unionall(words[1:]))


def test_an_arrow_leads_from_each_group_to_the_ship_that_it_attacks(tmp_path: Path) -> None:
    seat = moved(flying(tmp_path), bellows_HGRc="fly 30,28", rookery_HGRa="fly 42,22")
    plain = {one.key: one.target for one in seat.screen.scene.view.tokens if isinstance(one, Token)}
    seat.battle.play(seat.battle.read(seat.battle.prompts()[0].waiting[0], "attack none"))
    seat.battle.play(seat.battle.read("rookery.HGRa", "attack cinder"))
    seat.screen.turn_flow.refresh()
    seat.settle()
    scene, camera = seat.screen.scene, seat.screen.board.camera
    aimed = {one.key: one.target for one in scene.view.tokens if isinstance(one, Token) and one.target}
    assert not any(plain.values()) and aimed == {"rookery.HGRa": "cinder"}
    sheet = Surface(seat.frame.get_size(), pygame.SRCALPHA)
    marks.draw_attacks(sheet, camera, scene, seat.screen.board.look(scene))
    drawn = sheet.get_bounding_rect()
    start = {one.key: at for one, at in counters.places(camera, scene)}["rookery.HGRa"]
    end = camera.xy(scene.view.state.ships["cinder"].at)
    assert drawn.inflate(60, 60).collidepoint(start) and drawn.inflate(60, 60).collidepoint(end)
    assert any(isinstance(one, Melee) for one in scene.view.tokens)


def test_the_key_beside_the_board_explains_the_marks_of_groups(shown: Seated) -> None:
    entries = samples(shown.screen.scene)
    assert [one.words for one in entries] == [
        "Flies or attacks so far",
        "Endurance left, spent",
        "Fighter lost",
        "Screens this ship",
        "Dogfight",
    ]
    for one in entries:
        sheet = Surface((44, 26), pygame.SRCALPHA)
        one.draw(sheet, sheet.get_rect())
        assert sheet.get_bounding_rect().w > 6
    assert not samples(shown.screen.scene.but(moment=MOMENT))


def test_counters_that_look_alike_share_a_picture() -> None:
    """However many lie on the table, few pictures are drawn: a drawn one takes a tenth of a millisecond in every
    frame."""
    one = Token("a.SMLa", "azure", (3.0, 4.0), "lozenge", letter="S", count=6, course=3)
    other = replace(one, key="b.SMLa", at=(9.0, 9.0))
    assert counters.token_picture(one, (9, 9, 9), 20.0, 90.0) is counters.token_picture(other, (9, 9, 9), 20.0, 90.0)
    lost = replace(one, lost=2)
    assert counters.token_picture(lost, (9, 9, 9), 20.0, 90.0) is not counters.token_picture(one, (9, 9, 9), 20.0, 90.0)
