"""Battles of three sides: by texts alone, on three disks, and on the command line."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from game.battle.loader import load_start
from game.far import store
from game.far.far_battle import awaited_words, gather
from game.far.messages.ledger import Known
from game.far.messages.message import NotTaken, OpenPart
from game.far.store import StoredBattle
from tests.far.command.test_far_command import Player
from tests.support.players.far_battles import LINKS, begun, decide, fight, settled, three_sides
from tests.support.players.far_hostile import position


@pytest.mark.parametrize("house", [{}, {"plans": "plans"}], ids=["phase by phase", "plans"])
def test_three_programs_and_a_fourth_hold_the_same_battle(tmp_path: Path, house: dict[str, object]) -> None:
    duel = begun(three_sides(tmp_path), 1, house)
    fight(duel, turns=4)
    fourth = gather(Random(1).sample(duel.texts, len(duel.texts)), LINKS)
    held = [settled(far.replica) for far in (fourth, *(table.far for table in duel.tables.values()))]
    longest = max(held, key=len)
    assert len(longest) > 40 and all(records == longest[: len(records)] for records in held)
    assert len({table.far.words for table in duel.tables.values()} | {fourth.words}) == 1
    assert any(record.faces for record in longest)


def test_all_but_the_last_lock_and_two_seats_give_the_dice_of_a_shot(tmp_path: Path) -> None:
    duel = begun(three_sides(tmp_path))
    fight(duel, turns=4)
    parts = [
        part for table in duel.tables.values() for one in table.far.ledger.messages[table.seat] for part in one.parts
    ]
    answers = {part.step for part in parts if isinstance(part, OpenPart) and not part.salts}
    for step in answers:
        locks = [part for part in parts if part.kind == "lock" and getattr(part, "step", 0) == step]
        assert len(locks) == 2, "the third answers in the clear"
    draws: dict[int, int] = {}
    for part in parts:
        if part.kind == "draw":
            step = getattr(part, "step", 0)
            draws[step] = draws.get(step, 0) + 1
    assert set(draws.values()) >= {2, 3}


def test_three_players_play_on_three_disks(tmp_path: Path) -> None:
    path = three_sides(tmp_path)
    with ExitStack() as disks:
        azure = disks.enter_context(store.invite(load_start(path, seed=0), "azure", folder=tmp_path / "azure"))
        invited = azure.own[0].read_text(encoding="utf-8")
        with pytest.raises(NotTaken, match="say which side you play: amber or jade"):
            store.accept(invited, folder=tmp_path / "nobody")
        others = [disks.enter_context(store.accept(invited, seat, tmp_path / seat)) for seat in ("jade", "amber")]
        players = [azure, *others]
        for number in range(24):
            exchange(players)
            one = players[number % 3]
            if one.table.begun:
                decide(one.table, Random(number), 99)
                if one.table.to_hand_over:
                    one.hand_over()
            elif number == 2:
                assert "to begin" in awaited_words(one.table.far)
        exchange(players)
        assert len({str(one.table.far.ledger.messages.keys()) for one in players}) <= 3
        assert azure.table.battle.state.turn > 1
        for one in players:
            before = position(one.table.far)
            one.close()
            with StoredBattle(one.path) as again:
                assert position(again.table.far) == before


def exchange(players: list[StoredBattle]) -> None:
    """Let everybody read everybody's files."""
    for one in players:
        for other in players:
            for path in other.own if one is not other else ():
                try:
                    one.take(path.read_text(encoding="utf-8"))
                except Known:
                    continue


def test_three_players_begin_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, shared = three_sides(tmp_path), tmp_path / "shared"
    shared.mkdir()
    azure, amber, jade = (Player(tmp_path / name, monkeypatch, capsys) for name in ("azure", "amber", "jade"))
    azure("invite", path, "--to", shared)
    invited = next(shared.iterdir())
    assert "Say which side you play: amber or jade." in jade("accept", invited, code=1)
    jade("accept", invited, "--side", "jade", "--to", shared)
    assert "Waiting for Amber Pact to accept the invitation." in azure("take", shared)
    amber("accept", invited, "--side", "amber", "--to", shared)
    assert "You decide." in azure("take", shared)
    azure("hand", "--computer", "random", "--to", shared)
    for player in (jade, amber):
        player("take", shared)
        player("hand", "--computer", "random", "--to", shared)
    azure("take", shared)
    azure("hand", "--to", shared)
    assert "Jade Host: 2 files, each signed" in amber("verify", shared)
