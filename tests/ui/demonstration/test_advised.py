"""A caption may ask the adviser: its map on the board, its best orders beside it, in films and on pages too."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest
from pygame import Surface

from game.battle.designs import ROOT
from game.battle.loader import load_start, open_battle
from game.cli import main
from game.demonstrations.catalogue import exhibits
from game.demonstrations.demonstration import Demonstration
from game.demonstrations.film_look import FilmLook
from game.export.pages import rule_page
from game.formats.battle_schema import CameraView
from game.seating import thinking
from game.ui.advice.columns import BestRow
from game.ui.board.advice.drawing import STEPS
from game.ui.demonstration.picture import scenes
from game.ui.demonstration.picture.advised import advice_of
from game.ui.demonstration.picture.preview import preview, still
from game.ui.demonstration.screen import DemonstrationScreen
from game.ui.film.moving_picture import Exposure, FilmCamera
from tests.support.battles import DUEL
from tests.support.narrowing import present

FOLDER = ROOT / "scenarios" / "demonstrations"
SHIPPED = [FOLDER / "full_thrust" / "a_perfect_enemy.yaml", FOLDER / "hexcess" / "who_moves_last_knows.yaml"]
SIZE = 1280, 800
ASKED = DUEL + "script:\n- say: Where to?\n  advise: "


def written(folder: Path, text: str) -> Path:
    path = folder / "battle.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def at_rest(screen: DemonstrationScreen) -> Surface:
    out = Surface(SIZE)
    for _ in range(500):
        screen.draw(out)
        screen.tick(0.05)
        if not screen.moving:
            break
    screen.draw(out)
    return out


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_map_lies_on_the_board_and_the_best_orders_stand_beside_it(path: Path) -> None:
    show = Demonstration(open_battle(path))
    assert not show.failures
    screen = DemonstrationScreen(show, playing=False)
    for step in show.steps:
        screen.player.jump(step.index)
        at_rest(screen)
        advice = screen.stage.picture()[0].asked.advice
        rows = [one for one in screen.focus.widgets if isinstance(one, BestRow)]
        assert (advice is not None) == (step.say.advise is not None) == bool(rows)
        if advice is not None and step.say.advise is not None:
            assert (advice.worth, advice.theirs) == tuple(name in step.say.advise.show for name in ("worth", "ends"))
            assert [one.order for one in rows] == [
                advice.order_words(advice.advice.ends.orders[n]) for n in advice.advice.best
            ]
            board = screen.board.camera.rect
            assert all(board.collidepoint(screen.board.camera.xy(one.at)) for one in advice.ways)
            assert advice.advice.value == pytest.approx(present(advice_of(step)).advice.value)


def test_no_frame_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    show = Demonstration(open_battle(SHIPPED[0]))
    screen = DemonstrationScreen(show, playing=False)
    ticks = count(0.0, 0.7 * thinking.SLICE)
    monkeypatch.setattr(thinking, "clock", lambda: next(ticks))  # there is time for one step of the work in a frame
    screen.player.jump(1)
    frames = [screen.tick(0.05) for _ in range(5000) if screen.stage.adviser.busy]
    assert 20 < len(frames) < 5000 and screen.stage.adviser.picture is not None
    screen.player.jump(0)
    assert not screen.stage.adviser.open and screen.stage.picture()[0].asked.advice is None


def test_pictures_films_and_pages_show_it() -> None:
    (entry,) = [one for one in exhibits() if one.name == SHIPPED[0].stem]
    show = Demonstration(open_battle(SHIPPED[0]))
    step = show.steps[1]
    plain = Demonstration(open_battle(SHIPPED[0])).steps[1]
    object.__setattr__(plain, "asked", None)
    object.__setattr__(plain, "camera", CameraView(at=(20, 15)))
    object.__setattr__(step, "camera", CameraView(at=(20, 15)))
    drawn, bare = (still(one, show.steps, (640, 400)) for one in (step, plain))
    assert drawn.get_buffer().raw != bare.get_buffer().raw
    shots = [FilmCamera(show, FilmLook((640, 430))).shoot(Exposure(n, -1, 1.0, 20)) for n in (0, 1)]
    assert shots[0].get_buffer().raw != shots[1].get_buffer().raw
    card = preview(show.steps, (320, 200))
    colours = {tuple(card.get_at((x, y))[:3]) for x in range(320) for y in range(200)}
    assert STEPS[0] in colours and STEPS[-1] in colours
    page = rule_page(show.rule, [(entry, show)], {})
    picture = present(advice_of(step))
    assert all(picture.order_words(picture.advice.ends.orders[n]) in page for n in picture.advice.best)


def test_the_camera_keeps_every_end_in_view() -> None:
    show = Demonstration(open_battle(SHIPPED[0]))
    places, _, _ = scenes.camera_view(show.steps[1], show.steps)
    assert {one.at for one in present(show.steps[1].asked).ends("lancet")} <= set(places)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("lancer", "there is no ship 'lancer'. Did you mean 'lancet'?"),
        ("{ship: lancet, against: vespa}", "there is no ship 'vespa'. Did you mean 'vesper'?"),
        ("{ship: lancet, against: lancet}", "'lancet' is no enemy of 'lancet'. It may be vesper."),
        ("{ship: lancet, turns: 4}", "turns"),
        ("[lancet]", "advise"),
    ],
)
def test_a_wrong_question_is_told_with_its_line(
    asked: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, f"{ASKED}{asked}\n")
    line = len(path.read_text(encoding="utf-8").splitlines())
    assert main.main(["check", str(path)]) != 0
    found = capsys.readouterr()
    assert said in found.out + found.err and f"battle.yaml:{line}" in found.out + found.err


def test_phases_pass_until_the_ship_is_asked_where_it_goes(tmp_path: Path) -> None:
    text = (
        DUEL
        + "script:\n- {by: lancet, order: '+2'}\n- expect: {lancet: {velocity: 8}}\n- say: Now?\n  advise: lancet\n"
    )
    show = Demonstration(load_start(written(tmp_path, text)))
    assert not show.failures
    view = present(show.steps[-1].asked)
    assert view.state.turn == 2 and view.side == "azure" and len(view.ends("lancet")) > 1


def test_a_ship_without_a_choice_fails_the_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dead = DUEL.replace("course: 9, velocity: 6", "course: 9, velocity: 6, drive_hits: 2")
    path = written(tmp_path, dead + "script:\n- say: Where to?\n  advise: vesper\n")
    assert main.main(["check", str(path)]) != 0
    assert "advise: vesper has no choice of where to end" in capsys.readouterr().out
