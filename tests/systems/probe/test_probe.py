"""A game that the program does not know is loaded, checked, played, saved, drawn, edited, shown and priced like any
other."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from pygame import Rect, Surface, surfarray

from game.battle.designs import designs_of
from game.battle.loader import load_start, new_save, open_battle, resume
from game.cli import main
from game.core.display import Odds, Pose
from game.core.events import Die, Event
from game.core.orders import Id
from game.core.stakes import Worth
from game.core.values import frozen
from game.demonstrations.demonstration import Demonstration
from game.demonstrations.reel import Reel
from game.fleets.balance import Balance
from game.formats.validation import BadFile
from game.players.match import Match
from game.sandbox.sandbox import Sandbox
from game.sandbox.start_editor import blank, open_start
from game.sandbox.storage import open_sandbox, save
from game.systems import SYSTEMS
from game.ui import games
from game.ui.app.program import Program
from game.ui.board.layers.ships import second_line
from game.ui.board.legend import samples
from game.ui.board.model.effects import ShownEffects, effects_of
from game.ui.board.model.overlay_painter import own_pinned, own_ring, own_taken
from game.ui.board.model.playback import AnimationFrame
from game.ui.demonstration.screen import DemonstrationScreen
from game.ui.film.page import film_page
from game.ui.menu.screen import Menu
from game.ui.render.hulls import hull_of, hulls
from game.ui.rulebook import contents
from game.ui.rulebook.page import RulePage
from game.ui.ship_sheet.painters import SheetLook, paint
from game.ui.ship_sheet.sheet import SheetHead
from game.ui.shipyard.page import Shipyard
from game.ui.toolkit.column import Column
from game.ui.toolkit.value_fields import Segments
from tests.support.narrowing import narrow, present
from tests.support.ui.battle_driver import Seated
from tests.support.ui.sandbox_driver import Sat
from tests.support.ui.screen_driver import Sitting
from tests.systems.probe.files import SailDesign
from tests.systems.probe.screens.probe import FLAG, LEE, PAINT, PLATE, ROSE, WAKE, WATER, WEED
from tests.systems.probe.ship import SailShip, SailState
from tests.systems.probe.system import SAIL, Broadside, Helm

HERE = Path(__file__).parent
WIND, SHOW = HERE / "first_wind.yaml", HERE / "broadside.yaml"
SIZES = pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)], ids=str)


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch, still: None) -> None:
    """The game is named where all games are, and its screen stands with theirs."""
    monkeypatch.setitem(SYSTEMS, SAIL.key, SAIL)
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(HERE / "screens")])
    monkeypatch.setattr(games, "screen_named", cache(games.screen_named.__wrapped__))


# -- files -------------------------------------------------------------------------------------------------------------


def test_it_is_loaded_with_all_that_its_ships_have() -> None:
    opened = load_start(WIND)
    ships = opened.battle.state.ships
    assert (ships["petrel"].hull, ships["skua"].sails, ships["grampus"].crew, ships["grampus"].masts) == (
        8,
        "full",
        6,
        9,
    )
    assert opened.battle.state.table.bodies[0].name == "Gull Rock" and opened.battle.state.house["wind"] == 3
    assert designs_of(SAIL).keys() == {"petrel", "grampus"}


def test_a_bad_file_has_all_its_errors_told_at_once(tmp_path: Path) -> None:
    text = WIND.read_text(encoding="utf-8")
    path = tmp_path / "bad.yaml"
    path.write_text(
        text.replace("sails: full", "sails: bare")
        .replace("masts: 9", "masts: 99")
        .replace("kind: island", "kind: reef")
        .replace("at: [20, 20]", "at: [120, 20]")
        .replace("crew: 6", "crew: 6, armour: 3"),
        encoding="utf-8",
    )
    with pytest.raises(BadFile) as caught:
        load_start(path)
    assert {one.path for one in caught.value.problems} == {
        "table.terrain.1.kind",
        "ships.petrel.at",
        "ships.skua.sails",
        "ships.grampus.masts",
        "ships.grampus.armour",
    }
    path.write_text(text.replace("crew: 6", "hull: 40"), encoding="utf-8")
    with pytest.raises(BadFile, match="Grampus has 12 boxes of hull"):
        load_start(path)


@frozen
class WeighedBroadside(Broadside):
    """A broadside that says what it does on average."""

    def judged_in(self, state: SailState, poses: Mapping[Id, Pose]) -> SailState:
        """With ships where they would be."""
        ships = {key: replace(ship, at=poses[key].at) if key in poses else ship for key, ship in state.ships.items()}
        return replace(state, ships=ships)

    def odds(self, state: SailState, poses: Mapping[Id, Pose]) -> tuple[Odds, ...]:
        """Return a third of its guns hit."""
        return (Odds(self.target, (), state.ships[self.by].design.guns / 3),)


def test_its_means_are_asked_of_its_own_volley_place_by_place() -> None:
    state = load_start(WIND).battle.state
    guns = state.ships["petrel"].design.guns
    places = np.array([[20.0, 10.0, 90.0, 4.0], [20.0, 23.0, 90.0, 4.0]]), np.array([[20.0, 21.0, 0.0, 4.0]])
    for game, mean in (
        (SAIL, 0.0),
        (replace(SAIL, volley=lambda _, by, target, __: WeighedBroadside(by, target)), guns / 3),
    ):
        hull, armour = game.mean_table(state, "petrel", "grampus").means(*places)
        assert hull.tolist() == [[mean], [mean]] and not armour.any()
        assert game.mean_table(state, "petrel", "grampus").means(places[0], places[1] + 9.0)[0][0, 0] == 0.0
    ends = SAIL.ends_array(state, Helm("petrel"))
    assert ends.tolist() == [
        [*end.at, 30.0 * (end.facing % 12), end.velocity] for end in Helm("petrel").destinations(state)
    ]


def test_what_its_ships_are_worth_is_read_from_their_sheets() -> None:
    state = load_start(WIND).battle.state
    ship = state.ships["petrel"]
    stakes = SAIL.stakes(state, "azure")
    assert SAIL.worth(state, "petrel") == Worth(ship.design.points, 8, 8)
    assert (stakes.kind, stakes.turns_left, stakes.lead) == ("last-side", 8, 0)
    ship.hull = 3
    assert SAIL.worth(state, "petrel") == Worth(ship.design.points, 3, 8)
    ship.hull = 0
    assert SAIL.stakes(state, "azure").lead == -ship.design.points == -SAIL.stakes(state, "amber").lead


def test_its_schema_is_its_own(tmp_path: Path) -> None:
    assert main.main(["schema", str(tmp_path)]) == 0
    text = (tmp_path / "probe-sail.battle.schema.json").read_text(encoding="utf-8")
    assert "anchored" in text and "armour" not in text
    assert "masts" in (tmp_path / "probe-sail.design.schema.json").read_text(encoding="utf-8")


def test_the_command_line_checks_plays_verifies_and_prices_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "played.yaml"
    assert main.main(["check", str(WIND), str(SHOW)]) == 0
    assert (
        main.main(["battle", str(WIND), "--players", "random", "--seed", "5", "--turns", "4", "--save", str(path)]) == 0
    )
    assert main.main(["replay", str(path), "--verify"]) == 0
    assert "the recorded faces and the seed give the same battle" in capsys.readouterr().out
    assert main.main(["cost", str(HERE / "designs" / "amber" / "grampus.yaml"), "petrel"]) == 0
    assert "Grampus, frigate: 66 points" in capsys.readouterr().out


@pytest.mark.parametrize("seed", range(12))
def test_the_random_player_fights_it_out_and_the_save_is_taken_up_again(seed: int, tmp_path: Path) -> None:
    opened = open_battle(WIND, seed=seed)
    recorder = new_save(opened, path=tmp_path / "save.yaml")
    Match(opened.battle, dict.fromkeys(opened.file.sides, "random"), seed).play()
    recorder.close()
    assert opened.battle.state.outcome is not None and opened.battle.verify() == []
    again, journal = resume(tmp_path / "save.yaml")
    journal.close()
    assert again.battle.log == opened.battle.log


# -- on the screen -----------------------------------------------------------------------------------------------------


@SIZES
def test_a_turn_is_played_on_the_screen(size: tuple[int, int], tmp_path: Path) -> None:
    seat = Seated(tmp_path, WIND.read_text(encoding="utf-8"), size)
    seat.settle()
    seat.screen.commands.click("petrel")
    seat.look()
    assert {"turn -1", "turn +1", "sails full", "system GUNS", "ship grampus"} <= set(seat.names())
    seat.press("turn +1")
    seat.press("sails full")
    seat.settle()
    assert str(seat.screen.model.order) == "helm +1 full"
    assert seat.screen.model.view.state.sealed.keys() <= {"petrel"}


@SIZES
def test_what_it_alone_has_is_painted_by_its_own_screen(size: tuple[int, int], tmp_path: Path) -> None:
    seat = Seated(tmp_path, WIND.read_text(encoding="utf-8"), size)
    seat.settle()
    seat.screen.commands.click("petrel")
    seat.settle()
    assert "4 of Petrel" in {one.hint for one in seat.screen.focus.widgets}, "a part of its sheet"
    assert (surfarray.array3d(seat.look()) == ROSE).all(axis=2).any(), "what lies over the board"
    yard = Sitting(Shipyard({SAIL.key: SAIL}), size)
    yard.settle()
    assert any(one.hint.endswith(("of Petrel", "of Grampus")) for one in yard.screen.focus.widgets), "in the yard too"


@SIZES
def test_what_it_lays_over_the_board_has_its_layers_its_words_and_its_key(
    size: tuple[int, int], tmp_path: Path
) -> None:
    seat = Seated(tmp_path, WIND.read_text(encoding="utf-8"), size)
    seat.screen.commands.click("petrel")
    seat.settle()
    seen = surfarray.array3d(seat.look())
    assert all((seen == colour).all(axis=2).any() for colour in (ROSE, WATER, WEED, LEE))
    scene, camera = seat.screen.scene, seat.screen.board.camera
    (corner,) = own_pinned(camera, scene)
    assert corner in own_taken(camera, scene) and corner.size == PLATE.size and own_ring(camera, scene) == 60.0
    assert "By the lee" in [one.words for one in samples(scene)]
    seat.key("a")
    seen = surfarray.array3d(seat.look())
    assert not (seen == ROSE).all(axis=2).any() and (seen == WATER).all(axis=2).any(), (
        "the tool hides what belongs to it alone"
    )
    assert own_ring(camera, seat.screen.scene) == 0.0


@pytest.fixture
def hull(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Yield a silhouette whose entry in the files names the game."""
    monkeypatch.setitem(hulls(), "sailing-ship", replace(hull_of("box-freighter"), game="probe"))
    hull_of.cache_clear()
    yield
    hull_of.cache_clear()


def test_its_hulls_are_painted_by_its_own_screen(hull: None, tmp_path: Path) -> None:
    text = WIND.read_text(encoding="utf-8").replace("velocity: 1,", "velocity: 0, anchored: true,")
    seat = Seated(tmp_path, text, (1280, 800))
    seat.settle()
    scene, seen = seat.screen.scene, surfarray.array3d(seat.look())
    # pictures are premultiplied
    close = (abs(seen.astype(int) - colour).max(axis=2) < 4 for colour in (PAINT, WAKE, FLAG))
    assert all(one.any() for one in close)
    look = seat.screen.board.look(scene)
    assert [second_line(scene, key, look[key]) == "in the roads" for key in ("grampus", "skua")] == [True, False]
    assert hull_of("sailing-ship").reach == 40.0, "its pennant is part of it"
    broken = Event("damage_check", "", "", whom="skua", dice=(Die(6),), mounts=("pennant",), broken=("pennant",))
    effect = ShownEffects(effects_of([broken], scene.view), 0.5)
    moment = AnimationFrame(0.0, {}, {}, (), (), frozenset(), effects=effect)
    falling = Surface((1280, 800))
    seat.screen.board.draw(falling, scene.but(moment=moment), 0.0)
    flags = [(abs(one.astype(int) - FLAG).max(axis=2) < 4).sum() for one in (seen, surfarray.array3d(falling))]
    assert flags[1] > flags[0], "the pennant comes down"
    page = film_page(Reel(open_battle(WIND, seed=3).battle, None)).decode()
    assert page.index("<!--wake-->") < page.index("<!--pennant-->")


@frozen
class ChosenBroadside(Broadside):
    """A broadside that is chosen among a few."""

    input_mode: ClassVar[str] = "choose"


def test_what_is_chosen_stands_beside_the_board_and_both_sheets_under_one_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fire = replace(
        SAIL.phases[1], accepts=(ChosenBroadside,), idle=lambda state, prompt: ChosenBroadside(prompt.waiting[0])
    )
    monkeypatch.setitem(SYSTEMS, SAIL.key, replace(SAIL, phases=(SAIL.phases[0], fire)))
    text = WIND.read_text(encoding="utf-8").replace("at: [52, 24]", "at: [30, 21]")
    seat = Seated(tmp_path, text, (1280, 800))
    seat.enter_until("Broadsides", "skua")
    seat.settle()
    assert not seat.screen.layout.beside.w
    seat.press("target Grampus")
    seat.settle()
    layout, widgets = seat.screen.layout, seat.screen.focus.widgets
    (line,) = [one for one in widgets if one.hint == "chases grampus"]
    assert layout.beside.contains(line.rect) and not layout.beside.colliderect(layout.board)
    assert [one.sheet.title for one in widgets if isinstance(one, SheetHead)] == ["Skua", "Grampus"]


def test_its_film_has_what_it_alone_shows() -> None:
    battle = open_battle(WIND, seed=3).battle
    Match(battle, dict.fromkeys(battle.state.sides, "random"), 3).play(2)
    found = re.search(
        rb'<script id="film" type="application/json">(.*?)</script>', film_page(Reel(battle, None)), re.DOTALL
    )
    assert found
    tides = [step["tide"] for step in json.loads(found[1])["steps"] if "tide" in step]
    assert tides[:2] == [["Tide 1"], ["Tide 2"]] and len(tides) < 4, "written once a turn"


def test_a_part_that_nobody_paints_has_its_title(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "screen_named", lambda game: None)
    column, found = Column(Rect(0, 0, 400, 400)), load_start(WIND).battle.view(None).sheet("petrel")
    paint(column, SheetLook(found, 0, "", print), "after")
    assert [getattr(one, "label", "") for one in column.widgets] == ["Watch below"]


@SIZES
def test_its_demonstration_is_shown(size: tuple[int, int]) -> None:
    show = Demonstration(load_start(SHOW))
    assert not show.failures
    assert [step.say.say.split()[0] for step in show.steps] == ["The", "Within", "Three"]
    sitting = Sitting(DemonstrationScreen(show), size)
    for _ in show.steps:
        sitting.settle()
        sitting.key("RIGHT")


@SIZES
def test_the_menu_opens_the_rule_book_for_a_game_without_house_rules(size: tuple[int, int]) -> None:
    assert not SAIL.pages
    menu = Sitting(Menu(Program({SAIL.key: SAIL})), size)
    menu.key("r")
    contents.shared_groups.cache_clear()
    book = Sitting(narrow(menu.pushed, RulePage), size)
    book.screen._search("wind")
    book.settle()
    assert any(isinstance(one, contents.SearchHit) for one in book.screen.focus.widgets)


def test_its_fleets_are_compared_without_a_table_of_means() -> None:
    grampus, armed = (
        narrow(designs_of(SAIL)["grampus"], SailDesign),
        replace(SAIL, volley=lambda _, by, target, __: WeighedBroadside(by, target)),
    )
    assert Balance(SAIL).volleys(grampus) == (0.0, 0.0, 0.0)
    assert Balance(armed).volleys(grampus) == (grampus.guns / 3, 0.0, 0.0), "it fires to 12 MU"


@SIZES
def test_the_shipyard_prices_it(size: tuple[int, int]) -> None:
    yard = Shipyard({SAIL.key: SAIL})
    sitting = Sitting(yard, size)
    sitting.settle()
    assert {"design azure/petrel", "design amber/grampus"} <= set(sitting.names())
    assert yard.chosen is not None and yard.chosen.points in (66, 41)


# -- the sandbox -------------------------------------------------------------------------------------------------------


def edited(box: Sandbox, key: str) -> dict[str, Any]:
    fields = box.files.ship_fields(box.start.state, key, box.opened.file.ships[key], box.opened.designs)
    return {field.name: field for field in fields}


def started(box: Sandbox, key: str) -> SailShip:
    return narrow(box.start.state.ships[key], SailShip)


def after(box: Sandbox, letter: str, key: str) -> SailShip:
    """Return a ship after the movement of turn 2 of a plan."""
    return narrow(present(box.course(letter, 2).view(2)).state.ships[key], SailShip)


def test_every_value_of_a_ship_is_set_in_the_sandbox(tmp_path: Path) -> None:
    box = open_sandbox(WIND)
    assert edited(box, "petrel").keys() == {
        "velocity",
        "course",
        "facing",
        "at",
        "hull",
        "masts",
        "crew",
        "sails",
        "anchored",
    }
    for name, value in (
        ("velocity", 6),
        ("course", 5),
        ("facing", 6),
        ("masts", 2),
        ("crew", 1),
        ("sails", 2),
        ("anchored", 1),
    ):
        box.set_fields("petrel", **edited(box, "petrel")[name].writes(value))
    ship = started(box, "petrel")
    assert (ship.velocity, ship.course, ship.facing, ship.masts, ship.crew, ship.sails, ship.anchored) == (
        6,
        5,
        6,
        2,
        1,
        "full",
        True,
    )
    again = open_sandbox(save(box, tmp_path / "box.yaml"))
    assert replace(started(again, "petrel"), design=ship.design) == ship


def test_it_is_placed_branched_and_its_dice_are_set() -> None:
    box = Sandbox(open_start(blank(SAIL)))
    key = box.place("grampus", "azure", (30, 20), 3)
    box.add_body("island", (10, 10))
    enemy = next(ship.id for ship in box.start.state.ships.values() if ship.side == "amber")
    box.move(enemy, (36, 20))
    assert box.start.state.ships[key].at == (30, 20) and len(box.start.state.table.bodies) == 1
    box.give(key, "helm +1 full")
    box.begin_branch()
    box.give(key, "helm -1 furled")
    box.give(key, f"fire {enemy}")
    ends = [after(box, letter, key) for letter in ("A", "B")]
    assert ends[0].at != ends[1].at and (ends[0].sails, ends[1].sails) == ("full", "furled")
    (throw,) = [one for one in box.course("B").throws() if one.turn == 1]
    for die in range(len(throw.faces)):
        box.force(throw.label, die, 6)
    hull = started(box, enemy).hull
    assert after(box, "B", enemy).hull == hull - len(throw.faces)


def test_how_it_stands_in_a_later_turn_is_a_new_start() -> None:
    box = open_sandbox(WIND)
    box.give("skua", "helm +1 fighting")
    assert box.begin_here(3) == []
    ship = started(box, "skua")
    assert (ship.sails, ship.course, box.first) == ("fighting", 4, 3)


@SIZES
def test_the_sandbox_draws_and_sets_its_fields(size: tuple[int, int], tmp_path: Path) -> None:
    sat = Sat(tmp_path, WIND.read_text(encoding="utf-8"), size)
    sat.screen.context.choose("petrel")
    sat.settle()
    assert {"velocity", "course", "facing", "crew", "sails", "anchored"} <= set(sat.names()), (
        "hull and masts are boxes to press"
    )
    sat.widget("sails", Segments).choose(2)
    sat.settle()
    assert started(sat.sandbox, "petrel").sails == "full"
    sat.screen.context.choose("")
    sat.settle()
    assert {"wind", "turns"} <= set(sat.names())
