"""A plan written out as a demonstration: captions, orders with their dice, and what came of them to be held to.

What is said is what was planned and what the minutes say; the author will say it better.
"""

from __future__ import annotations

from typing import Any

from game import sandbox_start as begin
from game.battle import Record, fingerprint
from game.core.orders import Illegal
from game.core.writing import block
from game.sandbox import Sandbox
from game.sandbox_course import Course, over
from game.sandbox_file import Data, data_of, script_text
from game.script import Script
from game.store import entry_of, set_up_text

TOLD = 4  # orders and results in a caption


def demonstration(sandbox: Sandbox, key: str = "") -> str:
    """A plan as a demonstration: a caption a turn, its orders with their dice, and what came of them to be checked.

    What is said is what was planned; the author will say it better. Orders that only mean "nothing more" are left out
    unless the dice depend on them.
    """
    if over(sandbox.opened):
        raise Illegal("the battle is over before it begins: put a ship of another side on the table", "table/demonstrations")
    course = sandbox.course(key)
    for spare in (True, False):
        entries = _told(sandbox, course, spare)
        text = block(data_of(sandbox, plans=False)) + script_text([*entries, {"expect": {}}])  # carries out what is sealed
        opened = set_up_text(text, begin.NAME)
        script = Script(opened)
        script.play()
        same = fingerprint(opened.battle.state.ships) == fingerprint(course.battle.at(course.length).ships)
        if not script.failures and (same or not spare):
            return _expecting(sandbox, course, entries)
    return _expecting(sandbox, course, _told(sandbox, course, False))


def _told(sandbox: Sandbox, course: Course, spare: bool) -> list[Data]:
    """Captions and orders of a plan, each turn's caption after its orders; idle orders are left out if they are to be spared."""
    about = str(sandbox.papers.start.get("about", "")) or str(sandbox.papers.start["title"])
    entries: list[Data] = [{"say": about, "step": "The start"}]
    given = set(course.given.values()) | _set_by_hand(course)
    for turn, begun_at in course.opens.items():
        end = min(course.length, course.ends.get(turn, course.length))
        if begun_at < end:
            places = [place for place in range(begun_at, end) if place in given or not spare]
            entries += [entry_of(course.battle.records[place]) for place in places]
            entries.append(_caption(sandbox, course, turn, course.battle.records[begun_at:end]))
    return entries


def _set_by_hand(course: Course) -> set[int]:
    """Idle orders that may not be left out: dice they cause were set by hand, and the phase ends only when all have idled."""
    phases = {(throw.turn, throw.phase) for throw in course.loaded.throws if any(throw.by_hand)}
    causes = {throw.record for throw in course.loaded.throws if any(throw.by_hand)} - set(course.given.values())
    if not phases or not causes:
        return set()
    turns = {throw.turn for throw in course.loaded.throws if throw.record in causes}
    return {place for turn in turns for place in range(course.opens[turn], course.ends.get(turn, course.length))}


def _caption(sandbox: Sandbox, course: Course, turn: int, records: list[Record]) -> Data:
    """What was ordered in a turn, and on request what came of it."""
    names = sandbox.start.state.names
    steps = [step for step in course.branch.steps if step.turn == turn]
    said = "; ".join(f"{names.get(step.by, step.by)} {step.order}" for step in steps[:TOLD])
    lines = [line for record in records for line in record.minutes if line.kind in ("fire", "damage", "threshold", "lost")]
    more = ". ".join(_line(line.words(names), line.result) for line in lines[:TOLD])
    found: Data = {"say": f"Turn {turn}: {said or 'nobody is ordered anything'}."}
    return found | ({"more": f"{more}."} if more else {}) | {"step": f"Turn {turn}"}


def _line(words: str, result: str) -> str:
    """What happened and what came of it, which is said once only."""
    return words if not result or words.endswith(result) else f"{words}: {result}"


def _head(sandbox: Sandbox, course: Course) -> str:
    """Everything but the script; a table that was never given a title has that of the plan, and says what it tries."""
    data = data_of(sandbox, plans=False)
    if data.get("title") == begin.UNTITLED:
        names = sandbox.start.state.names
        tried = "; ".join(f"{names.get(step.by, step.by)} {step.order}" for step in course.branch.steps[:TOLD])
        data = {"title": course.branch.name, "about": f"Tried out: {tried or 'nobody is ordered anything'}."} | {
            key: value for key, value in data.items() if key != "title" and (key != "about" or value)
        }
    return block(data)


def _expecting(sandbox: Sandbox, course: Course, entries: list[Data]) -> str:
    """The same with what is so when each caption comes, as it turns out."""
    head = _head(sandbox, course)
    done: list[Data] = []
    for index, entry in enumerate(entries):
        if "say" in entry and index:
            trial = set_up_text(head + script_text([*done, {"expect": {}}]), begin.NAME)
            Script(trial).play()
            done.append({"expect": {ship.id: _seen(ship) for ship in trial.battle.state.ships.values()}})
        done.append(entry)
    return head + script_text(done)


def _seen(ship: Any) -> Data:
    """What of a ship a demonstration holds the rules to."""
    found: Data = {"in_play": ship.in_play, "at": list(ship.at), "course": ship.course, "velocity": ship.velocity}
    for name in ("facing", "hull"):
        if hasattr(ship, name):
            found[name] = getattr(ship, name)
    return found
