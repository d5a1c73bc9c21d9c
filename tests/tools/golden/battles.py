"""Golden battles: every scenario fought by random players and written down, line by line, to be read as a diff.

`make golden` writes them again; a test compares. After each order stand the dice, the log, who is asked, and what each
side now sees otherwise than before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

from game.battle.battle import Battle, Record, View
from game.battle.loader import open_battle
from game.board.geometry import Point, in_thousandths
from game.core.orders import Prompt
from game.players.match import Match
from game.rules.ships.ship import Ship
from game.systems.full_sail.ships.ship import SailingShip
from game.systems.power_hex.ships.ship import PowerShip
from tests.tools.golden.text import FOLDER

SEED = 1
TURNS = {"long_line": 2, "salt_convoy": 5, "tavira_passage": 6, "watchmakers": 6, "crossed_swords": 6}  # enough to read


def golden_of(scenario: Path) -> Path:
    """Return where the golden battle of a scenario is kept."""
    return FOLDER / scenario.parent.name / f"{scenario.stem}.txt"


def text_of(scenario: Path) -> str:
    """Return the battle as text."""
    opened = open_battle(scenario, seed=SEED)
    return "\n".join(lines_of(opened.battle, opened.file.title, TURNS.get(scenario.stem))) + "\n"


def lines_of(battle: Battle, title: str, turns: int | None) -> Iterator[str]:
    """Yield every line of the text."""
    yield f"{title}, {battle.system.key}, seed {battle.seed}"
    sides = list(battle.state.sides)
    match = Match(battle, dict.fromkeys(sides, "random"), SEED)
    seen = {side: sights(battle.view(side)) for side in sides}
    yield from (f"    {line}" for line in seen[sides[0]].values())
    place, asked = None, None
    while turns is None or battle.state.turn <= turns:
        if place != (place := (battle.state.turn, battle.phase.number)):
            yield f"Turn {place[0]}, {place[1]} {battle.phase.name}"
        if asked != (asked := " ".join(map(prompt_line, battle.prompts()))):
            yield f"  asked {asked or 'nobody'}"
        record = match.step()
        if record is None:
            break
        yield from order_lines(record)
        now = {side: sights(battle.view(side)) for side in sides}
        yield from changes(seen, now)
        seen = now


def prompt_line(prompt: Prompt) -> str:
    """Return who is asked, and which ships still lack an order."""
    return f"{prompt.side}({', '.join(prompt.waiting)})"


def order_lines(record: Record) -> Iterator[str]:
    """Yield an order with its dice, and the result."""
    faces = f"  [{' '.join(map(str, record.faces))}]" if record.faces else ""
    yield f"> {record.order.by}: {record.order}{faces}"
    for line in record.log:
        yield f"  {line.turn}.{line.phase} {line} | {line.rule}"


def sights(view: View) -> dict[str, str]:
    """Return what a side sees, one line for each ship and one for the table."""
    found = {key: ship_line(view, key, ship) for key, ship in view.state.ships.items()}
    bodies = ", ".join(f"{body.name} {lies(body.at)}" for body in view.state.table.bodies)
    return found | {"table": f"table {view.state.table.width:g}x{view.state.table.height:g} {bodies}".rstrip()}


def lies(point: Point) -> str:
    """Return a place, to 0.001 MU."""
    x, y = in_thousandths(point)
    return f"{x:g},{y:g}"


TOLD_ELSEWHERE = ("id", "name", "side", "at", "course", "facing", "velocity", "heading", "design")


def ship_line(view: View, key: str, ship: Any) -> str:
    """Return a ship in one line: place, motion, boxes, what is out of order, what it is ordered to do."""
    course = ship.course if ship.heading is None else f"{ship.heading:g}°"
    parts = [f"{key} {lies(ship.at)} c{course} f{ship.facing} v{ship.velocity}"]
    if isinstance(ship, SailingShip):
        return "; ".join([*parts, *under_sail(ship), *ordered(view, key)])
    if isinstance(ship, PowerShip):
        return "; ".join([*parts, *under_power(ship), *ordered(view, key)])
    if not isinstance(ship, Ship):  # of a game that has just been added
        told = [f"{one.name} {getattr(ship, one.name)}" for one in fields(ship) if one.name not in TOLD_ELSEWHERE]
        return "; ".join([*parts, *told, *ordered(view, key)])
    parts.append(
        f"hull {ship.hull}/{ship.design.hull} armour {'+'.join(map(str, ship.armour)) or 0} thrust {ship.thrust}"
    )
    parts += [
        f"{name} {' '.join(sorted(getattr(ship, name)))}" for name in ("lost", "killed", "spent") if getattr(ship, name)
    ]
    parts += ["inverted"] * ship.inverted + [f"clocks {dict(ship.timers)}"] * bool(ship.timers)
    parts += [ship.removed_reason] * bool(ship.removed_reason)
    return "; ".join([*parts, *ordered(view, key)])


def under_sail(ship: SailingShip) -> Iterator[str]:
    """Yield what is left of a sailing ship, and what has befallen it."""
    yield f"{ship.side} rows {'/'.join(map(str, ship.row_left))} crew {ship.crew}+{ship.marines} masts {ship.masts}"
    yield from (f"lost {' '.join(sorted(ship.lost))}",) * bool(ship.lost)
    told = {"adrift": ship.adrift, "anchored": ship.anchored, "no anchor": not ship.anchor, "struck": ship.struck}
    yield from (word for word, is_so in told.items() if is_so)
    yield from (f"burns since {ship.fire_from}",) * ship.burning
    yield from (ship.removed_reason,) * bool(ship.removed_reason)


def under_power(ship: PowerShip) -> Iterator[str]:
    """Yield what is left of a ship of reactors and late turns, and what its guns hold."""
    yield f"vector {ship.vector} initiative {ship.total}"
    yield f"craft {ship.craft}" if ship.flight else f"lost { ({key: n for key, n in ship.lost.items() if n}) }"
    yield f"charge {' '.join(f'{key}:{n}' for key, n in ship.charge.items())}"
    yield from (f"out {' '.join(sorted(ship.out))}",) * bool(ship.out)
    yield from (f"turning {ship.carried}",) * bool(ship.carried[1])
    yield from ("rolled",) * ship.rolled
    yield from (ship.removed_reason,) * bool(ship.removed_reason)


def ordered(view: View, key: str) -> list[str]:
    """Return what a ship is ordered to do, if that can be seen."""
    return [f"ordered {view.state.sealed.get(key)}"] * (key in view.state.sealed)


def changes(before: dict[str, dict[str, str]], now: dict[str, dict[str, str]]) -> Iterator[str]:
    """Yield the lines that changed, once where all sides see them alike, else for each side."""
    first = next(iter(now.values()))
    for key in first:
        lines = {side: seen[key] for side, seen in now.items() if seen[key] != before[side][key]}
        if len(lines) == len(now) and len(set(lines.values())) == 1:
            yield f"    {first[key]}"
        else:
            yield from (f"    {side} sees {line}" for side, line in lines.items())
