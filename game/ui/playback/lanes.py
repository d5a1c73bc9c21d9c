"""Events as lanes of dice, one for each thrower and target, with their combined result; no part of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby, takewhile

from game.battle.view import View
from game.core.events import Die, Event, harm_words, pieces, points
from game.core.orders import Id
from game.core.state import Side
from game.drawing.symbols import short_name
from game.ui.render.dice_tray import DiceGroup, DiceLane, groups_of

# units of scores that are summed, the words after the sum, and the words for none
COUNTED = {"points": ("damage", "no damage"), "crew": ("hit", "nobody hit")}


@dataclass(slots=True)
class _Throw:
    """Dice of one piece at one target while they are collected."""

    thrower: Id
    target: Id
    events: list[Event] = field(default_factory=list)
    groups: list[DiceGroup] = field(default_factory=list)


def thrower_of(event: Event, die: Die | None = None) -> Id:
    """Return the thrower of a die: the piece named with the die, the acting one, or the subject of the line."""
    return (die.by if die else "") or event.who or event.whom


def target_of(event: Event, thrower: Id) -> Id:
    """Return the target of the dice; empty if there is no other piece."""
    other = event.whom if thrower != event.whom else event.who
    return other if other != thrower else ""


def lanes_of(view: View, events: Iterable[Event], after: View | None = None) -> tuple[DiceLane, ...]:
    """Return every throw of some events. The guns of one ship at one target share a lane, all else has lanes of its
    own.

     `view` is the table before the throws; pieces that came later are looked up in `after`.
    """
    return tuple(_lane(view, one, after or view) for one in _throws(view, events))


def _throws(view: View, events: Iterable[Event]) -> list[_Throw]:
    found: list[_Throw] = []
    rolled = set[Id]()  # sides and ships that have rolled for initiative: a second roll breaks a tie
    guns: dict[Id, dict[str, str]] = {}
    for event in events:
        for thrower, run in groupby(event.dice, key=lambda die: thrower_of(event, die)):
            dice, target = tuple(run), target_of(event, thrower)
            one = found[-1] if found and _goes_on(found[-1], event, thrower, target) else _Throw(thrower, target)
            if not found or one is not found[-1]:
                found.append(one)
            one.events.append(event)
            tied = event.kind == "initiative" and thrower in rolled
            rolled |= {thrower} if event.kind == "initiative" else set()
            for label, several in groupby(dice, key=lambda die: die.of):
                part, named = (
                    tuple(several),
                    label or (event.step if event.shot else "") or _gun(view, event, thrower, guns),
                )
                one.groups += (DiceGroup("again", part),) if tied else groups_of(named, part)
    return [_bare(one) for one in found]


def _goes_on(last: _Throw, event: Event, thrower: Id, target: Id) -> bool:
    """Return whether dice belong to the lane before: another gun of the ship at the same target, or the next step of
    the same shot."""
    before = last.events[-1]
    if (last.thrower, last.target) != (thrower, target):
        return False
    counted = all(
        one.kind == "fire" and one.score and one.score.unit == "points" and not one.shot for one in (before, event)
    )
    return before is event or counted or (bool(event.shot) and before.shot == event.shot)


def _gun(view: View, event: Event, thrower: Id, guns: dict[Id, dict[str, str]]) -> str:
    """Return the name of the gun that threw, if it is one."""
    if len(event.mounts) != 1 or thrower != event.who:
        return ""
    if thrower not in guns:
        known = thrower in view.state.ships
        guns[thrower] = {icon.key: short_name(icon) for icon in view.sheet(thrower).icons} if known else {}
    return guns[thrower].get(event.mounts[0], "") or event.weapon


def _bare(one: _Throw) -> _Throw:
    """Return the throw without the name of a gun that is written beside the dice anyway."""
    if len(one.events) == 1 and one.events[0].mounts and len({group.caption for group in one.groups} - {"again"}) == 1:
        one.groups = [DiceGroup("again" if group.caption == "again" else "", group.dice) for group in one.groups]
        if all(not group.caption for group in one.groups):
            one.groups = [DiceGroup("", tuple(die for group in one.groups for die in group.dice))]
    return one


def _lane(view: View, one: _Throw, after: View) -> DiceLane:
    state, event = view.state, one.events[0]
    known = view if one.thrower in state.names or _body(view, one.thrower) else after
    side = state.sides.get(known.state.owner(one.thrower))
    name = name_of(known, one.thrower) if one.thrower else event.words(after.state.names)
    result, tone = result_of_lane(after, one.thrower, one.events)
    said = "\n".join(event.log_line(after.state.names) for event in one.events)
    seat = side.seat if side else -1
    return DiceLane(name, tuple(one.groups), _words(after, one), result, tone, seat, one.thrower, said, event)


def gun_of(view: View, event: Event) -> str:
    """Return the name of the gun of a shot."""
    return _gun(view, event, event.who, {})


def side_of(view: View, key: Id) -> Side | None:
    """Return the side of a piece, or the side itself."""
    return view.state.sides.get(view.state.owner(key))


def one_shot(events: Iterable[Event]) -> str:
    """Return the shot of all lines with dice, if shots are resolved one by one. Empty if they belong to none or
    several."""
    shots = {event.shot for event in events if event.dice}
    return shots.pop() if len(shots) == 1 else ""


def name_of(view: View, key: Id) -> str:
    """Return the name of a piece, a side, a body or a field of bodies."""
    return view.state.names.get(key) or _body(view, key) or key.replace("_", " ").title()


def _body(view: View, key: Id) -> str:
    """Return the name of a body, or of the whole that bodies are parts of."""
    return next((body.name for body in view.state.table.bodies if key in (body.key, body.part_of)), "")


def _words(view: View, one: _Throw) -> str:
    """Return the subject of a lane, and its round."""
    event, words = one.events[0], _about(view, one)
    return f"{words}, {event.step}" if words and event.step and not event.shot else words


def _about(view: View, one: _Throw) -> str:
    """Return the target of several guns, or the sentence without the name that stands above it."""
    event = one.events[0]
    if not one.thrower:
        return ""
    if event.shot and one.target:
        return f"{_gun(view, event, one.thrower, {})} at {name_of(view, one.target)}"
    if len(one.events) > 1 and one.target:
        return f"at {name_of(view, one.target)}"
    if one.target and one.thrower not in (event.who, event.whom):
        return f"against {name_of(view, one.target)}"
    if event.who and one.thrower != event.who:
        return f"against {name_of(view, event.who)}"
    parts = pieces(event.text_beside(one.thrower))
    return "".join(name_of(view, part) if is_id else part for part, is_id in parts)


def result_of_lane(view: View, thrower: Id, events: Sequence[Event]) -> tuple[str, str]:
    """Return the result of a lane's dice, and its tone. For several guns it is their sum."""
    last = events[-1]
    if last.kind == "damage_check" and last.mounts:
        return f"{sum(die.scored for die in last.dice)} of {len(last.dice)} fail", last.tone
    scores = [one.score if thrower == one.who or one.reply is None else one.reply for one in events]
    units = {one.unit if one else "" for one in scores}
    if (len(events) > 1 or last.reply) and len(units) == 1 and (unit := units.pop()) in COUNTED:
        total = sum(one.rolled for one in scores if one)
        some, none = COUNTED[unit]
        return (f"{total} {some}", "good") if total else (none, "plain")
    if thrower != thrower_of(last):
        # the sums of a defender stand beside its dice
        return last.replied or last.reason_words(view.state.names), "plain"
    return last.result_words(view.state.names), last.tone


def summarise(view: View, events: Sequence[Event]) -> tuple[str, str]:
    """Return the losses of each target in some lines, or the rolls against it, with their tone. They are the sum of all
    that is shown. The text names its pieces, and for a single shot the gun and the target."""
    won = next((event for event in reversed(events) if event.kind == "initiative" and not event.dice), None)
    if won is not None:
        return won.words(view.state.names), "plain"
    harmed = list(dict.fromkeys(event.whom or event.who for event in events if event.harm))
    if harmed:
        parts = [f"{name_of(view, key)} loses {_lost(events, key)}" for key in harmed]
        return _of_shot(view, events) + ", ".join(parts), "bad"
    if lost := [event for event in events if event.kind == "lost"]:
        return ", ".join(dict.fromkeys(event.words(view.state.names) for event in lost)), lost[-1].tone
    if sums := points(events):
        parts = [
            f"{total or 'no'} damage" + (f" at {name_of(view, key)}" if key else "") for key, total in sums.items()
        ]
        own = any(total and view.side and view.state.owner(key) == view.side for key, total in sums.items() if key)
        return ", ".join(parts), "bad" if own else "good" if any(sums.values()) else "plain"
    tried = [event for event in events if event.kind == "repair" and event.dice]
    if len(tried) > 1:
        mended = sum(event.tone == "good" for event in tried)
        return f"{mended or 'none'} of {len(tried)} mended", "good" if mended else "plain"
    last = next((event for event in reversed(events) if event.result), None)
    if last is None:
        return "", "plain"
    of_shot = _of_shot(view, events)
    both = last.kind == "note" and last.who and last.whom  # in a contest of ships, the one affected
    about = "" if of_shot else last.words(view.state.names) if both else name_of(view, last.who or last.whom)
    result = last.result_words(view.state.names)
    return of_shot + (f"{about}: {result}" if about else result), last.tone


def _of_shot(view: View, events: Sequence[Event]) -> str:
    """Return gun and target of the only shot in some lines, to stand before its result."""
    shot = one_shot(events)
    if not shot:
        return ""
    own = next(event for event in events if event.shot == shot)
    of_turn = takewhile(lambda event: event.turn >= own.turn, reversed(view.log))
    # only the throw to hit has the name of the gun
    first = [own, *(event for event in of_turn if event.shot == shot)][-1]
    fired = ", ".join(filter(None, (name_of(view, first.who), gun_of(view, first))))
    return f"{fired} at {name_of(view, first.whom)}: "


def _lost(events: Sequence[Event], key: Id) -> str:
    """Return the boxes and systems that a piece loses in some lines."""
    mine = [event for event in events if key in (event.whom, event.who) and (event.whom or event.who) == key]
    broken = sum(len(event.broken) for event in mine)
    return harm_words(mine) + (f", {broken} system{'s' * (broken > 1)}" if broken else "")


def step_lanes(view: View, events: Sequence[Event]) -> tuple[DiceLane, ...]:
    """Return the dice of one shot by step, each with its reading; defending guns are named."""
    found: list[DiceLane] = []
    firer, names = events[-1].who if events else "", view.state.names
    for (step, by), run in groupby(
        (one for one in events if one.dice or one.harm), key=lambda one: (one.step, one.who)
    ):
        lines = tuple(run)
        groups = groups_of("", (die for event in lines for die in event.dice))
        result = harm_words(lines) or (lines[0].result_words(names) if len(lines) == 1 else f"{len(lines)} {step}")
        reason = lines[0].reason_words(names)
        words = f"{name_of(view, by)}: {reason}" if by != firer else reason
        said = "\n".join(one.log_line(names) for one in lines)
        name, first = step[:1].upper() + step[1:], lines[0]
        late, due = not first.needs, bool(found)
        found.append(DiceLane(name, groups, words, result, lines[-1].tone, -1, by, said, first, late, due))
    return tuple(found)
