"""The events of an order, divided into acts that are shown one after another; no part of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from game.battle.view import View
from game.core.display import Odds
from game.core.events import Event, EventGroup, EventKind, sufferer, total_harm
from game.core.orders import Id

GROUPS: dict[EventKind, EventGroup] = {  # kinds of event that are shown together
    "initiative": "initiative", "move": "move", "contact": "move", "fire": "fire", "damage": "fire",
    "damage_check": "fire", "repair": "repair", "system": "system",
}  # fmt: skip
# seconds that dice lie before the next act
LINGER: dict[str, float] = {
    "initiative": 1.0,
    "fire": 1.1,
    "hazard": 1.1,
    "repair": 1.0,
    "system": 1.0,
    "move": 1.1,
    "": 1.0,
}


@dataclass(frozen=True, slots=True)
class Act:
    """Consecutive events shown together, under the kind of their group; empty if they have none."""

    kind: EventKind | Literal[""]
    events: tuple[Event, ...]

    @property
    def dice(self) -> bool:
        """Return whether dice were rolled."""
        return any(event.dice for event in self.events)

    @property
    def moves(self) -> bool:
        """Return whether anything moved."""
        return any(len(event.path) > 1 for event in self.events)

    @property
    def harms(self) -> bool:
        """Return whether anything was lost."""
        return any(lost_in(event) for event in self.events)

    @property
    def worth_showing(self) -> bool:
        """Return whether there is anything to see."""
        return self.dice or self.moves or self.harms or any(event.line for event in self.events)


def lost_in(event: Event) -> bool:
    """Return whether an event cost anybody boxes, systems, a piece or its side."""
    return bool(event.harm or event.broken or event.changes) or (event.kind == "lost" and event.tone == "bad")


def dice_of(event: Event) -> list[tuple[int, str, int]]:
    """Return faces with their pictures, bright if scored, an arrow before those rolled again; and the sides."""
    return [(die.face, "again" if die.again else "scored" if die.scored else "missed", die.sides) for die in event.dice]


def split_into_acts(events: Iterable[Event]) -> list[Act]:
    """Return events in acts, none over two turns. An event without a group joins the act before it, or the fire after
    it."""
    acts: list[Act] = []
    kind: EventGroup | Literal[""] = ""
    held: list[Event] = []
    for event in events:
        group = GROUPS.get(event.kind, kind)
        if event.kind == "hazard" and kind != "move":
            group = "hazard"
        if kind in ("hazard", "move") and group == "fire" != event.kind:
            group = kind  # strikes on moving ships are one act with their damage
        if kind == "initiative" != event.kind and event.dice:
            group = GROUPS.get(event.kind, "")
        shots = {one.shot for one in held} - {""}
        begins = bool(held) and (held[-1].turn != event.turn or _next_shot(shots, event))
        # guns that meet a shot are part of it
        if begins or (held and group != kind and not (kind == "" and group == "fire")):
            acts.append(Act(kind, tuple(held)))
            held = []
        kind = group
        held.append(event)
    if held:
        acts.append(Act(kind, tuple(held)))
    return [act for act in acts if act.worth_showing]


def _next_shot(shots: Collection[str], event: Event) -> bool:
    """Return whether an event begins another shot, or dice of something else after the shots. Always False unless shots
    are resolved one by one."""
    return bool(shots) and (bool(event.shot and event.shot not in shots) or (bool(event.dice) and not event.shot))


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one ship's order, or of dangers on the way, shown until the player goes on. `by` is empty if it was
    no single ship's order."""

    by: Id
    targets: tuple[Id, ...]
    events: tuple[Event, ...]
    before: int  # length of the journal before the order

    def harm(self, target: Id) -> dict[str, int]:
        """Return the boxes a target lost by it, by track."""
        return total_harm(event for event in self.events if sufferer(event, self.targets.__contains__) == target)

    def rolled_for(self, odds: Iterable[Odds], waiting: Collection[Id]) -> tuple[Odds, ...]:
        """Return the odds of targets that were rolled for, except those with `waiting` shots."""
        return tuple(one for one in odds if one.target in self.targets and one.target not in waiting)

    def losses(self, odds: Iterable[Odds]) -> dict[Id, int]:
        """Return the losses of each target, by its odds; without those that suffer later in the turn."""
        return {
            one.target: self.harm(one.target).get(one.track, 0) for one in odds if not self._suffers_later(one.target)
        }

    def _suffers_later(self, target: Id) -> bool:
        """Return whether a target was hit for points that it has not lost yet."""
        scores = (one.score for one in self.events if one.whom == target and one.score)
        return not self.harm(target) and any(one.unit == "points" and one.rolled for one in scores)

    def faces(self, target: Id) -> Mapping[str, int]:
        """Return the face each system of a target rolled in its check."""
        checks = [one for one in self._checks(target) if len(one.mounts) == len(one.dice)]
        return {key: die.face for one in checks for key, die in zip(one.mounts, one.dice)}

    def failed_systems(self, target: Id) -> frozenset[str]:
        """Return the systems of a target whose check failed: lost, or one step of them is."""
        return frozenset(key for one in self._checks(target) for key, die in zip(one.mounts, one.dice) if die.scored)

    def check(self, target: Id) -> Event | None:
        """Return a target's last check, if it made one."""
        return next(reversed(self._checks(target)), None)

    @property
    def own_dice(self) -> Act | None:
        """All dice of the phase of its first dice, without later consequences. Of shots resolved one by one it is the
        last; of strikes on moving ships, all of the turn."""
        if not self.by:
            turn = self.events[0].turn
            struck = (
                event for event in self.events if event.turn == turn and event.kind not in ("initiative", "repair")
            )
            return Act("hazard", tuple(event for event in struck if event.dice or lost_in(event)))
        first = next((event for event in self.events if event.dice), None)
        same = (event for event in self.events if first and (event.turn, event.phase) == (first.turn, first.phase))
        acts = [act for act in split_into_acts(same) if act.dice]
        if not acts or any(event.shot for event in acts[-1].events):
            return acts[-1] if acts else None
        return Act(acts[0].kind, tuple(event for act in acts for event in act.events))

    @property
    def of_last_firer(self) -> Result:
        """The result of the ship that fired last, if shots of several were resolved one by one."""
        firers = [event.who for event in self.events if _is_shot(event)]
        if len(set(firers)) < 2:
            return self
        acts = [
            act
            for act in split_into_acts(self.events)
            if any(_is_shot(event) and event.who == firers[-1] for event in act.events)
        ]
        return result_of(self.by, (event for act in acts for event in act.events), self.before)

    def _checks(self, target: Id) -> list[Event]:
        return [one for one in self.events if one.kind == "damage_check" and one.whom == target and one.mounts]


def _is_shot(event: Event) -> bool:
    return event.kind == "fire" and bool(event.shot)


def result_of(by: Id, events: Iterable[Event], before: int, is_piece: Callable[[Id], object] = bool) -> Result:
    """Return the result of an order from its log lines, harmed targets first. Fire that waited for an answer belongs to
    the firer, and to nobody if others moved."""
    lines = tuple(events)
    if any(len(event.path) > 1 and event.who != by for event in lines):
        by = ""
    else:
        by = next((event.who for event in lines if event.kind in ("fire", "damage") and event.who), by)
    struck = [
        (sufferer(event, is_piece), event) for event in lines if event.kind in ("fire", "damage") or lost_in(event)
    ]
    harmed = {key for key, event in struck if lost_in(event)}
    hit = dict.fromkeys(key for key, event in struck if key and (event.whom or lost_in(event)))
    return Result(by, tuple(sorted(hit, key=lambda key: key not in harmed)), lines, before)


def ships_left(view: View, side: Id) -> str:
    """Return how many ships of a side can still fight, how many more are on the table and why they cannot, and its
    craft."""
    (many, states), (craft, whole) = ships_by_state(view, side), craft_left(view, side)
    idle = [f"{number} {why}" for why, number in states.items() if why]
    return ", ".join((f"{states['']} of {many} ships left", *idle, *([f"{craft} of {whole} craft"] * bool(whole))))


def ships_by_state(view: View, side: Id) -> tuple[int, Counter[str]]:
    """Return the ships of a side, and of those left how many still fight, "", or why not."""
    ships = [ship for ship in view.state.ships.values() if ship.side == side]
    sheets = [view.sheet(ship.id) for ship in ships]
    return len(ships), Counter(sheet.idle for ship, sheet in zip(ships, sheets) if ship.in_play or sheet.coming)


def craft_left(view: View, side: Id) -> tuple[int, int]:
    """Return a side's craft left, in flight or aboard, and in all; those aboard are lost with their ship."""
    left = whole = 0
    for ship in (ship for ship in view.state.ships.values() if ship.side == side):
        for bay in view.sheet(ship.id).bays:
            whole += bay.group.count
            flying = bay.group.key in view.state.counters and view.state.known_piece(bay.group.key).in_play
            left += bay.group.count - bay.group.lost if flying or ship.in_play else 0
    return left, whole
