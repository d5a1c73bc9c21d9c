"""A turn in a real window: one side with a mouse, the other with keys; and a program killed in the middle of its
battle.

A process of its own plays under Xvfb; xdotool is its hand, what it shows is waited for, and what it has written to disk
is what it did.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from game.ui.app.program import Program
from tests.support.battles import paper
from tests.support.window.player import Shown
from tests.support.window.real_input import playing
from tests.support.window.two_players import Keys, Mouse

pytestmark = pytest.mark.window
BATTLE = "version: 1\n" + paper(
    "A turn in the window",
    """\
  lancet: {side: azure, design: lancet, at: [20, 20], course: 3, velocity: 6, lost: [PDSa]}
  vesper: {side: amber, design: vesper, at: [40, 20], course: 9, velocity: 4, lost: [PDSa]}
""",
    seed=11,
)

MOVED = "version: 1\nhouse: {manoeuvres: all, em.after_move: true}\n" + paper(
    "All have moved",
    """\
  lancet: {side: azure, design: lancet, at: [20, 20], course: 3, velocity: 6}
  halyard: {side: azure, design: halyard, at: [16, 14], course: 3, velocity: 6}
  vesper: {side: amber, design: vesper, at: [40, 20], course: 9, velocity: 4}
  cinder: {side: amber, design: cinder, at: [44, 26], course: 9, velocity: 4}
script:
- {by: azure, order: lock}
- {by: amber, order: lock}
""",
    seed=11,
)


def side_of(shown: Shown) -> str:
    return str(shown.screen.context.side if shown.stage != "ask" else shown.screen.model.side)


def test_a_whole_turn_by_real_mouse_and_keys(tmp_path: Path) -> None:
    path = tmp_path / "turn.yaml"
    path.write_text(BATTLE, encoding="utf-8")
    with playing(tmp_path, "play", str(path)) as hand:
        players = {"azure": Mouse(hand), "amber": Keys(hand)}
        while hand.saved().battle.state.turn == 1:
            shown = players["azure"].now()
            players[side_of(shown)].act(shown)
        battle, orders = hand.saved().battle, hand.orders()
    assert [line.split(":")[0] for line in orders[:4]] == ["lancet", "azure", "vesper", "amber"]
    shots = orders[4:6]
    assert {line.split(":")[0] for line in shots} == {"lancet", "vesper"} and all("fire " in line for line in shots)
    assert orders[6:] and all(": repair " in line for line in orders[6:]), orders
    assert (battle.state.turn, battle.phase.name) == (2, "Write orders")
    assert battle.verify() == []


def test_none_of_mine_is_said_by_mouse_and_by_a_key(tmp_path: Path) -> None:
    """Asked what his ships do after moving, either player says it once for all of them; then ships fire."""
    path = tmp_path / "home" / "saves" / "moved.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(MOVED, encoding="utf-8")
    with playing(tmp_path, "play", str(path)) as hand:
        mouse, keys = Mouse(hand), Keys(hand)
        shown = mouse.now()
        count, first = len(hand.orders()), side_of(shown)
        assert len(shown.screen.model.waiting) == 2
        mouse.press(mouse.same(shown, "pass"))
        assert hand.wait_for(count + 1)[-1] == f"{first}: PM no"
        shown = keys.now()
        keys.same(shown, "pass")
        hand.key("p")
        assert hand.wait_for(count + 2)[-1] == f"{side_of(shown)}: PM no" and side_of(shown) != first
        assert mouse.now().stage == "ask" and hand.saved().battle.phase.name == "Ships fire"
        assert hand.saved().battle.verify() == []


def test_a_program_that_is_killed_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEAD_RECKONING_HOME", str(tmp_path / "home"))
    chance = Random(7)
    # two persons: a computer player would go on by itself when the battle is taken up, and may end it
    with playing(tmp_path, settings="version: 1\nplayers: {amber: human}\n") as hand:
        player = Keys(hand)
        player.same(Shown("menu", Program().menu(), "Begin"), "Begin")
        hand.key("Right", "space")
        for _ in range(3):
            for _ in range(chance.randint(2, 6)):
                shown = player.now()
                if shown.stage != "over":
                    player.act(shown)
            before = hand.orders()
            hand.key("Up", "Right")  # in hand, not given: this alone is lost
            hand.kill()
            assert hand.orders() == before
            player.acted = None
            hand.start()
            menu = Shown("menu", Program().menu(), "continue")
            while menu.screen.moving:  # it looks into the saves, and makes previews of what is laid out
                menu.screen.tick(0.1)
                menu.draw()
            player.same(menu, "continue")
            hand.key("Return")  # and nothing more while the menu is there: Space would begin another battle
            menu.leaves(hand, "the battle in place of the menu")
            assert len(list((hand.home / "saves").glob("*.yaml"))) == 1, "no other battle was begun"
        assert player.now().stage in ("ask", "curtain", "over")
        assert hand.orders() == before and len(before) > 4 and hand.saved().battle.verify() == []
