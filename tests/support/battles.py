"""Battles for tests: small ones laid out from text, and every scenario of the game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from game.battle.designs import ROOT
from game.battle.idling import nothing_more
from game.battle.loader import Opened, open_battle
from game.core.state import AnyState
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from tests.support.narrowing import each

SCENARIOS = sorted(
    (path for path in (ROOT / "scenarios").glob("*/*.yaml") if path.parent.name != "lessons"),
    key=lambda path: (path.parent.name != "full_thrust", path),
)
OF_THRUST = [path for path in SCENARIOS if path.parent.name not in ("full_sail", "power_hex")]  # of space and hexes
# of games with fleets of their own, by folder
SIDES_OF = {"full_sail": ("merrow", "auvrac"), "power_hex": ("halden", "oreth")}
FLEETS_OF = {
    **dict.fromkeys(("hexcess", "easyhex", "hex12"), ("Tessera League", "Kessarine Levy")),
    "full_thrust": ("Azure League", "Amber Pact"), "full_sail": ("Merrow", "Auvrac"),
    "power_hex": ("Halden Concord", "Oreth Lattice"),
}  # fmt: skip
# a house rule that is off, of games with rules of their own
RULE_OF = {"full_sail": "last_row_fire", "power_hex": "naturals"}
IN_SPACE = [path for path in SCENARIOS if path.parent.name == "full_thrust"]  # of the first game in the menu


def paper(
    title: str, ships: str, system: str = "full-thrust", seed: int = 3, table: str = "", edged: bool = False
) -> str:
    """Return the text of a battle file with two sides. `ships` is the text of its ships and of everything after
    them. With `edged`, the sides own the left and right edge."""
    names = ("Azure League", "Amber Pact") if system == "full-thrust" else ("Tessera League", "Kessarine Levy")
    head = [f"title: {title}", f"system: {system}", f"seed: {seed}", *([f"table: {table}"] if table else []), "sides:"]
    for side, name, edge in zip(("azure", "amber"), names, ("left", "right")):
        head.append(f"  {side}: {{name: {name}{f', edge: {edge}' if edged else ''}}}")
    return "\n".join([*head, "ships:", ships])


DUEL = paper(
    "A duel",
    """\
  lancet: {side: azure, design: lancet, at: [20, 20], course: 3, velocity: 6}
  vesper: {side: amber, design: vesper, at: [44, 20], course: 9, velocity: 6}
""",
)

TWO_GROUPS = paper(
    "Two groups",
    """\
  rookery: {side: azure, design: rookery, at: [8, 6], course: 3, velocity: 0}
  cinder:  {side: amber, design: cinder, at: [32, 14], course: 9, velocity: 0}
  bellows: {side: amber, design: bellows, at: [35, 18], course: 9, velocity: 0}
counters:
  rookery.HGRa: {at: [28, 14], course: 3}
  rookery.HGRb: {at: [28, 16], course: 3}
""",
    table="{width: 44, height: 28}",
)


def laid(
    folder: Path,
    text: str = DUEL,
    name: str = "battle.yaml",
    *,
    seed: int | None = None,
    house: Mapping[str, object] | None = None,
    players: Mapping[str, str] | None = None,
) -> Opened:
    """Write a battle file with this text, and return it opened."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return open_battle(path, seed=seed, house=house, players=players)


def thrust_state(state: AnyState) -> ThrustState:
    """Return the state as that of Full Thrust or one of its games on hexes."""
    each(state.ships.values(), Ship)
    return state


def order(opened: Opened, by: str, text: str, dice: list[int] | None = None) -> None:
    """Play an order in notation."""
    opened.battle.play(opened.battle.read(by, text), dice)


def idle(opened: Opened, phase: str) -> None:
    """Play idle orders until a phase of this name asks for an order."""
    for _ in range(500):
        if opened.battle.phase.name == phase:
            return
        order_left = nothing_more(opened.battle)
        assert order_left is not None
        opened.battle.play(order_left)
    raise AssertionError(f"never came to {phase}")


def unmarked(save: str) -> str:
    """Return the text of a save without digests, version and end mark, as older versions wrote it."""
    comments = r"^# (the last line of this save is|written by|end =).*\n"
    return re.sub(rf" # =[0-9a-f]{{10}}$|{comments}", "", save, flags=re.MULTILINE)
