"""What rules keep in the state from one phase to another."""

from __future__ import annotations

import re
from pathlib import Path

from game.core.state import AnyState, PhaseData, PieceData, State, Table

GAME = Path(__file__).resolve().parents[3] / "game"
PREY = PhaseData[tuple[str, ...]]("prey", ())
BEGAN = PieceData[int | None]("began", None)


def empty() -> AnyState:
    return State({}, {}, Table(), {}, {})


def test_a_value_is_the_default_until_it_is_set_and_once_it_is_cleared() -> None:
    state = empty()
    assert PREY.of(state) == ()
    PREY.set(state, ("missile",))
    assert PREY.of(state) == ("missile",)
    PREY.clear(state)
    PREY.clear(state)
    assert PREY.of(state) == () and not state.kept
    PREY.to(("fighters",))(state)
    assert PREY.of(state) == ("fighters",)


def test_pieces_have_values_of_their_own() -> None:
    state = empty()
    PREY.set(state, ("missile",))
    BEGAN.set(state, "lancet", 0)
    BEGAN.set(state, "vesper", 6)
    assert BEGAN.of(state, "lancet") == 0 and BEGAN.of(state, "kiln") is None
    assert BEGAN.all(state) == {"lancet": 0, "vesper": 6}
    BEGAN.clear(state, "lancet")
    assert BEGAN.all(state) == {"vesper": 6}


def test_a_copy_of_a_state_keeps_what_the_other_changes() -> None:
    state = empty()
    PREY.set(state, ("missile",))
    other = state.copy()
    PREY.set(state, ())
    assert PREY.of(other) == ("missile",)


def test_no_name_is_declared_twice() -> None:
    declared = [
        name
        for path in GAME.rglob("*.py")
        if path.name != "state.py"
        for name in re.findall(r'P(?:hase|iece)Data\[.*\]\("(\w+)"', path.read_text(encoding="utf-8"))
    ]
    assert len(declared) > 15 and len(declared) == len(set(declared))
