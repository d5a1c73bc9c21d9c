"""Why computer players gave their orders: told of orders that everybody may know, and of no piece that is hidden."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from game.battle.battle import NOBODY, Battle
from game.battle.loader import open_battle
from game.core.orders import Id
from game.players.match import Match
from game.players.player import Reasons

SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"
SECRET = ["full_thrust/crossed_swords", "hex12/between_the_rows", "easyhex/open_pasture", "full_sail/weather_gauge"]


def opened(name: str, seed: int = 1) -> Battle:
    return open_battle(SCENARIOS / f"{name}.yaml", seed=seed).battle


def both(battle: Battle, level: str = "captain") -> Match:
    return Match(battle, dict.fromkeys(battle.state.sides, level), 5)


def seats(battle: Battle) -> list[Id | None]:
    return [None, NOBODY, *battle.state.sides]


@pytest.mark.parametrize("name", SECRET)
def test_nothing_is_told_before_the_orders_are_shown(name: str) -> None:
    battle = opened(name)
    match = both(battle)
    while not (battle.records and battle.records[-1].revealed):
        assert not any(match.reasons.known_to(side) for side in seats(battle))
        assert all(
            match.reasons.came(n, side) is None for side in seats(battle) for n in range(len(battle.records) + 1)
        )
        assert match.step()
    for _ in range(40):
        if match.reasons.known_to(NOBODY):
            break
        assert battle.shown < len(battle.records)  # they lie face down still
        match.step()
    assert match.reasons.known_to(NOBODY)


@pytest.mark.parametrize("name", ["hexcess/first_furrow", "power_hex/slow_answer", "full_thrust/free_fall"])
def test_moves_are_told_when_all_of_the_phase_have_been_made(name: str) -> None:
    battle = opened(name)
    match = both(battle, "cadet")
    found = 0
    while battle.state.turn < 3 and match.step():
        for number, reasons in match.reasons.known_to(NOBODY).items():
            found += bool(reasons.best)
            assert not reasons.best or battle.phase_span(number)[1] is not None
    assert found


def test_it_says_what_it_gave_what_it_expected_and_what_came() -> None:
    battle = opened("full_thrust/crossed_swords")
    match = both(battle)
    match.play(1)
    told = {number: one for number, one in match.reasons.known_to(NOBODY).items() if one.best}
    assert told
    for number, reasons in told.items():
        assert battle.records[number - 1].order == reasons.order
        assert reasons.order in [one.order for one in reasons.best] and len(reasons.best) == 3
        assert all(one.order is not None and one.order.by == one.piece for one in reasons.expected)
        came = match.reasons.came(number, NOBODY)
        assert came is not None and came.ends
        for end in came.ends:
            given = next(one.order for one in battle.records if one.order.by == end.piece)
            assert end.order is not None and end.order.pose(battle.at(0)) == given.pose(battle.at(0))
            assert 0 <= end.chance <= 1
            likely = [one for one in reasons.expected if one.order == end.order]
            assert all(one.chance == end.chance for one in likely)


def test_the_best_it_had_when_it_was_stopped_has_its_reasons() -> None:
    battle = opened("full_thrust/tavira_passage")
    match = both(battle)
    thinking = match.thinking()
    assert thinking is not None
    best = next(thought.best for thought in thinking if thought.best is not None)
    thinking.close()
    side = battle.state.owner(best.by)
    reasons = match.players[side].why(best)
    assert reasons is not None and reasons.order == best


def test_fire_says_why_this_target() -> None:
    battle = opened("full_thrust/crossed_swords")
    match = both(battle, "cadet")
    match.play(5)
    shots = [one for one in match.reasons.known_to(NOBODY).values() if one.targets]
    assert shots
    for one in shots:
        assert one.aimed and set(one.aimed) & {target.piece for target in one.targets}
        assert 1 <= len(one.targets) <= 3 and all(0 <= target.lost <= 1 for target in one.targets)
        worths = [target.worth for target in one.targets]
        assert worths == sorted(worths, reverse=True)


def test_what_a_side_cannot_see_is_left_out() -> None:
    battle = opened("full_thrust/dark_passage")
    match = both(battle, "cadet")
    match.play(1)
    first, other = battle.state.sides
    hidden = {key for key, ship in battle.state.ships.items() if battle.view(first).state.ships[key] != ship}
    assert any(battle.state.owner(key) == other for key in hidden)
    everything, seen = match.reasons.known_to(None), match.reasons.known_to(first)
    assert {one.piece for one in everything.values()} & hidden
    assert seen and not {one.piece for one in seen.values()} & hidden
    for number, one in match.reasons.known_to(NOBODY).items():
        came = match.reasons.came(number, NOBODY)
        told = {one.piece, *(end.piece for end in one.expected), *(end.piece for end in (came.ends if came else ()))}
        assert not any(battle.view(NOBODY).state.ships[key] != battle.state.ships[key] for key in told)


def test_an_order_played_again_after_one_taken_back_keeps_its_reasons() -> None:
    battle = opened("full_thrust/crossed_swords")
    human, side = battle.state.sides
    match = Match(battle, {side: "cadet"}, 5)
    mine = next(one.waiting for one in battle.prompts() if one.side == human)
    view = battle.view(human)
    battle.play(view.draft(mine[0]))
    given = match.step()
    assert given is not None
    battle.undo(human)
    assert [one.order for one in battle.records] == [given.order]
    battle.play(view.draft(mine[0]))
    while not battle.records[-1].revealed:
        if match.step() is None:
            prompt = next(one for one in battle.prompts() if one.side == human)
            idle = battle.phase.idle
            battle.play(view.draft(prompt.waiting[0]) if prompt.waiting else idle(battle.state, prompt))  # type: ignore[misc]
    assert match.reasons.known_to(human)[1].order == given.order


def taken_up(battle: Battle, players: Mapping[Id, str], seed: int = 5) -> tuple[Battle, Match]:
    """The same journal, of which nobody has listened to anything."""
    again = battle.afresh()
    for record in battle.records:
        again.play(record.order, record.faces)
    return again, Match(again, players, seed)


def figures(reasons: Reasons) -> tuple[object, ...]:
    return reasons.best, reasons.expected, dict(reasons.models), reasons.targets, reasons.aimed


@pytest.mark.parametrize("name", ["full_thrust/crossed_swords", "hexcess/first_furrow", "full_sail/weather_gauge"])
def test_reasons_of_before_are_found_out_from_the_journal(name: str) -> None:
    battle = opened(name)
    match = both(battle)
    match.play(3)
    again, later = taken_up(battle, match.names)
    for turn in (3, 2):
        kept, missing = match.reasons.last_turn(None, max(n for n in told_in(match, turn)))
        assert kept and not missing
        found, missing = later.reasons.last_turn(None, max(kept))
        assert (found, missing) == ({}, max(kept)) or turn == 2
        for _ in later.recall(missing):
            pass
        found, missing = later.reasons.last_turn(None, max(kept))
        assert not missing
        assert {n: figures(one) for n, one in found.items()} == {n: figures(one) for n, one in kept.items()}
        assert [later.reasons.came(n, None) for n in found] == [match.reasons.came(n, None) for n in kept]
    assert [one.order for one in again.records] == [one.order for one in battle.records]


def told_in(match: Match, turn: int) -> list[int]:
    return [number for number, one in match.reasons.known_to(None).items() if one.turn == turn]


@pytest.mark.parametrize("name", SECRET)
def test_nothing_is_found_out_before_the_orders_are_shown(name: str) -> None:
    battle = opened(name)
    match = both(battle, "cadet")
    while not (battle.records and battle.records[-1].revealed):
        again, later = taken_up(battle, match.names)
        assert later.reasons.last_turn(None, len(again.records)) == ({}, 0)
        assert match.step()


def test_an_order_given_in_haste_has_its_reasons() -> None:
    battle = opened("full_thrust/tavira_passage")
    match = both(battle)
    while battle.state.turn < 2:
        thinking = match.thinking()
        assert thinking is not None
        order = next((thought.best for thought in thinking if thought.best is not None), None)
        thinking.close()
        battle.play(order if order is not None else match.by_chance())
    again, later = taken_up(battle, match.names)
    _, missing = later.reasons.last_turn(None, len(again.records))
    for _ in later.recall(missing):
        pass
    found, missing = later.reasons.last_turn(None, len(again.records))
    assert not missing and set(match.reasons.known_to(None)) <= set(found)
    assert all(again.records[n - 1].order == one.order for n, one in found.items())
