"""Each act of `main.py far`: what it prints, its exit codes, and what it does when it is asked again."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from game.battle.designs import ROOT
from game.battle.loader import load_start
from game.cli.main import main
from game.far.far_battle import battle_text, invitation
from game.far.messages.message import BEGIN, frames
from tests.far.command.test_far_command import LIGHT, Player, players
from tests.support.players.far_battles import secrets_of

__all__ = ["players"]
Two = tuple[Player, Player, Path]


def typed(monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(words))


def test_everything_goes_through_standard_input_and_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    azure, amber = (Player(tmp_path / name, monkeypatch, capsys) for name in ("azure", "amber"))
    assert azure("list") == azure() == "", "nothing is said where there is nothing"
    invited = azure("invite", LIGHT, "--days", 9)
    assert invited.startswith(BEGIN)
    typed(monkeypatch, f"Dear Amber,\n\n{invited}\nYours, Azure")
    accepted = amber("accept", "-")
    assert accepted.startswith(BEGIN)
    typed(monkeypatch, accepted)
    assert "You decide." in azure("take")
    typed(monkeypatch, accepted)
    assert azure("take", "-") == "", "what is known is passed over, and nothing is said"
    typed(monkeypatch, "halyard: P1+2\n\nazure: lock\n")
    sent = azure("hand", "--file", "-")
    assert sent.startswith(BEGIN) and "halyard" not in sent.lower()
    typed(monkeypatch, sent)
    assert "You decide." in amber("take", "-")
    again = azure("resend")
    assert frames_of(again) == frames_of(invited + sent)
    assert azure("resend", "--from", 1) == sent and azure("resend", "--from", 9) == ""
    assert azure("resend", "--all").count("-----DEAD RECKONING 1-----") == again.count("-----DEAD RECKONING 1-----") + 1


def test_an_invitation_says_how_plans_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    azure = Player(tmp_path / "azure", monkeypatch, capsys)
    for asked, value in (((), b"plans"), (("--plans", "off"), b"off"), (("--plans", "standing"), b"standing")):
        invited = frames_of(azure("invite", LIGHT, *asked))[0][0]
        assert re.search(rb"plans: \W*" + value, invited)
    reactors = ROOT / "scenarios/power_hex/karun_light.yaml"
    assert "has no plans" in azure("invite", reactors, "--plans", "standing", code=2)


def frames_of(text: str) -> list[tuple[bytes, bytes]]:
    return list(frames(text))


def test_wrong_usage_is_told_with_exit_code_2(players: Two, tmp_path: Path) -> None:
    azure, _, shared = players
    empty = Player(tmp_path / "empty", azure.monkeypatch, azure.capsys)
    acts = [["show"], ["hand"], ["claim"], ["resend"], ["export", "--out", "x"], ["seat", "--out", "x"]]
    for words in acts:
        assert "There is no far battle yet." in empty(*words, code=2)
    acts = [["frobnicate"], ["invite"], ["invite", str(LIGHT), "--days", "0"], ["invite", str(LIGHT), "--days", "999"]]
    acts += [["verify"], ["resend", "--from", "-1"], ["hand", "--take-back", "x"]]
    for words in acts:
        with pytest.raises(SystemExit) as ended:
            azure(*words)
        assert ended.value.code == 2
    assert "Nothing has been ordered" in azure("hand", "--take-back", 1, code=2)
    assert "order such as" in azure("hand", "halyard P1", code=2)
    assert "one line" in azure("hand", "--say", "a\x1b[2J", code=2)
    assert "one line" in azure("hand", "--say", "x" * 2001, code=2)
    assert "cannot be written" in azure("resend", "--to", tmp_path / "no" / "folder" / "x", code=2)
    assert "Say where the seat" in azure("seat", code=2)
    assert not list(shared.glob("*0001*"))


def test_faulty_files_are_told_with_exit_code_1(players: Two, tmp_path: Path) -> None:
    azure, amber, shared = players
    faulty = tmp_path / "faulty.yaml"
    faulty.write_text("battle: [", "utf-8")
    azure("invite", faulty, code=1)
    assert "a side that the battle does not have" in azure("invite", LIGHT, "--side", "nobody", code=1)
    fresh = tmp_path / "fresh.txt"
    fresh.write_text(
        invitation("ab" * 8, battle_text(load_start(LIGHT, seed=0)), secrets_of("ab" * 8, "azure")).text(), "utf-8"
    )
    assert "say which side you play: amber" in amber("accept", fresh, "--side", "azure", code=1).lower()
    assert "no file of a far battle" in amber("verify", faulty, code=1)
    assert "battle that you do not play" in azure("take", fresh, code=1)
    assert "There are several invitations" in azure("verify", fresh, shared, code=1)
    (acceptance,) = shared.glob("*amber*")
    assert "no invitation" in azure("verify", acceptance, code=1)


def test_an_invitation_is_accepted_once(players: Two) -> None:
    azure, amber, shared = players
    (invitation_file,) = shared.glob("*azure*")
    before = {path: path.read_bytes() for path in amber.folder.rglob("*") if path.is_file()}
    assert "You play the battle" in amber("accept", invitation_file, code=2)
    assert "You play the battle" in azure("accept", invitation_file, code=2)
    assert {path: path.read_bytes() for path in before} == before


def test_another_player_who_accepts_too_is_refused(players: Two, tmp_path: Path) -> None:
    azure, _, shared = players
    (invitation_file,) = shared.glob("*azure*")
    third = Player(tmp_path / "third", azure.monkeypatch, azure.capsys)
    third("accept", invitation_file, "--to", tmp_path / "late.txt")
    assert "not from this battle's players" in azure("take", tmp_path / "late.txt", code=1)
    assert "You decide." in azure("list")


def test_a_claim_breaks_the_battle_off_until_the_missing_file_comes(players: Two) -> None:
    azure, amber, shared = players
    azure("hand", "halyard: P1", "azure: lock", "--to", shared)
    azure("claim", "--to", shared)
    amber("take", shared)
    assert "Azure League has broken it off at step 2." in amber("verify", shared)
    amber("hand", "kiln: +1", "amber: lock", "--to", shared)
    azure("take", shared)
    azure("hand", "--to", shared)
    assert "broken" not in amber("verify", shared)
    assert "Kiln" in amber("take", shared)


def test_a_folder_is_verified_and_a_forged_file_in_it_is_told(players: Two) -> None:
    azure, amber, shared = players
    azure("hand", "halyard: P1", "azure: lock", "--to", shared)
    said = amber("verify", shared)
    assert "Azure League: 2 files, each signed" in said and "Waiting for Amber Pact to decide." in said
    (one,) = shared.glob("*azure-1.txt")
    text = one.read_text("utf-8")
    one.write_text(text.replace(text.splitlines()[4], text.splitlines()[5]), "utf-8")
    assert "changed" in amber("verify", shared, code=1)
    assert "changed" in amber("take", shared, code=1)
    one.write_text(text, "utf-8")
    assert "You decide." in amber("take", shared)


def test_a_seat_is_not_moved_without_its_password_or_when_it_was_changed(players: Two, tmp_path: Path) -> None:
    azure, _, _ = players
    good, short, none, seat = (tmp_path / name for name in ("good", "short", "none", "seat.txt"))
    good.write_text("long enough\n")
    short.write_text("short")
    none.write_text("")
    for password in (short, none):
        assert "at least" in azure("seat", "--out", seat, "--password", password, code=2)
    assert azure("seat", "--out", seat, "--password", good) == f"{seat}\n"
    there = Player(tmp_path / "there", azure.monkeypatch, azure.capsys)
    text = seat.read_text("utf-8")
    seat.write_text(text.replace(text[40:44], "AAAA"), "utf-8")
    there("seat", "--in", seat, "--password", good, code=1)
    seat.write_text(text[:2000], "utf-8")
    there("seat", "--in", seat, "--password", good, code=1)
    seat.write_text(text, "utf-8")
    assert there("list") == ""
    assert "You decide." in there("seat", "--in", seat, "--password", good)
    assert "already" in there("seat", "--in", seat, "--password", good, code=2)


def test_nothing_is_exported_before_the_battle_has_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    azure = Player(tmp_path / "azure", monkeypatch, capsys)
    azure("invite", LIGHT)
    assert "has not begun" in azure("export", "--out", tmp_path / "save.yaml", code=2)
    assert "Waiting for Amber Pact to accept the invitation." in azure("show")


def test_a_saved_battle_holds_no_sealed_order(players: Two, tmp_path: Path) -> None:
    azure, _, shared = players
    azure("hand", "halyard: P1+2", "azure: lock", "--to", shared)
    azure("export", "--out", tmp_path / "save.yaml")
    assert "P1+2" not in (tmp_path / "save.yaml").read_text("utf-8")
    assert main(["replay", str(tmp_path / "save.yaml"), "--side", "amber"]) == 0


def test_the_battle_is_named_where_there_are_several(players: Two, tmp_path: Path) -> None:
    azure, _, _ = players
    azure("invite", LIGHT, "--to", tmp_path / "second.txt")
    assert "Say which battle:" in azure("show", code=2)
    first = azure("list").splitlines()[0].partition(":")[0]
    assert first in azure("show", "--battle", first[:4])


def test_a_harmed_battle_is_listed_with_a_sentence(players: Two) -> None:
    azure, _, _ = players
    (seat,) = azure.folder.glob("far/*/seat")
    seat.write_text("{}")
    assert (
        f"{seat.parent.name}: The files of the battle {seat.parent.name} are harmed: its seat cannot be read."
        in azure("list")
    )
    assert "harmed" in azure("show", code=1)


def test_a_battle_is_taken_off_the_list_and_put_back(players: Two, tmp_path: Path) -> None:
    azure, amber, shared = players
    name = azure("list")[:16]
    assert "It is under way: break it off first" in azure("remove", name, code=2)
    assert "no one battle ffff" in azure("remove", "ffff", code=2)
    azure("hand", "azure: lock", "--to", shared)
    azure("claim", "--to", tmp_path / "claim.txt")
    azure("remove", name[:4])
    assert azure("list") == ""
    amber("take", shared)
    amber("hand", "amber: lock", "--to", shared)
    assert f"far remove --undo {name} puts it back" in azure("take", shared, code=1)
    assert "No one battle ffff" in azure("remove", "ffff", "--undo", code=2)
    azure("remove", name, "--undo")
    assert "You decide." in azure("take", shared), "their file takes it up again"


def test_another_person_takes_a_seat_over(players: Two, tmp_path: Path) -> None:
    azure, amber, shared = players
    cleo = Player(tmp_path / "cleo", azure.monkeypatch, azure.capsys)
    word, seat = tmp_path / "word.txt", tmp_path / "seat.txt"
    word.write_text("open sesame\n", encoding="utf-8")
    azure("hand", "azure: lock", "--to", shared)
    amber("take", shared)
    amber("seat", "--out", seat, "--password", word)
    cleo("seat", "--in", seat, "--password", word, "--hand-on", "--to", shared)
    cleo("hand", "amber: lock", "--to", shared)
    azure("take", shared)
    assert "Amber Pact was handed to another person by its no. 1." in azure("show")
    azure("hand", "--to", shared)
    assert "Amber Pact was handed to another person by its no. 1." in cleo("verify", shared)
    amber("hand", "amber: lock", "--to", tmp_path / "late.txt")
    assert "signed two different files no. 1" in azure("take", tmp_path / "late.txt", code=1)
