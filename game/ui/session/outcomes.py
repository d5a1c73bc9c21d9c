"""What an order brought about, cut into acts that are shown one after another; no part of the rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from game.battle.view import View
from game.core.display import Odds
from game.core.events import Event, EventGroup, EventKind, total_harm
from game.core.orders import Id

GROUPS: dict[EventKind, EventGroup] = {  # kinds of event that are shown together
    "initiative": "initiative", "move": "move", "contact": "move", "fire": "fire", "damage": "fire", "damage_check": "fire",
    "repair": "repair", "system": "system",
}  # fmt: skip
# seconds that dice lie before it goes on
LINGER: dict[str, float] = {"initiative": 1.0, "fire": 1.1, "hazard": 1.1, "repair": 1.0, "system": 1.0}


@dataclass(frozen=True, slots=True)
class Act:
    """Events in a row that are shown together, under the kind of their group; empty where they have none."""

    kind: EventKind | Literal[""]
    events: tuple[Event, ...]

    @property
    def dice(self) -> bool:
        """Were dice rolled?"""
        return any(event.dice for event in self.events)

    @property
    def moves(self) -> bool:
        """Did anything move?"""
        return any(len(event.path) > 1 for event in self.events)

    @property
    def worth_showing(self) -> bool:
        """Is there anything to see?"""
        return self.dice or self.moves or any(event.line for event in self.events)


def cut(events: Iterable[Event]) -> list[Act]:
    """Events in acts, none over two turns: what belongs to no group stays with what went before it, or with fire that follows."""
    acts: list[Act] = []
    kind: EventGroup | Literal[""] = ""
    held: list[Event] = []
    for event in events:
        group = GROUPS.get(event.kind, kind)
        if (event.kind == "hazard" and kind != "move") or (kind == "hazard" and group == "fire" != event.kind):
            group = "hazard"  # what strikes before ships move is one act with the wounds it makes
        begins = bool(held) and held[-1].turn != event.turn
        if begins or (held and group != kind and not (kind == "" and group == "fire")):  # guns that meet a shot are part of it
            acts.append(Act(kind, tuple(held)))
            held = []
        kind = group
        held.append(event)
    if held:
        acts.append(Act(kind, tuple(held)))
    return [act for act in acts if act.worth_showing]


@dataclass(frozen=True, slots=True)
class Result:
    """What one ship's order did, kept on the screen until the player goes on."""

    by: Id
    targets: tuple[Id, ...]
    events: tuple[Event, ...]
    before: int  # length of the journal before the order

    def harm(self, target: Id) -> dict[str, int]:
        """Boxes that a target lost to it, by track."""
        return total_harm(event for event in self.events if event.kind == "damage" and event.whom == target)

    def settled(self, odds: Iterable[Odds], waiting: Collection[Id]) -> dict[Id, int]:
        """What each target lost that dice fell for, by its odds; of targets at which shots are `waiting` nothing is settled."""
        return {
            one.target: self.harm(one.target).get(one.track, 0)
            for one in odds if one.target in self.targets and one.target not in waiting
        }  # fmt: skip

    def faces(self, target: Id) -> Mapping[str, int]:
        """The face each system of a target rolled in its check."""
        checks = [one for one in self._checks(target) if len(one.mounts) == len(one.dice)]
        return {key: die.face for one in checks for key, die in zip(one.mounts, one.dice)}

    def failed(self, target: Id) -> frozenset[str]:
        """The systems of a target whose dice failed in its checks: lost, or one step of them is."""
        return frozenset(key for one in self._checks(target) for key, die in zip(one.mounts, one.dice) if die.scored)

    def check(self, target: Id) -> Event | None:
        """The last check a target made, if it made one."""
        return next(reversed(self._checks(target)), None)

    @property
    def own_dice(self) -> Act | None:
        """The last act with dice of the phase in which its first dice fell: what the order was about, not what followed."""
        first = next((event for event in self.events if event.dice), None)
        same = (event for event in self.events if first and (event.turn, event.phase) == (first.turn, first.phase))
        return next((act for act in reversed(cut(same)) if act.dice), None)

    def _checks(self, target: Id) -> list[Event]:
        return [one for one in self.events if one.kind == "damage_check" and one.whom == target and one.mounts]


def result_of(by: Id, events: Iterable[Event], before: int) -> Result:
    """The result of an order, by what it wrote into the log; of fire that waited for an answer, it is the firer's. Targets that
    were harmed come first."""
    lines = tuple(events)
    by = next((event.who for event in lines if event.kind in ("fire", "damage") and event.who), by)
    harmed = {event.whom for event in lines if event.harm}
    hit = dict.fromkeys(event.whom for event in lines if event.kind in ("fire", "damage") and event.whom)
    return Result(by, tuple(sorted(hit, key=lambda key: key not in harmed)), lines, before)


def craft_left(view: View, side: Id) -> tuple[int, int]:
    """Craft of a side's groups that are left, in flight or aboard, and of how many; those aboard go with their ship."""
    left = whole = 0
    for ship in (ship for ship in view.state.ships.values() if ship.side == side):
        for bay in view.sheet(ship.id).bays:
            whole += bay.group.count
            flying = bay.group.key in view.state.counters and view.state.known_piece(bay.group.key).in_play
            left += bay.group.count - bay.group.lost if flying or ship.in_play else 0
    return left, whole
