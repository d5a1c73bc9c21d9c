"""The fate of a piece, read from the branches of a turn: how each ended, and which log lines give the cause."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from game.core.display import Point, Risk
from game.core.events import Event, EventKind
from game.core.forecast import Fate
from game.core.orders import Id
from game.core.state import AnyState, pose_of
from game.core.system import RuleSystem

CAUSES: tuple[EventKind, ...] = ("contact", "hazard", "damage", "check")  # lines that give the cause of a loss
# lines that are no danger by themselves
NO_HARM: tuple[EventKind, ...] = ("damage_check", "initiative", "note", "outcome")
WORST_FIRST = ("bad", "harm", "note")  # tones of risks
TINY = 1e-9  # a weight that counts as 0

UNKNOWN = "unknown"  # stands for the place of a piece in a branch that was not followed to its end

Faces = tuple[int, ...]
Fallen = tuple[Faces, ...]  # a roll, then the dice it earned, and so on


@dataclass(frozen=True)
class Branch:
    """One branch of the turn: the faces of its dice by label, the states when ships may fire and at the end, and its
    lines."""

    faces: Mapping[str, Fallen]
    firing: AnyState
    end: AnyState
    log: list[Event]

    @cached_property
    def names(self) -> Mapping[Id, str]:
        return self.end.names


class Incident(NamedTuple):
    """Something bad that happens to a piece: its cause and effect, the rule, and the tone of its risk."""

    what: str
    words: str
    rule: str
    tone: str
    saves: str = ""
    at: Point | None = None
    leaves: str = ""

    @property
    def fatal(self) -> bool:
        return self.tone == "bad"


class Upshot(NamedTuple):
    """The result of a branch for one piece. Branches with equal results are counted together."""

    lost: bool
    standing: object  # place, course and facing when ships may fire
    incidents: frozenset[Incident]


Boxes = tuple[int, int]  # the least and the most boxes that an incident costs
Suffered = frozenset[tuple[Id, str]]  # pieces that suffer something bad, each with the rule


class Leaf:
    """The branches with the same end for a piece: their weight, the boxes lost by incident, and one of the branches.
    `alone` is the weight of the branches whose dice are followed for this piece only. `others` are the pieces that
    suffer in any of the branches, with the rules by which they do."""

    __slots__ = ("alone", "boxes", "branch", "others", "weight")

    def __init__(
        self, weight: float, boxes: Mapping[Incident, Boxes], branch: Branch, alone: float, others: Suffered
    ) -> None:
        self.weight, self.boxes, self.branch, self.alone, self.others = weight, boxes, branch, alone, others

    def of(self, weight: float) -> Leaf:
        """Return the leaf with its weight multiplied."""
        return Leaf(self.weight * weight, self.boxes, self.branch, self.alone * weight, self.others)

    def and_(self, other: Leaf) -> Leaf:
        """Combine two leaves with the same end: keep the heavier branch, and every number of boxes that an incident
        costs in either."""
        boxes = self.boxes
        if boxes != other.boxes:
            both = {one: (boxes[one], other.boxes[one]) for one in boxes}
            boxes = {one: (min(low, less), max(high, more)) for one, ((low, high), (less, more)) in both.items()}
        branch = self.branch if self.weight >= other.weight else other.branch
        others = self.others if self.others == other.others else self.others | other.others
        return Leaf(self.weight + other.weight, boxes, branch, self.alone + other.alone, others)


Leaves = dict[Upshot, Leaf]


def in_play(state: AnyState, key: Id) -> bool:
    piece = state.piece(key)
    return piece is not None and bool(piece.in_play)


def leaves_of(system: RuleSystem, key: Id, branch: Branch, alone: bool = False) -> Leaves:
    """Return the one leaf of a branch. `alone`: its dice are followed for this piece only."""
    told = any(_is_loss(event) and key in (event.who, event.whom) for event in branch.log)
    lost = told and not in_play(branch.end, key)
    costs, bad = dict[Incident, int](), _bad_lines(branch)
    for incident, cost in _incidents(system, branch, [line for line, whom in bad if key in whom], key, lost):
        costs[incident] = costs.get(incident, 0) + cost
    piece = branch.firing.piece(key)
    standing = (piece.at, piece.course, piece.facing) if piece is not None and piece.in_play else None
    boxes = {incident: (cost, cost) for incident, cost in costs.items()}
    others = frozenset([(one, line.rule) for line, whom in bad for one in whom if one != key])
    return {Upshot(lost, standing, frozenset(costs)): Leaf(1.0, boxes, branch, float(alone), others)}


def _bad_lines(branch: Branch) -> list[tuple[Event, tuple[Id, ...]]]:
    """Return the lines that report something bad, each with the pieces it happens to."""
    return [
        (event, _sufferers(event, branch.end))
        for event in branch.log
        if (event.tone == "bad" or event.harm) and event.kind not in NO_HARM
    ]


def _is_loss(event: Event) -> bool:
    """Return whether a line reports a piece that goes out of play against its will. Leaving by an edge or a jump that
    the piece was to reach does not count."""
    return event.kind == "lost" and event.tone == "bad"


def alike(some: Leaves, others: Leaves) -> bool:
    """Return whether two sets of branches have the same ends with the same weights."""
    return some.keys() == others.keys() and all(
        abs(leaf.weight - others[end].weight) < TINY for end, leaf in some.items()
    )


def add(leaves: Leaves, others: Leaves, share: float) -> Leaves:
    """Add leaves to others, scaled to a share of the whole weight."""
    for end, leaf in others.items():
        part = leaf.of(share)
        leaves[end] = leaves[end].and_(part) if end in leaves else part
    return leaves


def likeliest(leaves: Leaves) -> Leaf:
    """Return the likeliest leaf among those with the piece in its likeliest place when ships may fire."""
    weights = dict[object, float]()
    followed = [(end, leaf) for end, leaf in leaves.items() if end.standing != UNKNOWN]
    for end, leaf in followed:
        weights[end.standing] = weights.get(end.standing, 0.0) + leaf.weight
    best = max(weights, key=lambda one: weights[one])
    return max((leaf for end, leaf in followed if end.standing == best), key=lambda leaf: leaf.weight)


def fate(key: Id, leaves: Leaves, tail: float) -> Fate:
    """Return the fate of a piece from the leaves of its branches. `tail` is the weight of the branches not followed."""
    chances, boxes = dict[Incident, float](), dict[Incident, Boxes]()
    for leaf in leaves.values():
        for incident, (low, high) in leaf.boxes.items():
            least, most = boxes.get(incident, (low, high))
            boxes[incident] = min(least, low), max(most, high)
            chances[incident] = chances.get(incident, 0.0) + leaf.weight
    # events before the end count too
    cut = [(end, leaf.weight) for end, leaf in leaves.items() if end.standing == UNKNOWN]
    rest = {one: sum(weight for end, weight in cut if one not in end.incidents) for one in chances}
    found = [_risk(one, _rounded(chance), boxes[one], rest[one]) for one, chance in chances.items()]
    found.sort(key=lambda risk: (WORST_FIRST.index(risk.tone), -risk.chance))
    lost = _rounded(sum((leaf.weight for end, leaf in leaves.items() if end.lost), 0.0))
    return Fate(key, lost, tuple(found), pose_of(likeliest(leaves).branch.firing, key), tail)


def _rounded(chance: float) -> float:
    """Return a sum of chances without floating-point noise."""
    return 1.0 if chance > 1 - TINY else chance


def _risk(incident: Incident, chance: float, boxes: Boxes, tail: float) -> Risk:
    words, (low, high) = incident.words, boxes
    if high and not incident.fatal:
        lost = f"loses {low} to {high} boxes" if low != high else f"loses {high} box{'es' * (high > 1)}"
        words = f"{words}: {lost}" if words else lost
    told, most = incident, min(1.0, chance + tail)
    return Risk(told.what, words, chance, told.tone, told.rule, told.saves, told.at, told.leaves, most)


def _incidents(
    system: RuleSystem, branch: Branch, found: list[Event], key: Id, gone: bool
) -> Iterator[tuple[Incident, int]]:
    """Yield a piece's incidents that lines report, each with the boxes it costs. If the piece is `gone`, the cause is
    the line before its loss."""
    ends = [n for n, event in enumerate(found) if event.kind == "lost"] if gone else []
    before = found[ends[-1] - 1] if ends and ends[-1] and found[ends[-1] - 1].kind in CAUSES else None
    over = before if before and _ends_well(branch.log, before, found[ends[-1]]) else None
    told = ends[-1] - (before is not None and over is None) if ends else -1
    for n, event in enumerate(found):
        if event.kind == "lost" and n != told:
            continue
        boxes = sum(lost for _, lost in event.harm)
        saves = f"a die of {event.needs} saves it" if event.dice and event.needs and n == told else ""
        other, words = _other(event, key, branch), _words(event, key, branch, fatal=n == told)
        if over and n == told:
            words = f"{_words(over, key, branch, fatal=False)}, and {words}"
        tone = "bad" if n == told else "harm" if other or event.kind == "contact" else "note"
        cause, at = other or system.dangers.get(event.rule, ""), event.at if n == told else None
        yield Incident(cause, words, event.rule, tone, saves, at, event.leaves if n == told else ""), boxes


def _ends_well(log: list[Event], cause: Event, loss: Event) -> bool:
    """Return whether the cause, such as a fire that burns out, ends before the piece is lost."""
    first, last = (next(n for n, line in enumerate(log) if line is one) for one in (cause, loss))
    return any(
        line.tone == "good" and line.whom == loss.whom and line.rule == cause.rule for line in log[first + 1 : last]
    )


def _name(branch: Branch, key: Id) -> str:
    """Return the name of a piece or a body, even one gone at the end of the turn; empty for anything else."""
    if piece := branch.end.piece(key):
        return str(piece.name)
    bodies = (*branch.firing.table.bodies, *branch.end.table.bodies)
    return next((str(body.name) for body in bodies if body.key == key), "")


def _other(event: Event, key: Id, branch: Branch) -> str:
    """Return the other piece that a line names, as in `Tavira` or `hit by Vesper`; empty if there is none."""
    other = event.whom if event.who == key else event.who
    name = _name(branch, other) if other and other != key else ""
    return f"hit by {name}" if name and event.harm and branch.end.piece(other) else name


def _words(event: Event, key: Id, branch: Branch, fatal: bool) -> str:
    """Describe a line about a piece, without figures that depend on dice; empty if the piece only loses boxes."""
    result = "" if event.figure else event.result_words(branch.names)
    if event.harm:
        return "is destroyed" if fatal else ""
    if event.kind == "contact" and result:
        return result
    words = event.words_beside(key, branch.names)
    return words if event.kind == "lost" or not result else f"{words}: {result}"


def _sufferers(event: Event, state: AnyState) -> tuple[Id, ...]:
    """Return the pieces for which a line is bad: both in a collision, else the one acted on."""
    if not event.whom or not state.piece(event.whom):
        return (event.who,)
    return (event.who, event.whom) if event.kind == "contact" and not event.harm else (event.whom,)
