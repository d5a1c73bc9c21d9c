"""Files of an earlier version: their folder, the fields they cover, and the battles they produce, as text."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from game.battle.designs import ROOT
from game.battle.loader import Opened, open_battle
from game.core.system import RuleSystem
from game.core.values import House
from game.demonstrations.demonstration import Demonstration
from game.formats.battle_schema import BattleFile
from game.formats.user_folders import DEMONSTRATIONS, SAVES, SCENARIOS
from game.formats.validation import document, validate
from game.formats.yaml_source import mapping
from game.rules.ships.thrust_state import ThrustState
from game.rules.shipyard.design_schema import DesignFile
from game.rules.shipyard.pricing import design_of, price
from game.sandbox.sandbox import Sandbox
from game.systems import SYSTEMS

FOLDER = ROOT / "tests" / "data" / "version_0_1"
HOME = FOLDER / "home"
EXPECTED = FOLDER / "expected"
SUMS = FOLDER / "digests.txt"
SAVED = sorted((HOME / SAVES).glob("*.yaml"))
SCENES = sorted((HOME / SCENARIOS).glob("*.yaml"))
SHOWN = sorted((HOME / DEMONSTRATIONS).glob("*.yaml"))
BUILT = sorted((FOLDER / "designs").glob("*.yaml"))
BOXES = sorted((FOLDER / "sandboxes").glob("*.yaml"))
Part = tuple[type[BaseModel], str]  # a model, and a field of it or `field=value`


SINCE = {"man.YL"}  # manoeuvres that `manoeuvres: all` did not include when the files were written


def expected(path: Path) -> str:
    """Return the stored text for a file."""
    return (EXPECTED / path.parent.name / f"{path.stem}.txt").read_text(encoding="utf-8")


# -- what a file holds -------------------------------------------------------------------------------------------------


def parts_of(model: type[BaseModel], seen: set[type[BaseModel]] | None = None) -> Iterator[Part]:
    """Yield every field of a model and of its nested models, and every value of a Literal field."""
    seen = set() if seen is None else seen
    if model in seen:
        return
    seen.add(model)
    for name, field in model.model_fields.items():
        yield model, name
        for kind in kinds_in(field.annotation):
            if isinstance(kind, type) and issubclass(kind, BaseModel):
                yield from parts_of(kind, seen)
            elif get_origin(kind) is Literal:
                yield from ((model, f"{name}={value}") for value in get_args(kind))


def kinds_in(annotation: Any) -> Iterator[Any]:
    """Yield the classes and Literals in an annotation."""
    if get_origin(annotation) in (Annotated, Union, UnionType, list, dict, tuple):
        for part in get_args(annotation):
            yield from kinds_in(part)
    else:
        yield annotation


def held(read: BaseModel, raw: Any) -> Iterator[Part]:
    """Yield the parts of a model that a file uses. `read` is the model instance read from the plain data `raw`."""
    for name, field in type(read).model_fields.items():
        said = field.alias or name
        if said not in mapping(raw):
            continue
        yield type(read), name
        chosen = [
            value for kind in kinds_in(field.annotation) if get_origin(kind) is Literal for value in get_args(kind)
        ]
        values = raw[said] if isinstance(raw[said], list) else [raw[said]]
        yield from ((type(read), f"{name}={value}") for value in values if value in chosen)
        yield from _held_within(getattr(read, name), raw[said])


def _held_within(read: Any, raw: Any) -> Iterator[Part]:
    """Yield the parts used inside a field: a model, a list or a mapping."""
    if isinstance(read, BaseModel):
        yield from held(read, raw)
    elif isinstance(read, list):
        for one, plain in zip(read, raw or ()):
            yield from _held_within(one, plain)
    elif isinstance(read, Mapping):
        for key, one in read.items():
            yield from _held_within(one, raw[key])


def held_by(path: Path, model: type[BaseModel]) -> Iterator[Part]:
    """Yield the parts of a model that the file at a path uses; for a battle also those of its inline designs."""
    doc = document(path)
    read = validate(doc, model)
    doc.settle()
    assert read is not None
    yield from held(read, doc.data)
    if isinstance(read, BattleFile):
        for raw in read.designs.values():
            yield from held(DesignFile.model_validate(raw, strict=False), raw)


# -- how it is written down --------------------------------------------------------------------------------------------


def opened_at(path: Path) -> Opened:
    """Return the battle of a file by the rules of its time; a save as it was left. The default seed is 1."""
    data = mapping(document(path).data)
    return open_battle(path, seed=data.get("seed", 1), house=rules_of_then(SYSTEMS[data["system"]]))


def rules_of_then(system: RuleSystem) -> House:
    """Return the values of newer house rules that reproduce the rules of earlier battles."""
    return {rule.key: rule.older for rule in system.house if rule.older is not None}


def state_text(opened: Opened) -> str:
    """Return the state of a battle, one line each for changed house rules, ships, counters and terrain."""
    battle = opened.battle
    state = battle.state
    usual = {rule.key: rule.default for rule in battle.system.house if rule.key not in SINCE}
    usual.update(rules_of_then(battle.system))
    lines = [f"{opened.file.title}, {battle.system.key}, seed {battle.seed}, {len(battle.records)} orders"]
    lines += [f"house {key} {state.house[key]}" for key in sorted(usual) if state.house[key] != usual[key]]
    lines += list(state_lines(state, battle.system))
    lines += [f"asked {one.side} ({', '.join(one.waiting)})" for one in battle.prompts()]
    return "\n".join(lines) + "\n"


def state_lines(state: ThrustState, system: RuleSystem) -> Iterator[str]:
    """Yield a line for everything in a state that a player could see or has sealed."""
    row = system.phase(state)
    over = state.outcome
    ended = f"won by {over.winner or 'nobody'} {dict(over.scores)}" if over else "not over"
    yield f"turn {state.turn}, phase {row.number}, {ended}, initiative {' '.join(state.initiative)}"
    yield from (f"side {key} {side.name}, {side.player}" for key, side in state.sides.items())
    yield from (f"ship {key} {ship_text(ship)}" for key, ship in state.ships.items())
    yield from (f"sealed {key} {order}" for key, order in sorted(state.sealed.items()) if row.secret)
    yield from (f"counter {key} {counter_text(one)}" for key, one in sorted(state.counters.items()))
    for body in state.table.bodies:
        yield (
            f"body {body.key} {body.kind} {body.name} {place(body.at)} r{body.radius:g} c{body.course} "
            f"v{body.velocity:g}"
        )
    yield from (f"mark {key} {value}" for key, value in sorted(state.kept.items()) if isinstance(value, int | str))


def place(point: tuple[float, float]) -> str:
    """Return a place as text, to 0.001 MU."""
    return ",".join(f"{round(number, 3) + 0.0:g}" for number in point)


def ship_text(ship: Any) -> str:
    """Return a ship in one line: place, motion, boxes, lost systems, and other values of its state."""
    heading = "" if ship.heading is None else f" h{ship.heading:.3f}"
    motion = f"at {place(ship.at)} c{ship.course}{heading} f{ship.facing} v{ship.velocity}"
    parts = [f"{ship.name}, {ship.side}, {ship.design.name} {motion}"]
    armour = "+".join(map(str, ship.armour)) or 0
    parts.append(f"hull {ship.hull}/{ship.design.hull} armour {armour} thrust {ship.thrust} crew {ship.quality}")
    named = {"lost": ship.lost, "killed": ship.killed, "spent": ship.spent, "marks": ship.status_flags}
    parts += [f"{name} {' '.join(sorted(values))}" for name, values in named.items() if values]
    parts += [f"drive hits {ship.drive_hits}, for good {ship.drive_gone}"] * bool(ship.drive_hits)
    parts += (
        ["inverted"] * ship.inverted + ["turned"] * ship.turned + [f"clocks {dict(ship.timers)}"] * bool(ship.timers)
    )
    return "; ".join(parts + [f"fate {ship.removed_reason}"] * bool(ship.removed_reason))


def counter_text(one: Any) -> str:
    """Return a counter in one line."""
    flown = f"count {one.count} age {one.age} flown {one.flown:g} wounds {one.wounds}"
    return f"at {place(one.at)} c{one.course} v{one.velocity}; {flown}; target {one.target or 'none'}"


def plans_text(box: Sandbox) -> str:
    """Return the plans of a sandbox with their orders and dice, and the table at the end of each."""
    lines = [f"{box.state.start['title']}, plan {box.branch.key} in hand, turn {box.turn}"]
    for plan in box.branches:
        lines.append(f"plan {plan.key} {plan.name}{', hidden' if plan.hidden else ''}")
        lines += [f"  T{step.turn} {step.by}: {step.order} {step.phase}".rstrip() for step in plan.steps]
        lines += [f"  dice {label} {' '.join(str(face) for face in faces)}" for label, faces in plan.dice.items()]
        course = box.course(plan.key)
        lines += [f"  fault {fault}" for fault in course.faults.values()]
        lines += [f"  {line}" for line in state_lines(course.battle.at(course.length), course.battle.system)]
    return "\n".join(lines) + "\n"


def shown_text(show: Demonstration) -> str:
    """Return a demonstration: its captions, the orders between them, and the table at the end."""
    lines = [f"orders {one.before} to {one.after}: {one.name} | {one.large} | {one.small}" for one in show.steps]
    return "\n".join(lines) + "\n" + state_text(show.opened)


def built_text(path: Path) -> str:
    """Return a design: mass, price, boxes, and the keys of its systems."""
    doc = document(path)
    data = validate(doc, DesignFile)
    doc.settle()
    assert data is not None
    design = design_of(data, path.stem, "")
    bill = price(design)
    craft = sum(line.points for line in bill.craft)
    lines = [
        f"{design.name}, {design.ship_class}: mass {bill.mass} of {bill.room}, {design.points} points, craft {craft}"
    ]
    lines.append(
        f"hull {design.hull} in {design.rows} rows, armour {design.armour} {design.shell}, thrust {design.thrust}"
    )
    for mount in design.mounts:
        lines.append(
            f"{mount.key} {mount.kind} level {mount.level} arcs {' '.join(mount.arcs)} {mount.mode} size {mount.size}"
        )
    return "\n".join(lines) + "\n"


def sums() -> str:
    """Return a line with a digest for each file of the folder, except the list of digests."""
    files = sorted(path for path in FOLDER.rglob("*") if path.is_file() and path.name != SUMS.name)
    digests = ((hashlib.blake2b(path.read_bytes(), digest_size=8).hexdigest(), path) for path in files)
    return "".join(f"{digest} {path.relative_to(FOLDER).as_posix()}\n" for digest, path in digests)
