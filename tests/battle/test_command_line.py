"""The command line: every verb headless, what it prints, its exit code, and sentences instead of tracebacks."""

from __future__ import annotations

import errno
import gc
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.battle.designs import ROOT, design_data, designs_of
from game.battle.loader import Opened, open_battle
from game.battle.seats import seen_by
from game.cli import commands, main
from game.cli.parser import VERBS, parser
from game.core.installation import TITLE
from game.formats.save_digest import without_end
from game.formats.yaml_writer import block
from game.systems import SYSTEMS
from game.ui.app import display, program
from game.ui.render import fonts
from game.yard.draft import draw_design, patterns
from tests.support.battles import DUEL, SCENARIOS, SIDES_OF
from tests.tools.man_page import arguments, verbs_of

FIRST_LIGHT = ROOT / "scenarios" / "full_thrust" / "first_light.yaml"
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")


def written(folder: Path, text: str = DUEL, name: str = "battle.yaml") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def python(*words: str) -> subprocess.CompletedProcess[str]:
    """Run a Python of our own in the project's folder."""
    plain = {key: value for key, value in os.environ.items() if key not in SCREENS}
    return subprocess.run([sys.executable, *words], cwd=ROOT, env=plain, capture_output=True, text=True, timeout=120)


# -- the command line itself -------------------------------------------------------------------------------------------


def test_help_loads_nothing() -> None:
    program = "import sys\nfrom game.cli import main\ntry: main.main(['--help'])\nfinally: print(*sys.modules)"
    shown = python("-c", program).stdout
    assert all(verb in shown for verb in VERBS)
    loaded = shown.splitlines()[-1].split()
    assert not {"yaml", "pydantic", "numpy._core", "pygame"} & set(loaded)
    light = {
        "game", "game.cli", "game.cli.main", "game.cli.parser", "game.cli.streams", "game.core",
        "game.core.installation", "game.core.values", "game.demonstrations", "game.demonstrations.film_look",
    }  # fmt: skip
    assert {name for name in loaded if name.split(".")[0] == "game"} == light


def test_every_verb_explains_itself_and_its_arguments() -> None:
    verbs = verbs_of(parser())
    assert tuple(sorted(verbs)) == tuple(sorted(VERBS))
    for name, verb in verbs.items():
        assert verb.description, name
        assert [one.dest for one in arguments(verb) if not one.help or (one.nargs != 0 and not one.metavar)] == [], name


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main.main(["--version"])
    assert (capsys.readouterr().out, end.value.code) == (f"{TITLE}\n", 0)


@pytest.mark.parametrize("verb", ["check", "battle"])
def test_headless_verbs_never_load_the_window(verb: str) -> None:
    program = (
        f"import sys; from game.cli import main; main.main(['{verb}', '{FIRST_LIGHT}'])\n"
        "assert 'pygame' not in sys.modules, 'pygame is loaded'"
    )
    done = python("-c", program)
    assert done.returncode == 0, done.stderr


def test_an_unknown_verb_is_answered_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["chek", "x"]) == 2
    assert capsys.readouterr().err == "There is no verb 'chek'. Did you mean 'check'?\n"
    assert main.main(["xyzzy"]) == 2
    assert "The verbs are play, lesson, sandbox, demo, check, battle" in capsys.readouterr().err
    assert main.main([str(FIRST_LIGHT)]) == 2
    assert capsys.readouterr().err == f"To open {FIRST_LIGHT}: python main.py play {FIRST_LIGHT}\n"


def test_the_collector_rests_only_on_the_way_to_the_first_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    collecting: list[bool] = []
    monkeypatch.setattr(display, "display_opens", lambda: True)

    def ran(*_: object) -> int:
        collecting.append(gc.isenabled())
        return 0

    monkeypatch.setattr(program, "run", ran)
    assert main.window(None) == 0
    assert collecting == [False]
    assert gc.isenabled()


@pytest.mark.parametrize("words", [[], ["play", str(FIRST_LIGHT)]])
def test_without_a_screen_one_sentence_names_the_headless_verbs(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in SCREENS:
        monkeypatch.delenv(name, raising=False)
    assert main.main(words) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and "no screen" in told and "check, battle, fleet, replay, " in told


def test_two_pygames_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(main, "installed", lambda name: True)
    assert main.unfit("play").startswith("Both pygame and pygame-ce are installed here")
    assert not main.unfit("check")
    monkeypatch.setattr(main, "installed", lambda name: name == "pygame")
    assert main.unfit("picture").startswith("pygame-ce is not installed here")


@pytest.mark.parametrize("verb", ["play", "sandbox"])
def test_a_file_that_is_no_battle_is_answered_where_it_was_named(
    verb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(main, "unfit", lambda verb: "")
    monkeypatch.setattr(main, "window", lambda *words: pytest.fail("a window was opened"))
    bad = written(tmp_path, DUEL.replace("velocity: 6", "velocity: fast", 1))
    assert main.main([verb, "nonsense.yaml"]) == 1
    assert capsys.readouterr().err == "nonsense.yaml: there is no such file.\n"
    assert main.main([verb, bad]) == 1
    assert "expected a whole number, found 'fast'" in capsys.readouterr().err


VERBS_OF_A_FILE = (
    ["battle", "FILE"], ["battle", "FILE", "--save", "a.yaml"],
    ["battle", "--fleets", "FILE", "FILE", "--out", "a.yaml"],
    ["replay", "FILE"], ["account", "FILE"], ["check", "FILE"], ["cost", "FILE"], ["film", "FILE", "--out", "a.html"],
    ["picture", "FILE", "--out", "a.png"], ["sheets", "FILE", "--out", "a.pdf"], ["export", "FILE", "--as", "text"],
    ["import", "FILE"], ["lab", "FILE"], ["ladder", "FILE", "--players", "random", "random"],
    ["play", "FILE", "--text"], ["play", "FILE"], ["sandbox", "FILE"],
)  # fmt: skip


@pytest.mark.parametrize("words", VERBS_OF_A_FILE, ids=" ".join)
@pytest.mark.parametrize("text", ["", "nonsense", "title: [\n"])
def test_a_faulty_file_has_the_same_exit_code_for_every_verb(
    words: list[str], text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(main, "unfit", lambda verb: "")
    bad = written(tmp_path, text, "bad.yaml")
    for path in (bad, str(tmp_path / "missing.yaml")):
        assert main.main([path if word == "FILE" else word for word in words]) == 1
        assert Path(path).name in "".join(capsys.readouterr())
    assert [one.name for one in tmp_path.iterdir() if one.is_file()] == ["bad.yaml"]


@pytest.mark.parametrize("text", ["1280", "1280x", "x800", "12x8", "99999x800", "1280*800"])
def test_a_size_that_is_none_is_refused(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main.main(["picture", "a.yaml", "--out", "b.png", "--size", text])
    assert end.value.code == 2 and "is not a size such as 1280x800" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["battle", "a.yaml", "--seed", "-1"], "'-1' is not a whole number"),
        (["battle", "a.yaml", "--turns", "two"], "'two' is not a whole number"),
        (["picture", "a.yaml", "--out", "b.png", "--scale", "9"], "'9' is not a scale from 0.75 to 3"),
        (["picture", "a.yaml", "--out", "b.png", "--scale", "nan"], "'nan' is not a scale from 0.75 to 3"),
        (["picture", "a.yaml"], "--out"),
        (["check"], "FILE"),
    ],
)
def test_figures_that_cannot_be_meant_are_refused(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main.main(words)
    assert end.value.code == 2 and why in capsys.readouterr().err


@pytest.mark.parametrize("verb", [["check"], ["battle"], ["replay"], ["picture", "--out", "a.png"], ["cost"]])
def test_bad_files_are_answered_in_sentences(
    verb: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = written(tmp_path, DUEL.replace("velocity: 6", "velocity: fast", 1))
    missing = str(tmp_path / "none.yaml")
    for path, words in (
        (bad, "expected a whole number, found 'fast'"),
        (missing, "there is no such file"),
        (str(tmp_path), ""),
    ):
        if verb[0] == "check" and path == str(tmp_path):
            continue
        assert main.main([verb[0], path, *verb[1:]]) in (1, 2)
        told = capsys.readouterr()
        assert "Traceback" not in told.out + told.err
        assert words in told.out + told.err or verb[0] == "cost"


# -- check -------------------------------------------------------------------------------------------------------------


def test_check_counts_and_names_file_and_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = written(tmp_path, DUEL + "script:\n- {expect: {lancet: {hull: 24}}}\n", "good.yaml")
    wrong = written(tmp_path, DUEL + "script:\n- {say: Hm.}\n- {expect: {lancet: {hull: 23}}}\n", "wrong.yaml")
    line = DUEL.count("\n") + 3
    assert main.main(["check", good]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"
    assert main.main(["check", str(tmp_path)]) == 1
    assert capsys.readouterr().out == f"{wrong}:{line}: lancet.hull is 24, not 23\n1 passed, 1 failed\n"


def test_check_says_that_a_torn_line_was_dropped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save = tmp_path / "torn.yaml"
    assert main.main(["battle", str(FIRST_LIGHT), "--seed", "4", "--turns", "1", "--save", str(save)]) == 0
    save.write_bytes(without_end(save.read_bytes())[:-12])
    capsys.readouterr()
    assert main.main(["check", str(save)]) == 0
    told = capsys.readouterr()
    assert told.out == "1 passed, 0 failed\n" and "had not been written to its end and was dropped" in told.err


def test_check_says_which_names_no_font_can_draw(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fonts, "lacking_words", lambda words: f"no font has the letters of {words[-1]}")
    odd = written(tmp_path, DUEL.replace("design: vesper", "design: vesper, name: 戦艦大和"), "odd.yaml")
    assert main.main(["check", odd]) == 0
    assert capsys.readouterr().err == f"{odd}: no font has the letters of 戦艦大和\n"


@pytest.mark.parametrize("key", SYSTEMS)
def test_check_judges_the_designs_of_every_game(key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    system = SYSTEMS[key]
    path = tmp_path / "own.yaml"
    for data in (design_data(system, next(iter(designs_of(system)))), *patterns(system)):
        path.write_text(block(data), encoding="utf-8")
        found = draw_design(system, data).faults
        assert main.main(["check", str(path)]) == bool(found)
        told = capsys.readouterr().out
        assert told.count("cannot be built") == len(found) and all(one.why in told for one in found)
        assert ("1 passed" in told) == (not found)


def test_check_reads_the_names_beside_designs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, good, bad in (("names.yaml", "[Heron, Kittiwake]", "[1]"), ("fleets.yaml", "Home", "[Home]")):
        path = tmp_path / name
        path.write_text(f"azure: {good}\n", encoding="utf-8")
        assert main.main(["check", str(path)]) == 0
        path.write_text(f"azure: {bad}\n", encoding="utf-8")
        assert main.main(["check", str(path)]) == 1 and f"{path}:1:8: azure: this must be" in capsys.readouterr().out


def test_check_of_nothing_has_not_passed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["check", str(tmp_path)]) == 2
    assert capsys.readouterr().err == "There is no YAML file to check there.\n"


def test_check_reads_saves_strictly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save = tmp_path / "save.yaml"
    assert main.main(["battle", str(FIRST_LIGHT), "--seed", "1", "--save", str(save)]) == 0
    assert main.main(["check", str(save)]) == 0
    save.write_text(save.read_text().replace("dice: [", "dice: [1, ", 1))
    assert main.main(["check", str(save)]) == 1
    assert "dice too many" in capsys.readouterr().out


# -- battle and replay -------------------------------------------------------------------------------------------------


def test_replay_calls_ships_by_the_names_that_their_file_gives_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = (ROOT / "docs" / "battles" / "tavira_passage.yaml").read_text(encoding="utf-8")
    named = saved.replace("design: vesper, name: Vesper", "design: vesper, name: Evening Star", 1)
    assert named != saved and main.main(["replay", written(tmp_path, named)]) == 0
    told = capsys.readouterr().out
    assert "Evening Star" in told and "Vesper" not in told


def test_an_unknown_player_is_answered(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["battle", str(FIRST_LIGHT), "--players", "rondom"]) == 2
    assert capsys.readouterr().err == "There is no computer player “rondom”. Did you mean “random”?\n"
    assert main.main(["battle", str(FIRST_LIGHT), "--players", "x"]) == 2
    told = "There is no computer player “x”. There is random, cadet, captain, admiral, greedy, "
    assert capsys.readouterr().err.startswith(told)


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_battle_is_fought_to_its_end(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["battle", str(path), "--players", "random", "random", "--seed", "2"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    ended = json.loads(line)
    sides = set(SIDES_OF.get(path.parent.name, ("azure", "amber")))
    assert ended["winner"] in (*sides, "") and ended["why"] and ended["seed"] == 2
    assert ended["scores"].keys() == sides and ended["orders"] > 4


def test_the_same_seed_is_the_same_battle(capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        main.main(["battle", str(FIRST_LIGHT), "--seed", "7", "--games", "3"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == lines[3:] and len(set(lines)) == 3
    assert [json.loads(line)["seed"] for line in lines[:3]] == [7, 8, 9]


def test_several_battles_end_with_who_has_won_how_often(capsys: pytest.CaptureFixture[str]) -> None:
    main.main(["battle", str(FIRST_LIGHT), "--seed", "7", "--games", "3"])
    told = capsys.readouterr()
    won = [json.loads(line)["winner"] for line in told.out.splitlines()]
    azure, amber = told.err.splitlines()
    assert azure.startswith(
        f"azure (random): won {won.count('azure')}, drawn {won.count('')}, lost {won.count('amber')}; "
    )
    assert amber.startswith("amber (random): won ") and "score " in amber and "points " in amber
    main.main(["battle", str(FIRST_LIGHT), "--seed", "7"])
    assert capsys.readouterr().err == "", "one battle is no sum"


def test_a_battle_stops_after_a_turn(capsys: pytest.CaptureFixture[str]) -> None:
    main.main(["battle", str(ROOT / "scenarios/full_thrust/long_line.yaml"), "--turns", "2"])
    ended = json.loads(capsys.readouterr().out)
    assert ended["winner"] is None and ended["turns"] == 3 and ended["why"] == "still undecided in turn 3"


def test_players_are_known_and_one_a_side(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["battle", str(FIRST_LIGHT), "--players", "randm"]) == 2
    assert "no computer player “randm”. Did you mean “random”?" in capsys.readouterr().err
    assert main.main(["battle", str(FIRST_LIGHT), "--players", "random", "random", "random"]) == 2
    assert "3 players are named for 2 sides" in capsys.readouterr().err


def test_a_saved_battle_is_replayed_and_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save = str(tmp_path / "save.yaml")
    main.main(["battle", str(FIRST_LIGHT), "--seed", "3", "--save", save])
    ended = json.loads(capsys.readouterr().out)
    assert ended["save"] == save
    assert main.main(["replay", save, "--verify"]) == 0
    assert capsys.readouterr().out.endswith("the recorded faces and the seed give the same battle\n")
    assert main.main(["replay", save]) == 0
    log = capsys.readouterr().out
    assert "rolls for initiative" in log and ended["why"] in log


def test_a_battle_under_way_is_replayed_as_a_seat_may_read_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save = tmp_path / "save.yaml"
    dark = ROOT / "scenarios/full_thrust/dark_passage.yaml"
    main.main(["battle", str(dark), "--seed", "2", "--turns", "2", "--save", str(save)])
    opened = open_battle(save)
    lines = opened.battle.log
    assert {line.side for line in lines} == {"", "azure"}, "azure alone has scanned"

    def told(*words: str) -> list[str]:
        capsys.readouterr()
        assert main.main(["replay", str(save), *words]) == 0
        return capsys.readouterr().out.splitlines()

    for seat in ("azure", "amber", ""):
        names = seen_by(opened, seat or None).state.names
        read = [f"{line.turn}.{line.phase:<3} {line.log_line(names)}" for line in lines if line.side in ("", seat)]
        assert told(*(("--seat", seat) if seat else ())) == read
    assert any("Bogey" in line for line in told("--seat", "amber")) and not any("Lanthorn" in line for line in told())
    assert main.main(["replay", str(save), "--seat", "azur"]) == 2
    assert "There is no side 'azur'. Did you mean 'azure'?" in capsys.readouterr().err


def test_a_save_takes_the_place_of_another_file_only_when_forced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save, notes, design = tmp_path / "save.yaml", tmp_path / "notes.yaml", tmp_path / "lancet.yaml"

    def fight(out: Path, seed: int, *more: str) -> int:
        return main.main(["battle", str(FIRST_LIGHT), "--seed", str(seed), "--turns", "1", "--save", str(out), *more])

    assert fight(save, 3) == 0 == fight(save, 3), "a save of the same battle is replaced"
    notes.write_text("not for a battle", encoding="utf-8")
    design.write_bytes((ROOT / "assets/designs/full_thrust/azure/lancet.yaml").read_bytes())
    scenario = tmp_path / "scenario.yaml"
    scenario.write_bytes(FIRST_LIGHT.read_bytes())
    for path, seed in ((save, 4), (notes, 3), (design, 3), (scenario, 3)):
        before = path.read_bytes()
        capsys.readouterr()
        assert fight(path, seed) == 2 and path.read_bytes() == before
        said = capsys.readouterr()
        assert "no save of this battle" in said.err and "--force" in said.err and not said.out
        assert fight(path, seed, "--force") == 0 and open_battle(path).file.seed == seed
    (tmp_path / "many-6.yaml").write_text("mine", encoding="utf-8")
    assert fight(tmp_path / "many.yaml", 5, "--games", "2") == 2, "found before the first is fought"
    assert not (tmp_path / "many-5.yaml").exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes have no names here")
def test_a_save_is_written_to_a_plain_file_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "null").symlink_to(os.devnull)
    for name in ("pipe", "null", "."):
        for more in ((), ("--force",)):
            assert main.main(["battle", str(FIRST_LIGHT), "--turns", "1", "--save", str(tmp_path / name), *more]) == 2
            assert "cannot be written" in capsys.readouterr().err
    assert Path(os.devnull).is_char_device()


def test_a_disk_that_fills_up_is_left_without_half_a_save(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A save of its own goes away again; one that stood there before keeps what could be written."""
    new, old = tmp_path / "new.yaml", tmp_path / "old.yaml"
    assert main.main(["battle", str(FIRST_LIGHT), "--seed", "3", "--save", str(old)]) == 0
    room = iter(range(4))

    def filling(_file: int) -> None:
        if next(room, None) is None:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", filling)
    assert main.main(["battle", str(FIRST_LIGHT), "--seed", "3", "--save", str(new)]) == 2
    assert "No space left" in capsys.readouterr().err and list(tmp_path.iterdir()) == [old]


def test_verify_says_where_a_save_goes_astray(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save = tmp_path / "save.yaml"
    main.main(["battle", str(FIRST_LIGHT), "--seed", "3", "--turns", "1", "--save", str(save)])
    save.write_text(save.read_text().replace("\nseed: 3 ", "\nseed: 4 "))
    capsys.readouterr()
    assert main.main(["replay", str(save), "--verify"]) == 1
    assert "the seed gives other dice" in capsys.readouterr().out
    assert main.main(["replay", str(FIRST_LIGHT), "--verify"]) == 2
    assert "is not a saved battle" in capsys.readouterr().err


# -- picture, cost, schema ---------------------------------------------------------------------------------------------


def test_a_picture_is_asked_for_at_a_step(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = 'script:\n- {say: Look.}\n- {by: lancet, order: "S1"}\n- {expect: {lancet: {course: 4}}}\n'
    path = written(tmp_path, DUEL + script)
    drawn: list[tuple[int, str, str, tuple[int, int], float]] = []

    def pencil(opened: Opened, out: Path, size: tuple[int, int], scale: float, side: str | None) -> None:
        drawn.append((len(opened.battle.records), opened.battle.phase.name, out.name, size, scale))

    def asked(*words: str) -> int:
        return commands.picture(parser().parse_args(["picture", path, "--out", "p.png", *words]), pencil)

    assert asked("--step", "1") == asked("--step", "2", "--size", "800x600", "--scale", "1.5") == asked() == 0
    assert drawn[0] == (0, "Write orders", "p.png", (1920, 1080), 1.0)
    assert drawn[1] == (1, "Write orders", "p.png", (800, 600), 1.5)
    assert drawn[2][1] == "Ships fire"
    assert asked("--step", "4") == 2 and "has 3 steps; 4 is none of them" in capsys.readouterr().err


def test_cost_prices_by_name_and_by_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = next((ROOT / "assets" / "designs").rglob("vesper.yaml"))
    assert main.main(["cost", "lancet", str(file)]) == 0
    told = capsys.readouterr().out
    assert "Lancet, heavy cruiser: mass 80 of 80, 262 points" in told
    assert "Vesper, heavy cruiser: mass 84 of 84, 286 points" in told and "Main drive, thrust 4" in told
    heavy = written(tmp_path, file.read_text().replace("mass: 84", "mass: 83"), "heavy.yaml")
    assert main.main(["cost", heavy]) == 1
    told = capsys.readouterr().out
    line = 1 + file.read_text().splitlines().index("mass: 84")
    assert "Cannot be built: Vesper is to be 83 MASS" in told and f"\n  {heavy}:{line}:7: mass\n" in told


def test_cost_has_a_note_of_what_is_wasted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "name: Odd\nclass: trial\nmass: 40\nhull: 32\nsystems:\n- {kind: sml}\n- {kind: magazine, mass: 5}\n"
    assert main.main(["cost", written(tmp_path, text, "odd.yaml")]) == 0
    assert "Note: Magazine (MAG): of its 5 MASS 1 is wasted: it holds 2 salvos of 2." in capsys.readouterr().out


def test_a_design_that_is_not_there_is_answered_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["cost", "lancett"]) == 1
    assert "lancett: there is no such file. Did you mean 'lancet'?" in capsys.readouterr().out


def test_schemas_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["schema", str(tmp_path / "new")]) == 0
    paths = [Path(line) for line in capsys.readouterr().out.splitlines()]
    names = [f"{key}.{kind}.schema.json" for key in SYSTEMS for kind in ("battle", "design")]
    assert [path.name for path in paths] == [*names, "course.schema.json", "fleet.schema.json", "lab.schema.json"]
    assert "ships" in json.loads(paths[0].read_text())["properties"]
