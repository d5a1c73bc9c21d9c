"""The golden answers: battles of random players stopped at every phase, and all that a view is asked there.

Ships begin damaged, at rest or out of control, and each battle has other house rules. `make golden` writes them to
tests/golden/answers; a test compares. Long answers stand as a digest; places and chances are rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import islice
from typing import Any

from game.battle.battle import Battle
from game.battle.designs import ROOT
from game.battle.loader import load_start_text
from game.battle.view import View
from game.board.geometry import span
from game.core.display import Odds
from game.core.orders import Illegal, Order
from game.formats.yaml_source import document
from game.formats.yaml_writer import block
from game.players.match import Match
from tests.tools.golden.text import digest, plain

PLACES = 3  # decimals of places and chances
PIECES = 2  # pieces of a prompt that are asked about
LONG = 160  # letters of an answer that are written out; of a longer one a digest


# -- the battles -------------------------------------------------------------------------------------------------------

ALL = {"manoeuvres": ["all"]}
AFTER = {"manoeuvres": ["EM", "HA", "SK", "PM"], "em.after_move": True, "em.reaction": True, "ha.after_move": True}
TRIED = (  # orders in the notation of one game or another, wrong or odd in most moments
    "P2", "S9", "+2", "-9", "P1+S1", "P3 +1", "RAM nobody", "ram vesper", "roll", "FTL", "FTL start", "SK1P", "P2 EM2",
    "HA1P",
    "GB", "PM EM1", "PM SK1P", "PM HA1P", "none", "hold", "withdraw", "lock", "PP2", "MD4", "TL3 MD2", "R1", "F2 L1",
    "V+1",
    "L R F", "in 5,5", "face 3", "repair B3", "FCS", "all at karst", "PDS at kiln", "launch", "hit karst", "12",
    "at 20", "alone",
)  # fmt: skip


@dataclass(frozen=True)
class Case:
    """One battle: its scenario, the rules agreed on, how long it is watched, and which ships move by vectors."""

    name: str
    scenario: str
    house: dict[str, Any] = field(default_factory=dict)
    turns: int = 4  # how many are watched
    seed: int = 1
    vector: bool = False
    whole: bool = False  # nothing has become of the ships


CASES = (
    Case("first_light", "full_thrust/first_light", whole=True),
    Case("first_light_vector", "full_thrust/first_light", {"core_systems": True}, vector=True),
    Case("crossed_swords_after", "full_thrust/crossed_swords", AFTER, 5),
    Case(
        "crossed_swords_1998",
        "full_thrust/crossed_swords",
        {**AFTER, "em.variant": "reactive_1998", "pm.max_per_turn": 2},
    ),
    Case("free_fall", "full_thrust/free_fall", {**ALL, "vector_form": "fb2"}),
    Case("grinding_belt", "full_thrust/grinding_belt", {"squadrons": True, "aft_armour": True, "table_edge": "return"}),
    Case("long_line", "full_thrust/long_line", {"thresholds": "batched"}, 2),
    Case("salt_convoy", "full_thrust/salt_convoy", {**ALL, "core_systems": True}, 3),
    Case(
        "stern_chase", "full_thrust/stern_chase", {"manoeuvres": ["GB", "FTL", "SRJ", "ET", "RL"], "aft_fire": "never"}
    ),
    Case("tavira_passage", "full_thrust/tavira_passage", {"profile": "XD", "core_systems": True}, 3),
    Case("watchmakers", "full_thrust/watchmakers", {"profile": "FT2", "damage_control": True}, 3),
    Case("between_the_rows", "hex12/between_the_rows", {"range": True, "manoeuvres": ["GB", "EM", "SK"]}, 3),
    Case("long_way_round", "hex12/long_way_round", {"spine_correction": True}, 3),
    Case("first_furrow", "hexcess/first_furrow", {"crew": "green"}),
    Case("kessarine_drift", "hexcess/kessarine_drift", {"map": "scroll", "terrain_velocity": "2V"}),
    Case("kessarine_drift_plotted", "hexcess/kessarine_drift", {"plotted": True, "asteroid_hit": "fatal"}, 3),
    Case("wayhouse_round", "hexcess/wayhouse_round", {"core_systems": True}),
    Case("great_drove", "easyhex/great_drove", {"plots": "markers"}, 2),
    Case("open_pasture", "easyhex/open_pasture", {"core_systems": True, "nova": "mild"}, 5),
    Case("shearing_time", "easyhex/shearing_time", {"nova": "printed", "damage_control": True}, 4),
)


def changed(data: dict[str, Any], case: Case) -> dict[str, Any]:
    """Return a scenario with the rules of a case, and with its ships hurt, at rest or out of control, by their place in
    the file."""
    ships = {key: dict(ship) for key, ship in data["ships"].items()}
    for nth, ship in enumerate(ships.values()):
        if not case.whole and not ship.get("arrives"):
            ship.update(hurt(nth, ship, case))
        if case.vector:
            ship["movement"] = "vector"
    begun = {"turn": 2} if case.house.get("core_systems") else {}  # a bridge works when a battle begins
    return {**data, **begun, "seed": case.seed, "house": {**data.get("house", {}), **case.house}, "ships": ships}


def hurt(nth: int, ship: dict[str, Any], case: Case) -> dict[str, Any]:
    """Return what has become of the nth ship; every fifth one is whole."""
    core = case.house.get("core_systems")
    match nth % 5:
        case 0:
            return {"drive_hits": 1, "armour": 0}
        case 1:
            return {"hull": 3, "turned": True}
        case 2:
            return {"clocks": {"bridge": 2}, "lost": ["BRIDGE"]} if core else {}
        case 3:
            return {"velocity": 0} if ship.get("velocity", 0) else {}
        case _:
            return {}


# -- the answers -------------------------------------------------------------------------------------------------------


def opened(case: Case) -> Battle:
    """Return the battle of a case at its start."""
    data = document(ROOT / "scenarios" / f"{case.scenario}.yaml").data
    return load_start_text(block(changed(data, case)), f"{case.scenario}.yaml").battle


def answer_lines(case: Case) -> Iterator[str]:
    """Yield every answer of a battle, phase by phase."""
    battle = opened(case)
    match = Match(battle, dict.fromkeys(battle.state.sides, "random"), case.seed)
    seen, first = set[tuple[int, int, str]](), battle.state.turn
    while battle.state.outcome is None and battle.state.turn < first + case.turns:
        for prompt in battle.prompts():
            moment = battle.state.turn, battle.state.phase, prompt.side
            if moment not in seen:
                seen.add(moment)
                yield f"Turn {moment[0]}, {battle.phase.number} {battle.phase.name}, {prompt.side}"
                yield from (f"  {line}" for line in moment_lines(battle, prompt.side, prompt.waiting))
        if match.step() is None:
            break
    yield f"ends {plain(battle.state.outcome)} after {len(battle.records)} orders and {len(battle.log)} lines"
    yield from (f"  {line}" for line in view_lines(battle.view(None)))


def moment_lines(battle: Battle, side: str, waiting: tuple[str, ...]) -> Iterator[str]:
    """Yield what all seats may know, and what is asked of a few pieces."""
    for seat in (*battle.state.sides, None):
        yield f"seen by {seat or 'all'}: {'; '.join(view_lines(battle.view(seat)))}"
    view = battle.view(side)
    for key in waiting[:PIECES]:
        yield key
        yield from (f"  {line}" for line in piece_lines(view, key))
    if not waiting:
        yield f"said: {'; '.join(refusals(view, side))}"


def view_lines(view: View) -> Iterator[str]:
    """Yield what a view says of the battle as a whole."""
    state = view.state
    yield f"{view.length} moments, {len(view.log)} lines, {len(state.sealed)} sealed, {len(state.reserves)} noted"
    asked = " ".join(f"{one.side}({len(one.ids)}, {len(one.waiting)})" for one in view.prompts())
    yield f"asked {asked}, then {view.then() or '-'}"
    mine = view.mine()
    yield f"mine {mine.side if mine else '-'}, words {' '.join(title for title, _ in view.words()) or '-'}"
    yield f"phases {''.join('x' if there else '-' for _, there in view.phases)}"
    yield f"tokens {short(view.tokens)}, objective {view.system.objective(state)!r}"


def piece_lines(view: View, key: str) -> Iterator[str]:
    """Yield what a view says of one piece that may be ordered now."""
    if key in view.state.ships:
        yield from sheet_lines(view, key)
    draft = view.draft(key)
    yield f"draft {draft} asks {draft.prompt_text(view.state)!r} suggested {view.suggestion(key)}"
    yield from field_lines(view, draft)
    yield from move_lines(view, draft)
    yield from fire_lines(view, draft)
    yield f"said: {'; '.join(refusals(view, key))}"


def sheet_lines(view: View, key: str) -> Iterator[str]:
    """Yield the sheet of a ship, part by part."""
    sheet = view.sheet(key, view.draft(key))
    yield f"sheet {sheet.title}, {sheet.kind}, {sheet.note}, {sheet.glyph}, {sheet.health:.3f} {sheet.state}"
    yield (
        f"stats {'; '.join(f'{one.label} {one.value} > {one.becomes or one.value} {one.rule}' for one in sheet.stats)}"
    )
    for one in sheet.tracks:
        dots = " ".join(map(str, sorted(one.dots)))
        yield f"track {one.label} {one.left} of {one.rows}, {one.notes}, dots {dots or '-'}, {one.shape} {one.rule}"
    yield f"icons {' '.join(f'{one.key}:{one.state}:{one.level}' for one in sheet.icons)} {short(sheet.icons)}"
    yield from (f"strip {one.label} {one.note} {one.cells} {one.lit}" for one in sheet.strips)


def field_lines(view: View, draft: Order) -> Iterator[str]:
    """Yield the form of an order: every value of every field, and why some may not be had."""
    for part in draft.fields(view.state):
        words = [draft.label_for(part.name, value) for value in islice(draft.domain(view.state).get(part.name, ()), 12)]
        yield f"field {part.name} {part.label} {part.shape} {part.rule} {words} {digest(plain(part))}"
    for name in draft.domain(view.state):
        found = view.choices(draft, name)
        why = sorted({f"{one.why_not} ({one.rule})" for one in found if one.why_not})
        told = f"{digest(plain(found, PLACES))} {' | '.join(why[:4])}".rstrip()
        yield f"choices {name}: {sum(not one.why_not for one in found)} of {len(found)} {told}"


def move_lines(view: View, draft: Order) -> Iterator[str]:
    """Yield where the piece may go, and what a few of these orders would come to."""
    destinations, paths = view.destinations(draft), view.paths(draft)
    yield f"meter {short(view.meter(draft))} pose {short(view.pose(draft))} risks {short(view.risks(draft))}"
    if destinations:
        yield f"destinations {len(destinations)} {digest(plain(destinations, PLACES))}"
    if paths:
        yield f"paths {len(paths)} {digest(plain(paths, PLACES))}"
    some = [*destinations[:: max(1, len(destinations) // 6)], *paths[:: max(1, len(paths) // 6)]]
    for order in dict.fromkeys(one.order for one in some):
        wrong = view.why_not(order)
        yield f"{order}: {wrong.why if wrong else 'may be'}, {short(view.meter(order))} {short(view.pose(order))}"
        yield from (f"  risk {plain(one, PLACES)}" for one in view.risks(order))


def fire_lines(view: View, draft: Order) -> Iterator[str]:
    """Yield what bears on the nearest enemies, the odds of all that does, and what is drawn for it."""
    state = view.state
    piece = state.known_piece(draft.by)
    here = view.pose(draft)
    for foe in sorted(state.enemies(piece.side), key=lambda other: (round(span(piece.at, other.at), PLACES), other.id))[
        :2
    ]:
        for poses in ({}, {draft.by: here}):
            shots = view.shots(draft.by, foe.id, poses)
            if shots:
                one = shots[0]
                far = f"{plain(one.distance, PLACES)} as {plain(one.effective, PLACES)} in {' '.join(one.arcs)}"
                guns = ", ".join(f"{shot.mount} {shot.dice or shot.why_not}" for shot in shots)
                yield f"shots at {foe.id}{' then' * bool(poses)}, {far}: {guns} {digest(plain(shots, PLACES))}"
            volley = view.volley(draft.by, foe.id, poses)
            if volley is not None:
                yield f"volley {volley}, meter {short(view.meter(volley))}"
                yield from (odds_words(one) for one in view.odds(volley, poses))
    for pose in (None, here):
        drawn = view.overlays(draft.by, pose)
        kinds = [type(one).__name__ for one in drawn]
        yield (
            f"drawn {' '.join(f'{kind} {kinds.count(kind)}' for kind in dict.fromkeys(kinds))} "
            f"{digest(plain(drawn, PLACES))}"
        )


def odds_words(one: Odds) -> str:
    """Return the chances of fire at one target, with the marks and readings of the chart."""
    told = "; ".join(f"{words}: {value}" for words, value, _ in one.readings)
    mean, chances = plain(one.mean, PLACES), digest(plain(one.chances, PLACES))
    return f"odds at {one.target} {mean}, {one.marks}, {told}, {one.notes} {chances}"


def refusals(view: View, key: str) -> Iterator[str]:
    """Yield what is said to orders that are wrong here, or at least odd."""
    unread = []
    for text in TRIED:
        try:
            order = view.read(key, text)
            wrong = view.why_not(order)
            yield f"{text} > {order}" if wrong is None else f"{text}: {wrong.why} ({wrong.rule})"
        except Illegal as why:
            unread.append(f"{text}: {why.why} ({why.rule})")
    yield f"{len(unread)} not read {digest(' '.join(unread))}"


def short(value: Any) -> str:
    """Return a value in a line, or its digest where that would be long."""
    text = plain(value, PLACES)
    return text if len(text) <= LONG else digest(text)


MAKERS: dict[str, Callable[[], Iterator[str]]] = {case.name: partial(answer_lines, case) for case in CASES}


@cache
def text_of(name: str) -> str:
    """Return the answers of one battle as text."""
    return "\n".join(MAKERS[name]()) + "\n"
