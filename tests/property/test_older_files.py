"""Files of an earlier version open, replay, resume and play on as they did, and together hold all that a file can
hold."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from pydantic import BaseModel

from game.battle.battle import fingerprint
from game.battle.designs import library
from game.battle.loader import Opened, load_start, open_battle, resume
from game.cli.commands import faults
from game.core.orders import Order
from game.core.system import PLANS
from game.demonstrations.catalogue import own_folder, shelf
from game.demonstrations.demonstration import Demonstration
from game.formats.battle_schema import Advise, BranchEntry, Deed, EndZone, LessonStep, Say, Undo, WrongDeed
from game.formats.user_folders import HOME as WHERE
from game.formats.user_folders import (
    Settings,
    own_scenarios,
    read_settings,
    recent,
    saves_folder,
    settings_file,
    write_settings,
)
from game.formats.validation import document
from game.players.match import Match
from game.rules.defence_level.assist import Assist
from game.rules.defence_level.commit import Commit
from game.rules.defence_level.lend import Lend
from game.rules.defence_level.spread_losses import SpreadLosses
from game.rules.fighters.assign_attack import AssignAttack
from game.rules.fighters.move_fighters import MoveFighters
from game.rules.movement.vector_plot import VectorPlot
from game.rules.ordnance.fly_missile import FlyMissile
from game.rules.ordnance.place_markers import PlaceMarkers
from game.rules.point_defence.defend import Defend
from game.rules.scenario.battle_file import FleetEntry, OrdnanceEntry, StarshipEntry, ThrustBattleFile
from game.rules.sensors.scan import Scan
from game.rules.shipyard.design_schema import KINDS, DesignFile
from game.rules.shipyard.price_tables import MODES, PAIRS
from game.rules.special.boarding import SendBoarders
from game.rules.turn.plans import WrittenPlan
from game.sandbox.storage import open_sandbox, save, write_scenario
from game.systems import SYSTEMS
from game.systems.full_thrust.system import FULL_THRUST
from game.systems.hex12.system import HEX12
from game.systems.hexcess.system import HEXCESS
from game.ui.keys.bindings import Keys
from tests.support.files.older import (
    BOXES,
    BUILT,
    FOLDER,
    HOME,
    SAVED,
    SCENES,
    SHOWN,
    SUMS,
    Part,
    built_text,
    expected,
    held_by,
    opened_at,
    parts_of,
    plans_text,
    rules_of_then,
    shown_text,
    state_text,
    sums,
)
from tests.support.random_moments import kinds

BATTLES = [*SAVED, *SCENES, *SHOWN, *BOXES]
# what the folder does not hold, and why: what came after version 0.1, and what a game does not have
OLDER = {key: system for key, system in SYSTEMS.items() if key not in ("full-sail", "power-hex")}
LATER_PARTS: dict[type[BaseModel], tuple[str, ...]] = {
    Settings: ("effects", "large_captions", "lessons", "maximised", "players", "thinking", "why_each_turn"),
    BranchEntry: ("table",),
    FleetEntry: ("zone",),
    Say: ("advise",),
    Advise: (
        "ship", "against", "turns", "counts", "counts=points", "counts=boxes", "show", "show=worth", "show=ends",
    ),
    DesignFile: (
        "point_defence", "point_defence=base", "point_defence=pdl", "attack_fighter_price", "attack_fighter_price=4",
        "attack_fighter_price=5", "repair_parties", "groups", "pattern",
    ),
    StarshipEntry: ("dummy", "groups", "known", "fate=captured", "fate=dummy"),
    OrdnanceEntry: ("aboard", "endurance_used", "fired", "ready_on", "screening"),
}  # fmt: skip
LATER_ORDERS: tuple[type[Order], ...] = (
    Assist,
    AssignAttack,
    Commit,
    Defend,
    MoveFighters,
    PlaceMarkers,
    FlyMissile,
    SpreadLosses,
    Scan,
    SendBoarders,
    Lend,
)
LATER_RULES = (
    "advanced_missiles",
    "interceptors_attack",
    "kinetic_reroll",
    "adfc_told",
    "level_beams",
    "level_bolts",
    "partial_salvos",
    "mine_dice",
    "pd_rules",
    "reroll_unscreened",
    "salvo_pdl",
    "screening_casualties",
    "screening_endurance",
    "shift_floor",
    "shifted_rerolls",
    "torpedo_reroll",
    "unnamed_screens",
    "advanced_screens",
    "attack_after_dogfight",
    "barred_attack",
    "adfc_in_flight_operations",
    "fighter_morale",
    "fighter_rearming",
    "boarding",
    "ftl.advanced",
    "ftl.bystanders",
    "repair_parties",
    "reroll_modifiers",
    "rt.max_speed",
    "score",
    "sensors",
    "solar_flares",
)
LATER_MODES = {("hangar", "kinetic"), ("ecm", "area"), *(("hangar", f"{one} {other}") for one, other in PAIRS)}
IN_SPACE = (FULL_THRUST.key, HEX12.key)  # the games that share fighters and ordnance
PARTS_WITHOUT: set[Part] = {(model, name) for model, names in LATER_PARTS.items() for name in names}
PARTS_WITHOUT |= {part for model in (LessonStep, Deed, EndZone, WrongDeed) for part in parts_of(model)}
ORDERS_WITHOUT = {
    (HEX12.key, VectorPlot),  # on hexes ships do not move by vectors
    *((key, kind) for key in IN_SPACE for kind in LATER_ORDERS),
    *((HEXCESS.key, kind) for kind in (PlaceMarkers, FlyMissile, Defend)),
    *((key, WrittenPlan) for key, system in OLDER.items() if WrittenPlan in kinds(system)),
}
RULES_WITHOUT = {
    *((key, rule) for key in IN_SPACE for rule in LATER_RULES),
    *((key, rule) for key in OLDER for rule in ("adviser", "ask_every_ship")),
    *((key, "points_limit") for key in IN_SPACE),
    (FULL_THRUST.key, "start_zone"),
    *((key, PLANS.key) for key, system in OLDER.items() if PLANS.key in {rule.key for rule in system.house}),
}


def named(path: Path) -> str:
    """Return a file as the name of its test."""
    return path.stem


def put_aside(path: Path, folder: Path) -> Path:
    """Return a copy that may be written into."""
    return Path(shutil.copy(path, folder / path.name))


def played_on(opened: Opened) -> None:
    """Random players for every side, to the end of the turn and of the next."""
    match = Match(opened.battle, dict.fromkeys(opened.file.sides, "random"), 1)
    match.play(opened.battle.state.turn + 1)


# -- they are as they were ---------------------------------------------------------------------------------------------


def test_the_files_have_never_been_rewritten() -> None:
    assert sums() == SUMS.read_text(encoding="utf-8")


def test_the_folder_is_small() -> None:
    files = [path for path in FOLDER.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 1_000_000
    for folder in {path.parent for path in files}:
        assert sum(path.is_file() for path in folder.iterdir()) <= 12, folder.name


# -- saves -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SAVED, ids=named)
def test_a_save_stands_as_it_was_left(path: Path) -> None:
    opened = opened_at(path)
    assert opened.saved and opened.notices == ()
    assert rules_of_then(opened.battle.system).items() <= open_battle(path).battle.state.house.items()
    assert state_text(opened) == expected(path)
    assert opened.battle.verify() == []


@pytest.mark.parametrize("path", SAVED, ids=named)
def test_a_save_is_taken_up_and_played_on(path: Path, tmp_path: Path) -> None:
    opened, recorder = resume(put_aside(path, tmp_path))
    before, over = len(opened.battle.records), opened.battle.state.outcome is not None
    played_on(opened)
    recorder.close()
    assert recorder.trouble == "" and opened.battle.verify() == []
    assert (len(opened.battle.records) == before) is over
    again = open_battle(tmp_path / path.name)
    assert again.notices == () and fingerprint(again.battle.state) == fingerprint(opened.battle.state)


def test_there_is_a_save_of_each_sort() -> None:
    opened = {path.stem: open_battle(path) for path in SAVED}
    assert {one.battle.system.key for one in opened.values()} == OLDER.keys()
    sealed = {name for name, one in opened.items() if one.battle.phase.secret and one.battle.state.sealed}
    assert {"free-fall-under-way", "great-drove-under-way", "against-the-computer"} <= sealed
    assert opened["against-the-computer"].file.sides["amber"].player == "random"
    assert any(isinstance(line, Undo) for line in opened["against-the-computer"].file.script)
    plain = {
        path.stem
        for path in SAVED
        if not re.search(r" # =[0-9a-f]{10}$", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert plain == {"back-again", "wayhouse-round"}


# -- scenarios, demonstrations, sandboxes, designs ---------------------------------------------------------------------


@pytest.mark.parametrize("path", SCENES, ids=named)
def test_a_scenario_begins_as_it_did_and_is_played(path: Path) -> None:
    assert faults(path) == []
    opened = opened_at(path)
    assert not opened.saved and state_text(opened) == expected(path)
    played_on(opened)
    assert opened.battle.records and opened.battle.verify() == []


@pytest.mark.parametrize("path", SCENES, ids=named)
def test_a_scenario_is_written_into_from_the_sandbox_and_keeps_its_comments(path: Path, tmp_path: Path) -> None:
    own = put_aside(path, tmp_path)
    box = open_sandbox(own)
    key = next(key for key, ship in box.start.state.ships.items() if ship.in_play and ship.velocity)
    box.set_fields(key, velocity=2)
    write_scenario(box, own)
    before, after = (each.read_text(encoding="utf-8") for each in (path, own))
    assert open_sandbox(own).start.state.ships[key].velocity == 2
    assert re.findall("#.*", after) == re.findall("#.*", before)


@pytest.mark.parametrize("path", SHOWN, ids=named)
def test_a_demonstration_gives_its_captions(path: Path) -> None:
    assert faults(path) == []
    show = Demonstration(load_start(path))
    assert show.failures == [] and shown_text(show) == expected(path)


@pytest.mark.parametrize("path", BOXES, ids=named)
def test_a_sandbox_has_its_plans(path: Path, tmp_path: Path) -> None:
    box = open_sandbox(path)
    assert box.notices == () and plans_text(box) == expected(path)
    again = open_sandbox(save(box, tmp_path / "again.yaml"))
    assert again.branches == box.branches and plans_text(again) == expected(path)
    opened, recorder = resume(put_aside(path, tmp_path))
    played_on(opened)
    recorder.close()
    assert recorder.trouble == ""
    assert fingerprint(open_battle(tmp_path / path.name).battle.state) == fingerprint(opened.battle.state)


@pytest.mark.parametrize("path", BUILT, ids=named)
def test_a_design_has_its_price(path: Path, tmp_path: Path) -> None:
    assert built_text(path) == expected(path)
    (tmp_path / "yard").mkdir()
    put_aside(path, tmp_path / "yard")
    assert library(tmp_path, SYSTEMS["full-thrust"].files)[path.stem].key == path.stem


# -- the player's folder -----------------------------------------------------------------------------------------------


def test_the_folder_of_a_player_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(HOME, tmp_path / "home")
    monkeypatch.setenv(WHERE, str(tmp_path / "home"))
    settings, trouble = read_settings()
    assert trouble == "" and settings == Settings(
        scale=1.25,
        palette="blue-orange",
        sound=True,
        volume=0.4,
        tumbling=False,
        speed=2.0,
        keys={"undo": "Ctrl+U", "skip": "Ctrl+J"},
        window=(1600, 900),
        scenario="full-thrust/crossed_swords",
    )
    keys = Keys(settings.keys)
    assert keys.troubles == [] and (keys.cap("undo"), keys.cap("skip")) == ("Ctrl+U", "Ctrl+J")
    write_settings(settings)
    assert document(settings_file()).data == document(HOME / "settings.yaml").data | {
        "effects": True,
        "large_captions": False,
        "lessons": {},
        "maximised": False,
        "players": {},
        "thinking": 10,
        "why_each_turn": False,
    }
    listed = recent(saves_folder())
    last = ["two-in-reach", "great-drove-under-way", "shearing-time"]
    assert [one.path.stem for one in listed[:3]] == last, "the one played last stands first"
    assert len(listed) == len(SAVED) and not any(one.broken for one in listed)
    assert [path.name for path in own_scenarios(())] == [path.name for path in SCENES]
    assert [(one.path.name, one.bad) for one in shelf(own_folder())] == [(path.name, None) for path in SHOWN]


# -- they hold everything ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "paths"),
    [(ThrustBattleFile, BATTLES), (DesignFile, BUILT), (Settings, [HOME / "settings.yaml"])],
    ids=("battle", "design", "settings"),
)
def test_every_field_stands_in_some_file(model: type[BaseModel], paths: list[Path]) -> None:
    found = {part for path in paths for part in held_by(path, model)}
    assert set(parts_of(model)) - found == {part for part in PARTS_WITHOUT if part in set(parts_of(model))}


def test_every_system_and_mode_of_the_yard_stands_in_some_design() -> None:
    lines = [line for path in BUILT for line in document(path).data.get("systems", ())]
    assert {line["kind"] for line in lines} == set(KINDS)
    fitted = {(line["kind"], line.get("mode", MODES.get(line["kind"], ("",))[0])) for line in lines}
    assert {(kind, mode) for kind, modes in MODES.items() for mode in modes} <= fitted | LATER_MODES


def test_every_kind_of_order_stands_in_some_save() -> None:
    battles = [open_battle(path).battle for path in SAVED]
    given = {(one.system.key, type(record.order)) for one in battles for record in one.records}
    wanted = {(key, kind) for key, system in OLDER.items() for kind in kinds(system)}
    assert wanted - given == ORDERS_WITHOUT


def test_every_house_rule_stands_in_some_file_otherwise_than_usual() -> None:
    battles = [load_start(path).battle for path in (*SAVED, *SCENES)]
    rules = [(one, rule) for one in battles for rule in one.system.house]
    found = {(one.system.key, rule.key) for one, rule in rules if one.state.house[rule.key] != rule.default}
    assert {(key, rule.key) for key, system in OLDER.items() for rule in system.house} - found == RULES_WITHOUT
