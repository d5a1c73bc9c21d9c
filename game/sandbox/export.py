"""A plan written out as a demonstration: captions, orders with their dice, and expected results.

Captions state the plan and the log; the author may improve them.
"""

from __future__ import annotations

from dataclasses import replace

from game.battle.battle import fingerprint
from game.battle.loader import entry_of, load_start_text
from game.battle.script import Script
from game.board.boards import Board, board_of
from game.core.names import join_words
from game.core.orders import Illegal, keys_named
from game.core.state import Piece
from game.core.values import Data
from game.formats.yaml_writer import block
from game.sandbox import captions
from game.sandbox import start_editor as begin
from game.sandbox.branch_replay import BranchReplay, over
from game.sandbox.sandbox import Sandbox
from game.sandbox.storage import data_of, retitled, script_text
from game.sandbox.story import Story, story_from_script

TOLD = 4  # most orders in the sentence on the card
PLOTTED = "the orders"  # the name of the step with orders written but not yet carried out


def story_of(sandbox: Sandbox, key: str = "") -> Story:
    """Return the steps of a plan, with captions of the orders; unchanged ones of its original demonstration keep
    theirs."""
    if why := nothing_to_show(sandbox):
        raise why
    course = sandbox.course(key)
    entries = _fitting(sandbox, course)
    title, about = _title_and_about(sandbox, course)
    acts = list[Data]()
    for index, entry in enumerate(entries):  # sealed orders are carried out before their results are described
        if "say" in entry and index > 1 and not entry["step"].endswith(PLOTTED):
            acts.append({"expect": {}})
        acts.append(entry)
    story = story_from_script(title, about, acts)
    words = tuple(_moment_words(sandbox, story, moment) for moment in range(len(story.acts) + 1))
    own = story_from_script(title, about, sandbox.script_read)
    if own.steps and [_deed(act) for act in own.acts] == [_deed(act) for act in story.acts]:
        return replace(story, steps=own.steps, words=words)
    return replace(story, words=words)


def nothing_to_show(sandbox: Sandbox) -> Illegal | None:
    """Return why no plan of a sandbox can become a demonstration, or None."""
    if not over(sandbox.opened):
        return None
    words = "the battle is over before it begins: put a ship of another side on the table"
    return Illegal(words, "table/demonstrations")


def _deed(act: Data) -> tuple[object, ...]:
    """Return the content of a script's entry, without its dice and figures."""
    return ("order", act["by"], act["order"]) if "order" in act else tuple(act)


def _moment_words(sandbox: Sandbox, story: Story, moment: int) -> str:
    """Return the words for the last event before a moment."""
    act = story.acts[moment - 1] if moment else {}
    if "expect" in act:
        count = sum("expect" in one for one in story.acts[:moment])
        return f"carried out, {count}"
    if "order" in act:
        return f"{sandbox.name(str(act['by']))}: {act['order']}"
    return "all ships in view" if act else "the start"


def _fitting(sandbox: Sandbox, course: BranchReplay) -> list[Data]:
    """Return captions and orders of a plan, idle ones left out where the battle runs the same without them."""
    for spare in (True, False):
        entries = _script_entries(sandbox, course, spare)
        start = block(data_of(sandbox, plans=False, key=course.branch.key))
        text = start + script_text([*entries, {"expect": {}}])  # carries out what is sealed
        opened = load_start_text(text, begin.NAME)
        script = Script(opened)
        script.play()
        same = fingerprint(opened.battle.state.ships) == fingerprint(course.battle.at(course.length).ships)
        if not script.failures and (same or not spare):
            return entries
    return _script_entries(sandbox, course, False)


def _script_entries(sandbox: Sandbox, course: BranchReplay, spare: bool) -> list[Data]:
    """Return captions and orders of a plan: a turn's orders, then their results; with `spare`, idle orders are left
    out."""
    state = sandbox.start.state
    about = str(sandbox.state.start.get("about", ""))
    entries: list[Data] = [
        {"camera": {"ships": [key for key, ship in state.ships.items() if ship.in_play]}},
        {"say": about or captions.opponents_line(state), "step": "The start"},
    ]
    given = set(course.given.values()) | _set_by_hand(course)
    for turn, begun_at in course.opens.items():
        end = min(course.length, course.ends.get(turn, course.length))
        if begun_at < end:
            entries += _turn(
                sandbox, course, turn, [n for n in range(begun_at, end) if n in given or not spare], (begun_at, end)
            )
    return entries


def _turn(sandbox: Sandbox, course: BranchReplay, turn: int, places: list[int], span: tuple[int, int]) -> list[Data]:
    """Return one turn: sealed orders, with a caption while they are only plotted; then the rest, and its results."""
    records, view = course.battle.records, course.view(turn, "opens") or sandbox.start
    opened = next((n for n in range(*span) if records[n].log), span[1])
    sealed = {n for n in places if n < opened}
    steps = [course.branch.steps[index] for index, place in course.given.items() if place in sealed]
    steps = [step for step in steps if step.by in view.state.ships]
    entries = [entry_of(records[n]) for n in places if n in sealed]
    if steps:
        entries.append({**captions.orders_caption(steps, view.state), "step": f"Turn {turn}, {PLOTTED}"})
    entries += [entry_of(records[n]) for n in places if n not in sealed]
    lines = [line for record in records[slice(*span)] for line in record.log]
    return [*entries, {**captions.results_caption(lines, sandbox.start.state.names), "step": f"Turn {turn}"}]


def _set_by_hand(course: BranchReplay) -> set[int]:
    """Return idle orders that must stay: dice they cause were set by hand, and the phase ends only when all have
    idled."""
    causes = {throw.record for throw in course.loaded.throws if any(throw.by_hand)} - set(course.given.values())
    turns = [range(begun, course.ends.get(turn, course.length)) for turn, begun in course.opens.items()]
    return {place for turn in turns for place in turn if any(cause in turn for cause in causes)}


def _title_and_about(sandbox: Sandbox, course: BranchReplay) -> tuple[str, str]:
    """Return title and sentence; an untitled table takes the plan's."""
    start = sandbox.state.start
    title, about = str(start["title"]), str(start.get("about") or "")
    if title != begin.UNTITLED:
        return title, about
    names = sandbox.start.state.names
    steps = course.branch.steps[:TOLD]
    tried = join_words([f"{names.get(step.by, step.by)} {keys_named(step.order, names)}" for step in steps])
    return course.branch.name, about or f"Tried out: {tried or 'nobody is ordered anything'}."


def story_text(sandbox: Sandbox, story: Story, key: str = "") -> str:
    """Return a story as a file: each caption is followed by expectations of the state at its moment."""
    head = block(retitled(data_of(sandbox, plans=False, key=key), story.title, story.about))
    done = list[Data]()
    board = board_of(sandbox.start.state.table)
    before = {ship.id: _expected_fields(ship, board) for ship in sandbox.start.state.ships.values()}
    for entry in story.entries():
        if "expect" in entry:
            trial = load_start_text(head + script_text([*done, {"expect": {}}]), begin.NAME)
            Script(trial).play()
            now = {
                ship.id: _expected_fields(ship, board_of(trial.battle.state.table))
                for ship in trial.battle.state.ships.values()
            }
            changes = {ship: _changed_fields(before.get(ship, {}), seen) for ship, seen in now.items()}
            entry, before = {"expect": {ship: changed for ship, changed in changes.items() if changed}}, now
        done.append(entry)
    return head + script_text(done)


def _changed_fields(before: Data, now: Data) -> Data:
    """Return the changed fields; for a removed ship only that."""
    changed = {name: value for name, value in now.items() if before.get(name) != value}
    return {"in_play": False} if changed.get("in_play") is False else changed if now["in_play"] else {}


def _expected_fields(ship: Piece, board: Board) -> Data:
    """Return the fields of a ship that a demonstration expects."""
    found: Data = {
        "in_play": ship.in_play,
        "at": list(board.file_coordinates(ship.at)),
        "course": ship.course,
        "velocity": ship.velocity,
    }
    for name in ("facing", "hull"):
        if hasattr(ship, name):
            found[name] = getattr(ship, name)
    return found
