"""A third program follows a battle from its files, and sees what everybody may see."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cli.main import main
from game.far.store import StoredBattle


def test_a_passer_by_reads_what_is_open_and_no_order_that_is_locked(
    two_homes: tuple[StoredBattle, StoredBattle], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    azure, amber = two_homes
    folder = tmp_path / "shared"
    folder.mkdir()

    def share(one: StoredBattle) -> None:
        for no, path in enumerate(one.own):
            (folder / one.sent_name(no)).write_bytes(path.read_bytes())

    def watched() -> str:
        assert main(["far", "watch", str(folder)]) == 0
        return capsys.readouterr().out

    piece = next(one.waiting[0] for one in azure.table.battle.prompts() if one.side == "azure")
    azure.table.give(piece, "P1")
    azure.table.give("azure", "lock")
    amber.take(azure.about(azure.hand_over("Good hunting")))
    for one in (azure, amber):
        share(one)
    seen = watched()
    assert "Waiting for" in seen and "Good hunting" in seen and "P1" not in seen
    amber.table.give("amber", "lock")
    azure.take(amber.about(amber.hand_over()))
    amber.take(azure.about(azure.hand_over_due()))  # type: ignore[arg-type]
    for one in (azure, amber):
        share(one)
    name = azure.table.battle.state.names[piece]
    assert f"{name} moves" in watched()
