"""Several groups picked by a box and planned by one drag; plans are kept until their turn comes."""

from __future__ import annotations

from itertools import combinations
from math import dist
from pathlib import Path

import pytest

from game.core.orders import Id
from game.ui.board.groups import marks
from game.ui.board.label_engine.pictures import Placer, chip_size
from game.ui.board.layers.counters import ghost_places, ground_of, radius
from game.ui.board.plotting.card import flown_words
from game.ui.render.shapes import square
from tests.support.ui.battle_driver import Seated
from tests.support.ui.group_battles import GROUPS, boxed, flying, moved

pytestmark = pytest.mark.usefixtures("still")
PAIR = (26, 38), (39, 27.5)  # about Bellows' groups a and c


def plans(seat: Seated) -> dict[Id, str]:
    return {key: str(order) for key, order in seat.screen.model.drafts.items()}


def picked(seat: Seated) -> set[Id]:
    return set(seat.screen.board_input.group.keys)


def dragged(seat: Seated, key: Id, to: tuple[float, float]) -> None:
    seat.lift(key, to)
    seat.drop(to)
    seat.settle()


def stayed(seat: Seated) -> None:
    """The group of the seat that is asked stays where it is: the button asks once more."""
    seat.press("main")
    seat.press("main")
    seat.settle()


def test_a_box_picks_the_own_groups_in_it_that_have_not_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = flying(tmp_path)
    boxed(seat, *PAIR, monkeypatch)
    assert picked(seat) == {"bellows.HGRa", "bellows.HGRc"}
    assert (
        seat.screen.model.chosen in picked(seat) and seat.screen.scene.over.picked == seat.screen.board_input.group.keys
    )
    centre = seat.screen.board.camera.centre
    seat.click(seat.xy((20, 8)))
    assert not picked(seat) and seat.screen.board.camera.centre == centre, "no table is dragged by a box"


def test_one_drag_plans_for_all_that_are_picked_as_far_as_each_may_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = flying(tmp_path)
    boxed(seat, *PAIR, monkeypatch)
    dragged(seat, "bellows.HGRc", (32, 40))
    assert plans(seat)["bellows.HGRc"] == "fly 32,40"
    assert plans(seat)["bellows.HGRa"].startswith("fly 38.8,36.")
    assert set(seat.screen.scene.ghosts) >= picked(seat)
    dragged(seat, "bellows.HGRb", (34, 12))
    assert not picked(seat), "another group in hand lays the others down"
    assert set(plans(seat)) == {"bellows.HGRa", "bellows.HGRb", "bellows.HGRc"}


def test_a_drag_that_is_broken_off_leaves_every_plan_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = flying(tmp_path)
    boxed(seat, *PAIR, monkeypatch)
    seat.lift("bellows.HGRc", (32, 40))
    assert set(plans(seat)) == {"bellows.HGRa", "bellows.HGRc"}
    seat.key("ESCAPE")
    assert not plans(seat)


def test_a_plan_waits_for_its_turn_and_no_other_seat_sees_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = flying(tmp_path)
    boxed(seat, *PAIR, monkeypatch)
    dragged(seat, "bellows.HGRc", (32, 40))
    kept = plans(seat)["bellows.HGRa"]
    seat.key("RETURN")
    seat.settle()
    assert seat.orders[-1] == "bellows.HGRc: fly 32,40" and seat.screen.model.side == "azure"
    assert not plans(seat) and not any(key.startswith("bellows") for key in seat.screen.scene.ghosts if "." in key)
    stayed(seat)
    assert seat.screen.model.side == "amber"
    assert plans(seat) == {"bellows.HGRa": kept}
    assert "bellows.HGRa" in seat.screen.scene.ghosts


def test_a_plan_that_cannot_be_flown_any_more_is_refused_with_the_reason_and_may_be_changed(tmp_path: Path) -> None:
    seat = flying(tmp_path)
    model = seat.screen.model
    model.choose("bellows.HGRa")
    model.set_draft(seat.battle.read("bellows.HGRa", "fly 1,1"))
    model.choose("bellows.HGRb")
    model.set_draft(seat.battle.read("bellows.HGRb", "fly 32,16"))
    seat.screen.context.weigh()
    seat.look()
    seat.key("RETURN")
    seat.settle()
    stayed(seat)
    seat.press("ship bellows.HGRa")
    assert plans(seat) == {"bellows.HGRa": "fly 1,1"}
    assert "at most" in seat.screen.turn_flow.main.why_not
    dragged(seat, "bellows.HGRa", (40, 34))
    assert not seat.screen.turn_flow.main.why_not


def test_the_plan_of_each_group_is_named_at_its_ghost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = flying(tmp_path)
    boxed(seat, *PAIR, monkeypatch)
    dragged(seat, "bellows.HGRc", (32, 40))
    camera = seat.screen.board.camera
    chips = marks.plan_chips(Placer(camera.rect), camera, seat.screen.scene)
    assert [chip.rect.size for chip in chips if chip] == [chip_size("Falchion planned   6.3 MU", 14)]


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_how_far_a_group_flies_stands_on_a_chip_that_covers_no_piece(tmp_path: Path, size: tuple[int, int]) -> None:
    seat = flying(tmp_path, size)
    for at in ((24.0, 22.0), (44.0, 40.0), (51.0, 21.0)):
        seat.lift("bellows.HGRb", at)
        scene, board = seat.screen.scene, seat.screen.board
        piece = scene.view.state.known_piece("bellows.HGRb")
        assert flown_words(scene, piece, 10.0) == "Maul   10.0 of 24 MU"
        assert board._plan.card
        chip = board._plan.card[1]
        assert (
            board.rect.contains(chip)
            and chip.collidelist([*ground_of(board.camera, scene).values(), *scene.over.reserved]) < 0
        )
        seat.key("ESCAPE")


def test_the_button_says_in_few_words_what_the_defence_in_hand_does(tmp_path: Path) -> None:
    seat = moved(flying(tmp_path), bellows_HGRc="fly 30,28", rookery_HGRa="fly 42,22")
    while seat.battle.phase.number == 6:
        key = seat.battle.prompts()[0].waiting[0]
        text = {"rookery.HGRa": "attack cinder"}.get(key, "attack none")
        seat.battle.play(seat.battle.read(key, text))
    seat.screen.sit("amber")
    seat.screen.turn_flow.refresh()
    seat.settle()
    seat.key("v")
    main = seat.screen.turn_flow.main
    assert main.label == "Defend Cinder" and main.brief == "Harrier loses craft 83 %"


@pytest.mark.parametrize(("to", "screens"), [((32.0, 40.0), ""), ((48.0, 26.0), "bellows")])
def test_ghosts_that_share_a_place_lie_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, to: tuple[float, float], screens: str
) -> None:
    """Groups that have just been launched begin in one place, and one drag takes all of them to another; or round a
    ship."""
    seat = flying(tmp_path, text=GROUPS.replace("[36.8, 30.2]", "[30, 34]"))
    boxed(seat, *PAIR, monkeypatch)
    assert picked(seat) == {"bellows.HGRa", "bellows.HGRc"}
    dragged(seat, "bellows.HGRa", to)
    for key in picked(seat) if screens else ():
        seat.screen.model.set_draft(seat.battle.read(key, f"screen {screens}"))
    seat.screen.context.change()
    seat.settle()
    camera, scene = seat.screen.board.camera, seat.screen.scene
    found = ghost_places(camera, scene)
    assert {one.key for one, _, _ in found} == picked(seat) and len({pose.at for _, pose, _ in found}) == 1
    assert all(dist(a, b) >= 2 * radius(camera) for (_, _, a), (_, _, b) in combinations(found, 2))


def test_names_keep_off_the_ghost_of_a_group_that_has_been_put_down(tmp_path: Path) -> None:
    seat = flying(tmp_path)
    for to in ((33.0, 36.0), None):
        name = next(word.rect for word in seat.screen.board._plan.labels.words if word.key == "bellows.HGRc")
        dragged(seat, "bellows.HGRc", to or seat.screen.board.camera.mu(name.center))
    (ghost,) = [
        at for one, _, at in ghost_places(seat.screen.board.camera, seat.screen.scene) if one.key == "bellows.HGRc"
    ]
    side = 1.6 * radius(seat.screen.board.camera)
    assert square(ghost, side / 2).collidelist(seat.screen.board._plan.labels.rects) < 0
