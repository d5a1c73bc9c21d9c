"""Remedies for a refusal: house rules that are off and prevent an order, and parts of it that may be removed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from game.core.names import join_words
from game.core.orders import Id, Illegal, Order, Unreadable
from game.core.system import PLANS, HouseRule
from game.core.values import House, HouseValue
from game.sandbox.branch_replay import Unasked
from game.sandbox.sandbox import Sandbox

OFF = (False, "off")
MOST = 4  # house rules that one order may need
MOST_PARTS = 3  # most parts of an order that are offered for removal

# a rule, the value it is set to, and the refusal of the order then
Step = tuple[HouseRule, HouseValue, Illegal | None]


@dataclass(frozen=True)
class Remedy:
    """House rules to switch on for an order, and why it is refused even then (None: it is not)."""

    rules: tuple[HouseRule, ...]
    house: Mapping[str, HouseValue]
    still: Illegal | None = None

    @property
    def titles(self) -> str:
        """`“Corkscrew”`, `“Corkscrew” and “Flip”`: quoted, since a title may read like the words around it."""
        return join_words([f"“{rule.title}”" for rule in self.rules])

    @property
    def switches(self) -> bool:
        """Return whether every value is either on or off."""
        return all(self.house[rule.key] is True or any(value in OFF for value, _ in rule.values) for rule in self.rules)

    @property
    def missing(self) -> str:
        """The reason without its full stop: `“Corkscrew” is off in this battle`, `“Sensors” would have to be …`."""
        if self.switches:
            return f"{self.titles} {'is' if len(self.rules) == 1 else 'are'} off in this battle"
        return " and ".join(
            f"“{rule.title}” would have to be “{dict(rule.values)[self.house[rule.key]]}”" for rule in self.rules
        )


def remedy(sandbox: Sandbox, by: Id, text: str, why: Illegal, phase: str = "") -> Remedy | None:
    """Return the house rules to switch on so that a refused order can be given; None if no rule that is off prevents
    it.

     The page of the refusal says which rules to try, or the kind of order; for an order that nobody is asked for, all
     that are off.
    """
    if isinstance(why, Unreadable):  # no rule changes how a text is read, but a manoeuvre in it may be off
        house, archive = sandbox.settings({}), sandbox.opened.battle.system.archive
        known = any(one.rule == why.rule and one.played(house) for one in archive)
        begun = None if known else next(_candidate_rules(sandbox, house, why), None)
        return Remedy((begun[0],), {begun[0].key: begun[1]}, why) if begun else None
    found: dict[HouseRule, HouseValue] = {}
    still: Illegal | None = why
    while still is not None and len(found) < MOST:
        house = {rule.key: value for rule, value in found.items()}
        step = _step(sandbox, by, text, phase, still, house)
        if step is None:
            break
        rule, value, still = step
        found[rule] = value
    return Remedy(tuple(found), {rule.key: value for rule, value in found.items()}, still) if found else None


def _step(
    sandbox: Sandbox, by: Id, text: str, phase: str, why: Illegal, house: Mapping[str, HouseValue]
) -> Step | None:
    """Return the rule that lifts a refusal when it is switched on; else the first that changes the refusal."""
    other: Step | None = None
    for rule, value in _candidate_rules(sandbox, sandbox.settings(house), why):
        now = sandbox.would_refuse(by, text, {**house, rule.key: value}, phase)
        if now is None:
            return rule, value, None
        if other is None and now.why != why.why:
            other = rule, value, now
    return other


def _candidate_rules(sandbox: Sandbox, house: House, why: Illegal) -> Iterator[tuple[HouseRule, HouseValue]]:
    """Yield rules that are off and have the page of a refusal, with their possible values; all if the order was never
    asked for.

     An order that belongs to rules not in force yields these; a manoeuvre that comes with others, theirs.
    """
    needs = {one.partition("=")[::2] for one in why.needs}
    archive = sandbox.opened.battle.system.archive
    closed = [one for one in archive if one.rule == why.rule and not one.own and not one.played(house)]
    others = {one.switches[0] for one in closed}

    def unasked(rule: HouseRule) -> bool:
        return isinstance(why, Unasked) and rule.key != PLANS.key  # a plan is not the order that was typed

    for rule in sandbox.rules:
        if not rule.asked(house):
            continue
        values = sorted((value for value, _ in rule.values if value not in OFF), key=lambda one: one != rule.default)
        if needs:
            yield from ((rule, value) for value in values if {(rule.key, str(value)), (rule.key, "")} & needs)
        elif house[rule.key] in OFF and (unasked(rule) or rule.rule == why.rule or rule.key in others):
            yield from ((rule, value) for value in values)


def without_parts(sandbox: Sandbox, order: Order, house: Mapping[str, HouseValue]) -> list[tuple[str, Order]]:
    """Return parts of an order, in words, each of which alone prevents it, and the order without it."""
    course = sandbox.course_under(house)
    length = course.plotting(sandbox.turn, order.by)
    if length is None:
        return []
    view = course.battle.view_at(length, sandbox.start.state.owner(order.by))
    idle, found = view.draft(order.by), list[tuple[str, Order]]()
    if type(order) is not type(idle):  # no reading of it fits this ship
        return []
    fields = [one for one in order.fields(view.state) if order.value(one.name) != idle.value(one.name)]
    for one in fields if len(fields) > 1 else ():
        less = order.with_value(one.name, idle.value(one.name))
        if view.why_not(less) is None:
            words = one.label if one.shape in ("use", "switch") else order.label_for(one.name, order.value(one.name))
            found.append((words, less))
    return found[:MOST_PARTS]
