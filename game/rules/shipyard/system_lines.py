"""Lines of systems in a design file, and the changes that the yard makes to them (full-thrust-base/8.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from game.board.geometry import ARCS, QUARTERS
from game.core.forms import Arcs
from game.core.values import Data, Entry, Value
from game.rules.ships.design import F3, SYSTEM_KINDS, Mount, keyed_mounts
from game.rules.shipyard.build_rules import impossible_arcs
from game.rules.shipyard.design_schema import ALL_ROUND, LOADED, DesignFile, mounts_of
from game.rules.shipyard.price_tables import MODES

FIRST_LOAD = {"magazine": 4, "cargo": 10, "bay": 6}  # MASS of a new system


def lines_of(entry: Entry) -> list[Data]:
    return [dict(line) for line in entry.get("systems") or ()]


def systems(data: DesignFile, lines: Sequence[Entry], origins: Sequence[int | None]) -> Data:
    """Return the change to other lines of systems. `origins` are the indexes they had. The named groups of hangars keep
    their names."""
    change: Data = {"systems": list(lines) or None}
    if not data.groups:
        return change
    named: dict[tuple[int, int], str] = {}
    hangars = iter([mount.key for mount in mounts_of(data) if mount.kind == "hangar"])
    for n, line in enumerate(data.systems):
        if line.kind == "hangar":
            named |= {(n, nth): data.groups.get(next(hangars), "") for nth in range(line.count)}
    after = [
        named.get((-1 if origin is None else origin, nth), "")
        for line, origin in zip(lines, origins)
        if line["kind"] == "hangar"
        for nth in range(int(line.get("count", 1)))
    ]
    keys = [mount.key for mount in keyed_mounts(Mount("", "hangar") for _ in after)]
    groups = {key: name for key, name in zip(keys, after) if name}
    return change | {"groups": groups or None}


def _with_line(lines: Sequence[Entry], index: int, **changes: object) -> list[Entry]:
    """Return the lines of a design with fields of one of them changed. None leaves a field out."""
    changed = {name: value for name, value in {**lines[index], **changes}.items() if value is not None}
    return [*lines[:index], changed, *lines[index + 1 :]]


def change_line(entry: Entry, data: DesignFile, nth: int, **changes: Value) -> Data:
    """Return the change of fields of the nth line of systems."""
    return systems(data, _with_line(lines_of(entry), nth, **changes), range(len(data.systems)))


def remove_lines(entry: Entry, data: DesignFile, *which: int) -> Data:
    """Return the change that takes out lines of systems."""
    kept = [n for n in range(len(data.systems)) if n not in which]
    lines = lines_of(entry)
    return systems(data, [lines[n] for n in kept], kept)


def move_line(entry: Entry, data: DesignFile, nth: int, to: int) -> Data:
    """Return the change that moves the nth line of systems to another index."""
    order = [n for n in range(len(data.systems)) if n != nth]
    order.insert(to, nth)
    lines = lines_of(entry)
    return systems(data, [lines[n] for n in order], order)


def set_line_arcs(entry: Entry, data: DesignFile, nth: int, arcs: Arcs) -> Data:
    """Return the change of arcs of the nth line, written as one word where there is one."""
    line = data.systems[nth]
    return change_line(entry, data, nth, arcs=_arcs_said(line.kind, line.level, arcs, data.profile))


def one_turned(entry: Entry, data: DesignFile, nth: int, arcs: Arcs) -> Data:
    """Return the change of arcs of one system of the nth line. It joins a line of systems that bear alike, or begins
    one behind its own."""
    line, written = data.systems[nth], lines_of(entry)
    one = _plain({**written[nth], "arcs": _arcs_said(line.kind, line.level, arcs, data.profile)})
    lines = _with_line(written, nth, count=line.count - 1 if line.count > 2 else None)
    alike = next((n for n, other in enumerate(lines) if n != nth and _plain(other) == one), None)
    if alike is not None:
        return systems(data, _with_line(lines, alike, count=data.systems[alike].count + 1), range(len(lines)))
    origins: list[int | None] = [*range(nth + 1), None, *range(nth + 1, len(lines))]
    return systems(data, [*lines[: nth + 1], one, *lines[nth + 1 :]], origins)


def _plain(line: Entry) -> Data:
    """Return a line without its count."""
    return {name: value for name, value in line.items() if name != "count" and value is not None}


def mode_said(kind: str, mode: str) -> str | None:
    """Return a mode as a line writes it; None for one without a name of its own."""
    return None if mode in ("", kind) else mode


def _arcs_said(kind: str, level: int, arcs: Arcs, profile: str) -> Value:
    """Return arcs as a line writes them; None for a class-1 gun that bears all round, which needs no words."""
    if len(arcs) == len(ARCS):
        return None if level == 1 and kind in ("beam", "kgun") else "all"
    order = QUARTERS if profile == "FT2" else ARCS
    return clockwise(sorted(arcs, key=order.index), order)


def clockwise(arcs: Sequence[str], order: Arcs) -> list[str]:
    """Return arcs in the order in which designs are written, clockwise: FP F FS."""
    start = next((arc for arc in arcs if order[order.index(arc) - 1] not in arcs), arcs[0] if arcs else "")
    turn = [order[(order.index(start) + n) % len(order)] for n in range(len(order))] if start else []
    return [arc for arc in turn if arc in arcs]


def runs(profile: str) -> list[Arcs]:
    """Return every run of adjacent arcs, the shortest first."""
    order = QUARTERS if profile == "FT2" else ARCS
    found = [
        tuple(order[(start + n) % len(order)] for n in range(count))
        for count in range(1, len(order))
        for start in range(len(order))
    ]
    return [tuple(sorted(run, key=order.index)) for run in found] + [order]


@cache
def turned_about(mount: Mount, profile: str) -> tuple[Mount, ...]:
    """Return a mount with every set of arcs into which it may bear, the fewest first."""
    every = (replace(mount, arcs=arcs) for arcs in runs(profile))
    return tuple(one for one in every if not impossible_arcs(one, profile))


def new_line(kind: str, level: int, profile: str, at: str = "") -> Data:
    """Return a line with one system of a kind, with everything that can be chosen about it. `at` is the arc in the
    middle of those it bears into, if it can be."""
    known, mode = SYSTEM_KINDS[kind], mode_said(kind, MODES.get(kind, ("",))[0])
    line: Data = {"kind": kind} | ({"class": level} if known.classed else {}) | ({"mode": mode} if mode else {})
    if kind in FIRST_LOAD:
        line["mass"] = FIRST_LOAD[kind]
    if known.arcs is None or kind in ALL_ROUND:
        return line
    order = QUARTERS if profile == "FT2" else ARCS
    first = Mount(
        "", kind, level, F3 if (kind, level) == ("beam", 2) and profile != "FT2" else known.arcs or (order[0],)
    )
    wanted = [one.arcs for one in turned_about(first, profile)]
    usual = next((arcs for arcs in wanted if set(arcs) == set(first.arcs)), wanted[0] if wanted else ())
    if at and len(usual) < len(order):
        usual = next((arcs for arcs in wanted if len(arcs) == len(usual) and _middle(arcs, order) == at), usual)
    arcs = _arcs_said(kind, level, usual, profile)
    return {**line, "arcs": arcs} if arcs else line


def _middle(arcs: Arcs, order: Arcs) -> str:
    run = clockwise(arcs, order)
    return run[len(run) // 2] if len(run) % 2 else run[0]


def add_system(entry: Entry, data: DesignFile, kind: str, level: int, at: str = "") -> Data:
    """Return the change that puts a system aboard, beside those of its kind. A kind that leaves nothing to choose
    shares their line."""
    lines, line = lines_of(entry), new_line(kind, level, data.profile, at)
    same = [n for n, one in enumerate(data.systems) if one.kind == kind]
    plain = kind not in MODES and kind not in LOADED and (SYSTEM_KINDS[kind].arcs is None or kind in ALL_ROUND)
    if same and plain:
        return change_line(entry, data, same[0], count=data.systems[same[0]].count + 1)
    where = same[-1] + 1 if same else len(lines)
    origins: list[int | None] = [*range(where), None, *range(where, len(lines))]
    return systems(data, [*lines[:where], line, *lines[where:]], origins)
