"""The fate of a piece, read from the ways that a turn may go: what became of it, and the lines of the log that tell by what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from game.core.display import Point, Pose, Risk
from game.core.events import Event, EventKind
from game.core.forecast import Fate
from game.core.orders import Id
from game.core.state import AnyState
from game.core.system import RuleSystem

CAUSES: tuple[EventKind, ...] = ("contact", "hazard", "damage", "check")  # lines that tell by what a piece is lost
TINY = 1e-9  # a weight that is none

Faces = tuple[int, ...]
Way = tuple[tuple[str, Faces], ...]  # faces of dice by label, in the order they are rolled


class Branch(NamedTuple):
    """One way the turn may go: its dice, how likely it is, the states when ships may fire and at the end, and its lines."""

    way: Way
    weight: float
    firing: AnyState
    end: AnyState
    log: list[Event]


class Incident(NamedTuple):
    """Something bad that befalls a piece: what does it and what it does, the rule; whether that is the end of the piece."""

    what: str
    words: str
    rule: str
    fatal: bool


def in_play(state: AnyState, key: Id) -> bool:
    """Is there such a piece, and is it in play?"""
    piece = state.piece(key)
    return piece is not None and bool(piece.in_play)


def lost(branch: Branch, key: Id) -> bool:
    """Is a piece out of play at the end of the turn, and told to be?"""
    told = any(event.kind == "lost" and key in (event.who, event.whom) for event in branch.log)
    return told and not in_play(branch.end, key)


def likeliest(branches: Sequence[Branch], key: Id) -> Branch:
    """The likeliest of those in which the piece stands in the likeliest place when ships may fire."""
    weights = dict[object, float]()
    for branch in branches:
        standing = _standing(branch, key)
        weights[standing] = weights.get(standing, 0.0) + branch.weight
    best = max(weights, key=lambda one: weights[one])
    return max((branch for branch in branches if _standing(branch, key) == best), key=lambda branch: branch.weight)


def _standing(branch: Branch, key: Id) -> object:
    piece = branch.firing.piece(key)
    return (piece.at, piece.course, piece.facing) if piece is not None and piece.in_play else None


def pose_of(state: AnyState, key: Id) -> Pose | None:
    """Where a piece in play stands, and how it points."""
    one = state.piece(key)
    if one is None or not one.in_play:
        return None
    return Pose(
        one.at, one.course, one.facing, one.velocity, inverted=getattr(one, "inverted", False),
        coasted=not getattr(one, "thrust_used", False), path=tuple(getattr(one, "path", ())) or (one.at,), heading=one.heading,
        active_manoeuvres=tuple(getattr(one, "active_manoeuvres", ())),
    )  # fmt: skip


def fate(system: RuleSystem, state: AnyState, key: Id, branches: Sequence[Branch], tail: float) -> Fate:
    """The fate of a piece by the ways that the turn may go; `tail` is the weight of those that were not followed."""
    names = {**state.names, **{body.key: body.name for body in state.table.bodies}}
    chances, boxes, gone = dict[Incident, float](), dict[Incident, list[int]](), 0.0
    met, spots = dict[Incident, list[Branch]](), dict[Incident, Point | None]()
    for branch in branches:
        out = lost(branch, key)
        gone += branch.weight * out
        for incident, (cost, at) in dict(_incidents(system, branch, key, names, out)).items():
            chances[incident] = chances.get(incident, 0.0) + branch.weight
            boxes.setdefault(incident, []).append(cost)
            met.setdefault(incident, []).append(branch)
            spots.setdefault(incident, at)
    saves = {one: _saves(branches, met[one]) if one.fatal else "" for one in chances}
    found = [
        replace(_risk(one, min(1.0, chance), boxes[one], tail), saves=saves[one], at=spots[one])
        for one, chance in chances.items()
    ]  # fmt: skip
    found.sort(key=lambda risk: (risk.tone != "bad", -risk.chance))
    return Fate(key, min(1.0, gone), tuple(found), pose_of(likeliest(branches, key).firing, key), tail)


def _risk(incident: Incident, chance: float, boxes: Sequence[int], tail: float) -> Risk:
    words, low, high = incident.words, min(boxes), max(boxes)
    if not words:
        words = f"loses {low} to {high} boxes" if low != high else f"loses {high} box{'es' * (high > 1)}"
    words = f"{words}, at least" if tail > TINY and chance < 1 else words
    return Risk(incident.what, words, chance, "bad" if incident.fatal else "note", incident.rule)


def _saves(branches: Sequence[Branch], met: Sequence[Branch]) -> str:
    """The faces of one die that avert what befalls a piece in some branches, where a single die decides."""
    rolls = dict.fromkeys(label for branch in met for label, faces in branch.way if len(faces) == 1)
    ways, told = [dict(branch.way) for branch in met], {id(branch) for branch in met}
    safe = [dict(branch.way) for branch in branches if id(branch) not in told]
    for label in rolls:
        faces = [way[label][0] for way in ways if label in way]
        others = [way[label][0] for way in safe if label in way]
        if faces and others and min(others) > max(faces):
            return f"a die of {min(others)}{' or more' * (min(others) < max(others))} saves it"
        if faces and others and max(others) < min(faces):
            return f"a die of {max(others)}{' or less' * (min(others) < max(others))} saves it"
    return ""


def _incidents(
    system: RuleSystem, branch: Branch, key: Id, names: Mapping[Id, str], gone: bool
) -> Iterator[tuple[Incident, tuple[int, Point | None]]]:
    """What befalls a piece, with the boxes that it costs and the place; where it is lost, the last line but that of its loss
    tells by what.
    """
    found = [event for event in branch.log if event.tone == "bad" and key == _sufferer(event, branch.end)]
    ends = [n for n, event in enumerate(found) if event.kind == "lost"] if gone else []
    told = ends[-1] - (ends[-1] > 0 and found[ends[-1] - 1].kind in CAUSES) if ends else -1
    for n, event in enumerate(found):
        if event.kind == "lost" and n != told:
            continue
        boxes = sum(lost for _, lost in event.harm)
        words = _words(event, key, names, fatal=n == told)
        yield Incident(_cause(system, event, key, names), words, event.rule, n == told), (boxes, event.at)


def _cause(system: RuleSystem, event: Event, key: Id, names: Mapping[Id, str]) -> str:
    """The name of what a line tells of besides the piece, or of what its rule is about."""
    other = event.whom if event.who == key else event.who
    return names.get(other, "") if other != key and other in names else system.dangers.get(event.rule, "")


def _words(event: Event, key: Id, names: Mapping[Id, str], fatal: bool) -> str:
    """The words for what a line tells of a piece; none where it is boxes that it loses."""
    if event.harm:
        return "is destroyed" if fatal else ""
    if event.kind == "contact":
        return event.result
    words = event.words(names).removeprefix(names.get(key, key)).removeprefix("'s").strip()
    return words if event.kind == "lost" or not event.result else f"{words}: {event.result}"


def _sufferer(event: Event, state: AnyState) -> Id:
    """The piece that a line tells something bad about."""
    return event.whom if event.whom and state.piece(event.whom) else event.who
