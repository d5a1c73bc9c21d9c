"""Opening battles with every error at once, saving them line by line, and taking them up again."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from game.battle.battle import fingerprint
from game.battle.designs import ROOT, designs_of
from game.battle.loader import Opened, load_start, load_start_text, new_save, open_battle, play_saved, resume
from game.cli.commands import faults
from game.core.installation import __version__
from game.formats.atomic_file import InUse
from game.formats.save_digest import without_end
from game.formats.save_journal import Journal
from game.formats.validation import BadFile, document
from game.formats.yaml_writer import block
from game.players.match import Match
from game.systems import SYSTEMS
from tests.support.battles import DUEL, FLEETS_OF, RULE_OF, SCENARIOS, laid, order, unmarked

ONE_OF_EACH = list({path.parent.name: path for path in SCENARIOS}.values())


def problems(folder: Path, text: str) -> list[str]:
    """Return the first line of every problem of a file, without its folder."""
    with pytest.raises(BadFile) as bad:
        laid(folder, text)
    return [str(problem).splitlines()[0].removeprefix(f"{folder}/battle.yaml:") for problem in bad.value.problems]


# -- opening -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_every_scenario_opens(path: Path) -> None:
    opened = open_battle(path, seed=1)
    file = opened.file
    assert not opened.saved and opened.battle.prompts() and opened.battle.state.turn == 1
    assert file.about and len(file.teaches) == 2 and file.victory.turns, "the menu's card shows these"
    assert tuple(side.name for side in file.sides.values()) == FLEETS_OF[path.parent.name]


def test_there_are_six_scenarios_and_they_teach_different_things() -> None:
    files = [open_battle(path, seed=1).file for path in SCENARIOS]
    assert len(files) >= 6
    for system in {file.system for file in files}:
        lessons = [lesson for file in files if file.system == system for lesson in file.teaches]
        assert len(set(lessons)) == len(lessons), system
    assert {file.victory.kind for file in files} >= {"last-side", "convoy", "points"}
    assert any(len(file.ships) == 24 for file in files), "a fleet action of 12 a side"


@pytest.mark.usefixtures("new_seeds")
def test_a_scenario_without_a_seed_gets_a_new_one_each_time(tmp_path: Path) -> None:
    text = DUEL.replace("seed: 3\n", "")
    assert len({laid(tmp_path, text).battle.seed for _ in range(4)}) == 4
    assert laid(tmp_path, text, seed=9).battle.seed == 9
    assert laid(tmp_path, DUEL).battle.seed == 3
    assert laid(tmp_path, text + "script:\n- {say: Hello.}\n").battle.seed == 0


def test_what_is_chosen_at_set_up_goes_before_the_file(tmp_path: Path) -> None:
    text = DUEL + "house: {rerolls: false, sideslip: even}\n"
    opened = laid(tmp_path, text, house={"sideslip": "off", "core_systems": True}, players={"amber": "random"})
    house = opened.battle.state.house
    assert (house["rerolls"], house["sideslip"], house["core_systems"]) == (False, "off", True)
    assert opened.battle.state.sides["amber"].player == "random" and opened.file.sides["azure"].player == "human"


def test_a_profile_sets_its_rules_and_single_choices_stand_above_it(tmp_path: Path) -> None:
    house = laid(tmp_path, DUEL + "house: {profile: FT2, sideslip: free}\n").battle.state.house
    assert (house["odd_thrust_turn"], house["arcs"], house["sideslip"]) == ("up", 4, "free")


def test_all_errors_come_at_once_with_their_places(tmp_path: Path) -> None:
    text = DUEL.replace("design: vesper", "design: vespr").replace("course: 3", "course: 13")
    text += "house: {rerols: true, sideslip: sometimes}\nvictory: {kind: convoy, ships: [lancet]}\n"
    found = problems(tmp_path, text)
    assert found == [
        "8:63: ships.lancet.course: 13 is too large: at most 12.",
        "9:33: ships.vesper.design: there is no design 'vespr'. Did you mean 'vesper'?",
        "10:9: house.rerols: there is no house rule 'rerols'. Did you mean 'rerolls'?",
        "10:33: house.sideslip: house rule “sideslip” cannot be 'sometimes'; it may be off, even, free.",
        "11:1: victory.edge: a victory of the kind 'convoy' needs this.",
    ]


def test_damage_that_a_design_cannot_have_is_found(tmp_path: Path) -> None:
    text = DUEL.replace("course: 3, velocity: 6", "course: 3, velocity: 6, hull: 25, armour: 5, lost: [B2, PDSa]")
    found = problems(tmp_path, text)
    assert [line.split(": ", 1)[1] for line in found] == [
        "ships.lancet.hull: Lancet has 24 hull boxes. Give a number from 1 to 24.",
        "ships.lancet.armour: Lancet has 4 armour boxes.",
        "ships.lancet.lost.1: Lancet has no system 'B2'. Did you mean 'B2b'?",
    ]


def test_an_unknown_system_is_answered_with_the_ones_there_are(tmp_path: Path) -> None:
    found = problems(tmp_path, DUEL.replace("full-thrust", "fool-thrust"))
    assert found == ["2:9: system: there is no rule system 'fool-thrust'. Did you mean 'full-thrust'?"]


INLINE = """\
designs:
  skiff:
    name: Skiff
    class: corvette
    mass: 10
    hull: 2
    drive: {thrust: 6}
    ftl: true
    systems:
    - {kind: beam, class: 1}
    - {kind: pds}
    - {kind: fcs}
    - {kind: cargo, mass: 1}
"""


def test_designs_come_along_in_the_file(tmp_path: Path) -> None:
    opened = laid(tmp_path, DUEL.replace("design: vesper", "design: skiff") + INLINE)
    skiff = opened.battle.state.ships["vesper"].design
    assert (skiff.name, skiff.mass, skiff.hull, skiff.points) == ("Skiff", 10, 2, 32)


def test_an_inline_design_that_cannot_be_built_or_read_is_a_problem(tmp_path: Path) -> None:
    text = DUEL.replace("design: vesper", "design: skiff") + INLINE.replace("mass: 10", "mass: 11")
    (line,) = problems(tmp_path, text)
    assert line.startswith(
        "14:11: designs.skiff.mass: Skiff is to be 11 MASS, but its parts come to 10, 1 left unfilled"
    )
    broken = INLINE.replace("thrust: 6", "thurst: 6").replace("kind: pds", "kind: psd")
    assert problems(tmp_path, DUEL + broken) == [
        "16:13: designs.skiff.drive.thurst: unknown field. Did you mean 'thrust'?",
        "20:14: designs.skiff.systems.2.kind: the yard builds no 'psd'. Did you mean 'pds'?",
    ]


def test_what_has_been_played_keeps_its_seed_and_its_rules(tmp_path: Path) -> None:
    path = fought(laid(tmp_path), tmp_path, 12)
    again = open_battle(path, seed=99, house={"rerolls": False}, players={"azure": "random"})
    assert again.battle.seed == 3 and again.battle.state.house["rerolls"] is True
    assert again.battle.state.sides["azure"].player == "random" and again.battle.verify() == []


@pytest.mark.parametrize("path", ONE_OF_EACH, ids=lambda path: path.parent.name)
def test_a_save_from_before_a_rule_keeps_to_what_was_played_then(path: Path, tmp_path: Path) -> None:
    rules = [rule for rule in SYSTEMS[open_battle(path).file.system].house if rule.older is not None]
    older = {rule.key: rule.older for rule in rules}
    opened = open_battle(path, seed=3)
    saved = document(fought(opened, tmp_path, 4)).data
    assert {key: saved.get("house", {})[key] for key in older} == {rule.key: rule.default for rule in rules}
    earlier = {**saved, "house": {key: value for key, value in saved.get("house", {}).items() if key not in older}}
    again = load_start_text(block(earlier), "earlier.yaml")
    assert again.saved and {key: again.battle.state.house[key] for key in older} == older
    for left_out in ("script", "version"):  # nothing has been played, or it was written by hand
        other = load_start_text(block({key: value for key, value in earlier.items() if key != left_out}), "other.yaml")
        assert {key: other.battle.state.house[key] for key in older} == {rule.key: rule.default for rule in rules}


def test_a_battle_tells_as_it_is_set_up_what_is_to_be_said_of_its_designs(tmp_path: Path) -> None:
    """Controls too light for the reform, and MASS of a magazine that holds nothing; no save tells it again."""
    systems = "[{kind: sml}, {kind: magazine, mass: 5}, {kind: adfc}, {kind: fcs}]"
    fields = f"name: Ark, class: cruiser, mass: 140, hull: 87, drive: {{thrust: 4}}, ftl: true, systems: {systems}"
    text = DUEL.replace("design: vesper", "design: ark") + f"house: {{pd_rules: pdl}}\ndesigns: {{ark: {{{fields}}}}}\n"
    opened = laid(tmp_path, text)
    assert [words.partition(" (")[0] for words in opened.notices] == [
        "Ark: Magazine",
        "Ark: its ADFC of 2 MASS is too light for the reformed point defence, which wants 4.",
    ]
    assert open_battle(fought(opened, tmp_path, 2)).notices == ()


def test_no_battle_of_ours_opens_with_a_notice_about_its_own_ships() -> None:
    """Nor does any with other house rules: designs of ours are built for every rule that may be chosen."""
    told = {path.stem: load_start(path).notices for path in (ROOT / "scenarios").rglob("*.yaml")}
    assert {stem: words for stem, words in told.items() if words} == {} and len(told) > len(SCENARIOS)
    for system in SYSTEMS.values():
        for design in designs_of(system).values():
            for choice in ("base", "pdl"):
                assert [*system.files.remarks(design, {**system.settings({}), "pd_rules": choice})] == [], design.key


ORDERS_ALONE = """\
title: A script of orders alone
system: full-thrust
table: {width: 60, height: 60}
sides: {red: {name: Azure}, blue: {name: Amber}}
ships:
  a: {side: red, design: rookery, at: [10, 10], course: 3, velocity: 0}
  b: {side: blue, design: bellows, at: [50, 50], course: 9, velocity: 0}
counters: {a.HGRa: {at: [30, 30], course: 3}}
script:
- {by: a, order: "0"}
- {by: b, order: "0"}
- {by: a.HGRa, order: stay}
"""


def test_a_script_of_orders_alone_is_a_script(tmp_path: Path) -> None:
    """Whoever is not named idles, and only what is written has to be: no lock of a side, no order of others, not every
    die."""
    opened = laid(tmp_path, ORDERS_ALONE)
    assert opened.saved and opened.battle.phase.name not in ("Write orders", "Move fighters")
    assert faults(tmp_path / "battle.yaml") == []
    again, recorder = resume(tmp_path / "battle.yaml")
    recorder.close()
    assert fingerprint(again.battle.state) == fingerprint(opened.battle.state)
    (told,) = problems(tmp_path, ORDERS_ALONE + '- {by: a, order: "S9"}\n')
    assert told.startswith("13:3: script.4:")
    (told,) = problems(tmp_path, "version: 1\n" + ORDERS_ALONE)
    assert "cannot read “stay” as a plot" in told, "the program leaves nothing out"


# -- saving ------------------------------------------------------------------------------------------------------------


def fought(opened: Opened, folder: Path, orders: int = 10_000, seed: int = 5) -> Path:
    """Return a battle fought so far by random players and saved as it went."""
    recorder = new_save(opened, folder)
    match = Match(opened.battle, dict.fromkeys(opened.file.sides, "random"), seed)
    while len(opened.battle.records) < orders and match.step():
        pass
    recorder.close()
    assert not recorder.trouble
    return recorder.journal.path


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_save_is_the_battle(path: Path, tmp_path: Path) -> None:
    opened = open_battle(path, seed=11, house={RULE_OF.get(path.parent.name, "core_systems"): True})
    again = open_battle(fought(opened, tmp_path, 200))
    assert again.saved and again.file.title == opened.file.title
    assert fingerprint(again.battle.state) == fingerprint(opened.battle.state)
    assert [str(event) for event in again.battle.log] == [str(event) for event in opened.battle.log]
    assert again.battle.verify() == []


def test_a_save_needs_no_design_of_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = open_battle(SCENARIOS[0], seed=4)
    path = fought(opened, tmp_path, 20)
    monkeypatch.setattr("game.battle.loader.designs_of", lambda system: {})
    again = open_battle(path)
    assert fingerprint(again.battle.state) == fingerprint(opened.battle.state)
    for key, ship in opened.battle.state.ships.items():
        theirs = again.battle.state.ships[key].design
        assert (theirs.mounts, theirs.points, theirs.track) == (
            ship.design.mounts,
            ship.design.points,
            ship.design.track,
        )


def test_undone_orders_are_undone_in_the_save(tmp_path: Path) -> None:
    opened = laid(tmp_path)
    recorder = new_save(opened, tmp_path)
    order(opened, "lancet", "S1+2")
    order(opened, "lancet", "S2")
    opened.battle.undo("azure")
    order(opened, "vesper", "P1")
    recorder.close()
    order(opened, "azure", "lock")  # after closing nothing is written
    text = unmarked(recorder.journal.path.read_text())
    assert text.endswith(
        '- {by: lancet, order: "S1+2"}\n- {by: lancet, order: "S2"}\n- {undo: 1}\n- {by: vesper, order: "P1"}\n'
    )
    again = open_battle(recorder.journal.path)
    assert {key: str(plot) for key, plot in again.battle.state.sealed.items()} == {"lancet": "S1+2", "vesper": "P1"}


def test_a_save_is_taken_up_again_and_goes_on(tmp_path: Path) -> None:
    opened = laid(tmp_path)
    path = fought(opened, tmp_path, 15)
    again, recorder = resume(path)
    assert fingerprint(again.battle.state) == fingerprint(opened.battle.state)
    Match(again.battle, dict.fromkeys(again.file.sides, "random"), 6).play(again.battle.state.turn)
    recorder.close()
    third = open_battle(path)
    assert len(third.battle.records) > 15 and fingerprint(third.battle.state) == fingerprint(again.battle.state)
    turns = [line for line in path.read_text().splitlines() if line.startswith("# Turn")]
    assert turns == [f"# Turn {number}" for number in range(2, third.battle.state.turn + 1)]


def test_one_save_is_written_by_one_program(tmp_path: Path) -> None:
    path = fought(laid(tmp_path), tmp_path, 5)
    _, recorder = resume(path)
    with pytest.raises(InUse):
        resume(path)
    recorder.close()
    resume(path)[1].close()


def test_a_battle_that_has_begun_is_saved_from_its_beginning(tmp_path: Path) -> None:
    opened = laid(tmp_path)
    order(opened, "lancet", "S1+2")
    recorder = new_save(opened, tmp_path)
    order(opened, "vesper", "0")
    recorder.close()
    assert len(open_battle(recorder.journal.path).battle.records) == 2


def test_a_torn_last_line_is_dropped_with_a_notice(tmp_path: Path) -> None:
    path = fought(laid(tmp_path), tmp_path, 12)
    whole = without_end(path.read_bytes())
    last = whole.rstrip().rfind(b"\n") + 1
    for cut in (last + 1, last + 2, last + 9, len(whole) - 3):
        path.write_bytes(whole[:cut])
        assert len(open_battle(path).battle.records) == 11
        opened, recorder = resume(path)
        assert len(opened.battle.records) == 11
        recorder.close()
    path.write_bytes(whole[: last + 9])
    (notice,) = open_battle(path).notices
    assert "had not been written to its end" in notice


def test_a_save_torn_at_any_byte_is_the_same_to_look_at_and_to_go_on_with(tmp_path: Path) -> None:
    path = fought(laid(tmp_path), tmp_path, 12)
    saved = path.read_bytes()
    whole = without_end(saved)
    last = whole.rstrip().rfind(b"\n") + 1
    for cut in range(last, len(saved) + 1):
        path.write_bytes(saved[:cut])
        looked = open_battle(path)
        opened, recorder = resume(path)
        recorder.close()
        assert len(looked.battle.records) == len(opened.battle.records) == (12 if cut >= len(whole) - 1 else 11)
        assert looked.notices == opened.notices and bool(looked.notices) == (cut <= len(whole)), cut
        assert path.read_bytes() == saved[:cut]


def test_a_save_that_the_rules_contradict_names_the_line(tmp_path: Path) -> None:
    path = fought(laid(tmp_path), tmp_path, 40)
    text = path.read_text()
    rolled = next(line for line in text.splitlines() if 'order: "lock", dice:' in line)
    number = text.splitlines().index(rolled) + 1
    more, none = rolled.replace("]}", ", 3]}"), rolled[: rolled.index(", dice")] + "}"
    for wrong, why in ((more, "dice too many"), (none, "0 dice are left")):
        path.write_text(text.replace(rolled, wrong, 1))
        with pytest.raises(BadFile) as bad:
            open_battle(path)
        (problem,) = bad.value.problems
        assert problem.line == number and why in problem.message and "delete this line" in problem.hint
    path.write_text(text.replace(rolled, '- {by: lancet, order: "P9"}', 1))
    with pytest.raises(BadFile, match="Azure League has locked its orders"):
        resume(path)
    resume_again = Journal.open(path)  # the failed attempt has let go of the file
    resume_again.close()


def test_a_save_of_a_newer_version_says_so_where_it_cannot_be_read(tmp_path: Path) -> None:
    path = fought(open_battle(SCENARIOS[0], seed=5), tmp_path, 1)
    text = path.read_text(encoding="utf-8").replace(f"Reckoning {__version__}", "Reckoning 999.1")
    sentence = f"{path.name} was written by Dead Reckoning 999.1. This is {__version__}, which may not know everything"
    path.write_text(text, encoding="utf-8")
    assert [sentence in notice for notice in open_battle(path).notices] == [True]
    path.write_text(text.replace("\nsides:", "\nweather: fine\nsides:"), encoding="utf-8")
    for opening in (open_battle, resume):
        with pytest.raises(BadFile) as bad:
            opening(path)
        first, last = bad.value.problems
        assert "unknown field" in first.message and sentence in last.message


def test_lines_that_cannot_be_written_are_kept_and_tried_again(tmp_path: Path) -> None:
    opened = laid(tmp_path)
    recorder = new_save(opened, tmp_path)
    path = recorder.journal.path
    order(opened, "lancet", "S1+2")
    os.replace(path, tmp_path / "elsewhere.yaml")
    order(opened, "vesper", "0")
    assert "has been moved or removed" in recorder.trouble
    os.replace(tmp_path / "elsewhere.yaml", path)
    order(opened, "azure", "lock")
    assert not recorder.trouble
    recorder.close()
    assert fingerprint(open_battle(path).battle.state) == fingerprint(opened.battle.state)


def test_a_save_is_seen_at_any_of_its_lines(tmp_path: Path) -> None:
    opened = laid(tmp_path)
    path = fought(opened, tmp_path, 30)
    for entries in (0, 7, 30):
        part = load_start(path)
        play_saved(part, entries)
        assert fingerprint(part.battle.state) == fingerprint(opened.battle.at(entries))


def test_designs_of_the_game_are_found_by_system(tmp_path: Path) -> None:
    designs = designs_of(laid(tmp_path).battle.system)
    assert {"lancet", "vesper", "packhorse"} <= designs.keys()


def test_a_design_is_told_from_a_battle() -> None:
    """One sentence, not a mistake for each field a battle has and a design has not."""
    with pytest.raises(BadFile) as bad:
        open_battle(ROOT / "assets/designs/full_thrust/azure/lancet.yaml")
    assert [problem.message for problem in bad.value.problems] == [
        "this is the design of a ship, not a battle; the shipyard opens it"
    ]
