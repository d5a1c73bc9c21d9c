"""Grapples, boarding, capture and breakaway (sail/5, 7)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from game.board.geometry import span
from game.core.orders import Illegal
from game.core.umpire import Umpire, seeded_dice
from game.systems.full_sail.boarding import breakaway, grappling, melee
from game.systems.full_sail.boarding.capture import assault, take
from game.systems.full_sail.boarding.melee import BoardingParty
from game.systems.full_sail.orders.boarding_order import BoardShip, who_boards
from game.systems.full_sail.orders.breakaway_order import LEAVING, part_all
from game.systems.full_sail.parts import TwoDecks
from game.systems.full_sail.sea.board import SeaBoard
from game.systems.full_sail.ships.grapples import between, partners, tie
from game.systems.full_sail.ships.ship import SailingShip, SailState
from game.systems.full_sail.wind.rose import Wind
from game.systems.full_sail.wind.weather import set_wind
from tests.support.builders import umpire
from tests.systems.full_sail.ships_at_sea import at_sea, sailer


def pair(
    kind: str = "halcyon", other: str = "oak", *, apart: float = 3.0, **parts: Any
) -> tuple[SailState, SailingShip, SailingShip]:
    """Return an attacker and a target beside it."""
    one = sailer(kind, "one", at=(10.0, 10.0), course=2)
    two = sailer(other, "two", "auvrac", at=(10.0, 10.0 + apart), course=5, **parts)
    return at_sea(one, two), one, two


def thrown(state: SailState, *faces: int, accepted: bool = False) -> str:
    """Throw grapples; every die that is given must be rolled."""
    dice = umpire(*faces)
    found = grappling.throw_grapples(state, dice, state.ships["one"], state.ships["two"], accepted)
    assert dice.faces == faces
    return found


def test_a_higher_total_grapples() -> None:
    state, one, two = pair()
    assert thrown(state, 4, 3, 5, 2) == "clean", "FS-32"
    assert partners(state, "one") == ("two",), "FS-32"
    assert (one.course, two.course, one.velocity, two.velocity) == (5, 5, 0, 0), "FS-69"
    assert span(one.at, two.at) == pytest.approx(1.75), "FS-69: side by side"


def test_equal_totals_collide() -> None:
    label = "FS-33"
    state, one, two = pair(masts=(2, 0, 0))
    assert two.thrust == 3
    assert thrown(state, 4, 3, 4, 6, 5, 6, 2, 3, 4, 1) == "collision", label
    assert (one.hull, two.hull, partners(state, "two")) == (19, 29, ("one",)), label


@pytest.mark.parametrize(("apart", "speeds"), [(6.1, (0, 0)), (3.0, (14, 7))])
def test_grapples_do_not_reach_far_or_fast_ships(apart: float, speeds: tuple[int, int]) -> None:
    state, one, two = pair(apart=apart)
    one.velocity, two.velocity = speeds
    assert grappling.why_not_grapple(state, one, two), "FS-34"
    two.at, two.velocity = (10.0, 16.0), max(0, speeds[0] - 6)
    assert grappling.why_not_grapple(state, one, two) is None


def test_a_drifting_target_rolls_one_die() -> None:
    state, _, _ = pair("ysolde", "barley", adrift=True)
    assert thrown(state, 1, 1, 6, *(1,) * 6) == "collision", "FS-35"


@pytest.mark.parametrize("lies", [{"adrift": True}, {"anchored": True}])
def test_a_target_adrift_or_at_anchor_rolls_a_die_alone(lies: dict[str, bool]) -> None:
    state, one, two = pair("ysolde", "halcyon", **lies)
    assert grappling.resistance(state, two) == (1, 0) and two.thrust == 6
    assert grappling.throw_chances(state, one, two) == grappling.chances(one.thrust, 0, 1)
    assert thrown(state, 1, 1, 6, *(1,) * 6) == "collision"
    state, one, two = pair("ysolde", "halcyon", **lies)
    state.house["grapple_adrift"] = "thrust"
    assert grappling.resistance(state, two) == (1, 6)
    assert grappling.throw_chances(state, one, two) == grappling.chances(one.thrust, 6, 1)
    assert thrown(state, 1, 1, 6) == "nothing"


def test_a_failed_throw_is_nothing_and_a_willing_target_needs_none() -> None:
    label = "FS-55"
    state, one, _ = pair("barley", "halcyon")
    at = one.at
    assert thrown(state, 3, 3, 2, 3) == "nothing" and one.at == at and not partners(state, "one"), label
    assert thrown(state, accepted=True) == "clean", label


@pytest.mark.parametrize(
    ("thrusts", "clean", "collision", "nothing"),
    [((6, 6), 44.4, 11.3, 44.4), ((8, 4), 84.1, 6.2, 9.7), ((4, 8), 9.7, 6.2, 84.1)],
)
def test_chances_of_a_throw(thrusts: tuple[int, int], clean: float, collision: float, nothing: float) -> None:
    found = grappling.chances(*thrusts)
    assert [100 * found.clean, 100 * found.collision, 100 * found.nothing] == pytest.approx(
        [clean, collision, nothing], abs=0.06
    )


# -- boarding ----------------------------------------------------------------------------------------------------------


def boarded(state: SailState, sent: BoardingParty, *faces: int, prize: int = 1) -> str:
    """Board; every die that is given must be rolled."""
    dice = umpire(*faces)
    tie(state, "one", "two")
    found = assault(state, dice, state.ships["one"], state.ships["two"], sent, prize)
    assert dice.faces == faces
    return found


def test_three_rounds_at_most() -> None:
    label = "FS-36"
    state, one, two = pair("halcyon", "sanderling")
    assert boarded(state, BoardingParty(4, 1), 5, 2, 6, 1, 3, 1, 4, 5, 2) == "captured", label
    assert (one.crew, two.crew, two.side) == (2, 1, "merrow"), label


def test_an_empty_ship_defends_itself_with_a_die() -> None:
    label = "FS-37"
    state, one, two = pair("halcyon", "tern", away=frozenset({4, 8}))
    one.lose_crew(3)
    assert boarded(state, BoardingParty(1), 4, 5) == "repelled", label
    assert (one.crew, two.side) == (0, "auvrac"), label


def test_one_hit_on_the_last_of_the_crew_takes_marines_too() -> None:
    label = "FS-59"
    state, one, two = pair("halcyon", "tern", away=frozenset({4}))
    assert boarded(state, BoardingParty(2, 1), 6, 1, 1, 2, 2, prize=2) == "captured", label
    assert (two.marines, two.crew, one.crew, two.side) == (0, 2, 2, "merrow"), label
    state, one, two = pair("halcyon", "tern", away=frozenset({4}))
    assert boarded(state, BoardingParty(2, 1), 6, 1, 1, 2, 2, prize=0) == "captured", label
    assert (two.removed_reason, one.crew, partners(state, "one")) == ("scuttled", 4, ()), label


def test_lost_shots_are_lost() -> None:
    state, one, _ = pair("oak", "halcyon")
    assert boarded(state, BoardingParty(2), 1, 2, 5, 6, 5, 1, 1) == "repelled", "FS-62"
    assert (one.crew, one.marines) == (4, 1), "FS-62"


def test_an_undecided_fight_leaves_them_grappled() -> None:
    label = "FS-63"
    state, one, two = pair("tern", "tern")
    assert boarded(state, BoardingParty(2, 1), *(1,) * 18) == "undecided", label
    grapple = between(state, "one", "two")
    assert grapple and grapple.fought and not grapple.winner and (one.crew, two.crew) == (2, 2), label


def test_a_wreck_is_taken_without_a_fight() -> None:
    label = "FS-43"
    state, one, two = pair("oak", "halcyon", crossed=(5, 5, 5, 5), adrift=True)
    assert boarded(state, BoardingParty(1)) == "captured", label
    assert (two.row_left, two.crew, one.crew, two.side) == ((0, 0, 0, 2), 1, 5, "merrow"), label


def test_a_prize_is_manned_by_those_who_come() -> None:
    state, one, two = pair("oak", "tern")
    take(state, umpire(), one, two, 3)
    assert (two.crew, two.prize_crew, one.crew) == (3, 1, 3)


@pytest.mark.parametrize(
    ("sent", "held", "printed"),
    [
        (2, 2, (0.334, 0.331, 0.334, 0.002)),
        (4, 3, (0.697, 0.145, 0.141, 0.017)),
        (6, 3, (0.968, 0.012, 0.008, 0.011)),
        (8, 6, (0.790, 0.027, 0.074, 0.108)),
    ],
)
def test_printed_odds_of_boarding(sent: int, held: int, printed: tuple[float, ...]) -> None:
    found = melee.odds(BoardingParty(sent, 1), BoardingParty(held, 1))
    assert (found.captured, found.both, found.repelled, found.undecided) == pytest.approx(printed, abs=0.0006)


def test_odds_of_boarding_against_enumeration() -> None:
    """One unit against one, a marine on one side: every die of three rounds."""
    counted = {"captured": 0.0, "both": 0.0, "repelled": 0.0, "undecided": 0.0}
    for faces in product(range(1, 7), repeat=3):
        hits, losses = (faces[0] >= 5) + (faces[1] >= 3), faces[2] >= 5
        key = "both" if hits and losses else "captured" if hits else "repelled" if losses else "undecided"
        counted[key] += 1 / 216
    again = counted.pop("undecided")
    rounds = 1 + again + again**2
    found = melee.odds(BoardingParty(1, 1), BoardingParty(1))
    assert (found.captured, found.both, found.repelled) == pytest.approx(
        tuple(chance * rounds for chance in counted.values())
    )
    assert found.undecided == pytest.approx(again**3)


def test_every_choice_of_a_boarder_is_told_with_its_chances() -> None:
    state, one, _ = pair("halcyon", "oak")
    one.lose_crew(1)
    tie(state, "one", "two")
    chosen = BoardShip("one", "two", crew=2, marines=False)
    told = chosen.alternatives(state)
    assert [one.label for one in told] == [
        "3 crew, marines",
        "3 crew",
        "2 crew, marines",
        "2 crew",
        "1 crew, marines",
        "1 crew",
    ]
    assert [one.order for one in told].index(chosen) == 3
    for choice, sent in zip(told, ((3, 1), (3, 0), (2, 1), (2, 0), (1, 1), (1, 0))):
        found = melee.odds(BoardingParty(*sent), BoardingParty(state.ships["two"].crew, state.ships["two"].marines))
        chances = [part.chance for part in choice.parts]
        assert chances == pytest.approx([found.captured, found.both, found.repelled, found.undecided])
        assert sum(chances) == pytest.approx(1.0)


def test_both_decks_are_shown_with_all_who_are_aboard_and_who_goes_over() -> None:
    state, one, two = pair("oak", "halcyon", away=frozenset({20}))
    (decks,) = BoardShip("one", target="two", crew=2, marines=False).overlays(state)
    assert isinstance(decks, TwoDecks)
    sent, held = decks.boarder, decks.boarded
    assert (sent.crew, sent.marines, sent.sent, sent.sent_marines) == (one.crew, one.marines, 2, 0)
    assert (held.crew, held.marines, held.sent) == (two.crew, two.marines, 0)
    assert (sent.lost, held.lost) == (one.design.crew - one.crew, two.design.crew - two.crew)
    assert sent.kills == pytest.approx((4 / 9, 4 / 9, 1 / 9)) and sum(held.kills) == pytest.approx(1)
    assert not BoardShip("one").overlays(state)


def test_a_wreck_is_no_choice() -> None:
    state, _, _ = pair("oak", "halcyon", crossed=(5, 5, 5, 5), adrift=True)
    tie(state, "one", "two")
    order = BoardShip("one", "two")
    assert order.alternatives(state) == () and [risk.chance for risk in order.risks(state)] == [1.0]


def test_odds_of_boarding_against_fights() -> None:
    state, _, _ = pair("oak", "halcyon")
    found, trials = melee.odds(BoardingParty(3, 1), BoardingParty(4, 1)), 2000
    counted = {"captured": 0, "both dead": 0, "repelled": 0, "undecided": 0}
    for seed in range(trials):
        fought = melee.fight(Umpire(seeded_dice(seed)), state.ships["one"], state.ships["two"], BoardingParty(3, 1))
        counted[fought.outcome] += 1
    expected = (found.captured, found.both, found.repelled, found.undecided)
    assert [count / trials for count in counted.values()] == pytest.approx(expected, abs=0.04)


# -- other readings of boarding (sail/10) ------------------------------------------------------------------------------


def alongside(**rules: Any) -> tuple[SailState, SailingShip, SailingShip]:
    """Return two ships that are grappled, the first of the side that has the initiative."""
    one, two = sailer("tern", "one", at=(10.0, 10.0)), sailer("tern", "two", "auvrac", at=(10.0, 12.0))
    state = at_sea(one, two, **rules)
    tie(state, "one", "two")
    return state, one, two


def test_marines_may_fall_first() -> None:
    for rules, left in (({}, ((1, 1), (1, 1))), ({"marines_last": "first"}, ((2, 0), (2, 0)))):
        state, one, two = alongside(**rules)
        dice = umpire(6, 1, 1, 6, 1, 1, *(1,) * (12 if not rules else 8))
        assert assault(state, dice, one, two, BoardingParty(2, 1), 1) == "undecided"
        rounds = [event for event in dice.log if event.weapon == "Boarding"]
        assert [event.step for event in rounds] == ["round 1", "round 2", "round 3"]
        sorts = dict.fromkeys((die.by or "one", die.of) for die in rounds[0].dice)
        assert [*sorts] == [(key, of) for key in ("one", "two") for of in ("crew", "marines")]
        assert ((one.crew, one.marines), (two.crew, two.marines)) == left


def test_the_odds_know_who_falls_first() -> None:
    sent, held = BoardingParty(2, 1), BoardingParty(1, 1)
    for rules in ({}, {"marines_last": "first"}):
        first, counted, trials = bool(rules), Counter[str](), 3000
        for seed in range(trials):
            state, one, two = alongside(**rules)
            two.lose_crew(1)
            counted[assault(state, Umpire(seeded_dice(seed)), one, two, sent, 1)] += 1
        found = melee.odds(sent, held, first)
        chances = (found.captured, found.both, found.repelled, found.undecided)
        assert sum(chances) == pytest.approx(1)
        shares = [counted[key] / trials for key in ("captured", "both dead", "repelled", "undecided")]
        assert shares == pytest.approx(chances, abs=0.03)
        told = BoardShip("one", "two").outcomes(
            state, sailer("tern", "one"), sailer("tern", "two", away=frozenset({4}))
        )
        assert [part.chance for part in told] == pytest.approx(chances)
    state, *_ = alongside(marines_last="first")
    killed, lost = BoardShip("one", "two").odds(state, {})
    assert (len(killed.chances), len(lost.chances)) == (4, 4), "two crew and a marine of each"


def test_each_of_a_pair_may_board_the_other() -> None:
    for rules, answers in (({}, ()), ({"counter_boarding": "each"}, ("two",))):
        state, *_ = alongside(**rules)
        assert [prompt.waiting for prompt in who_boards(state)] == [("one",)]
        BoardShip("one", "two").carry_out(state, umpire(*(1,) * 18))
        assert [key for prompt in who_boards(state) for key in prompt.waiting] == list(answers)
        if answers:
            BoardShip("two", "one").check(state)
            BoardShip("two", "one").carry_out(state, umpire(*(1,) * 18))
            assert who_boards(state) == ()


def test_an_undecided_boarding_may_have_no_winner() -> None:
    for rules, winner in (({}, "auvrac"), ({"recent_winner": "nobody"}, "")):
        state, one, two = alongside(**rules)
        assert assault(state, umpire(1, 1, 1, 6, 1, 1, *(1,) * 10), one, two, BoardingParty(2, 1), 1) == "undecided"
        grapple = between(state, "one", "two")
        assert grapple and grapple.winner == winner
        for key, other in (("one", "two"), ("two", "one")):
            LEAVING.set(state, key, other)
        dice = umpire(3)
        part_all(state, dice)
        assert dice.rolls[0].label.endswith("breakaway/two>one" if winner else "breakaway/one>two")


def test_who_holds_a_ship_has_won_whatever_it_cost() -> None:
    for rules in ({}, {"recent_winner": "nobody"}):
        state, one, two = alongside(**rules)
        assert assault(state, umpire(6, 1, 1, 6, 1), one, two, BoardingParty(1), 1) == "repelled"
        grapple = between(state, "one", "two")
        assert grapple and (grapple.winner, two.crew) == ("auvrac", 1)


# one unit against the die of a ship without crew, round by round: taken, repelled or neither
EMPTY = [part * (1 + 4 / 9 + 16 / 81) for part in (2 / 9, 0, 1 / 3)] + [(4 / 9) ** 3]


@pytest.mark.parametrize(
    ("rules", "faces", "outcome"),
    [
        ({}, (), "captured"),
        ({"wreck_defence": "die"}, (4, 5), "repelled"),
        ({"wreck_defence": "die"}, (5, 4), "captured"),
    ],
)
def test_a_wreck_may_roll_a_die_for_itself(rules: dict[str, Any], faces: tuple[int, ...], outcome: str) -> None:
    one, wreck = sailer("tern", "one"), sailer(key="two", side="auvrac", crossed=(5, 5, 5, 5), adrift=True)
    state, dice, order = at_sea(one, wreck, **rules), umpire(*faces), BoardShip("one", "two", crew=1, marines=False)
    tie(state, "one", "two")
    told = order.alternatives(state)
    free = [risk.chance for risk in order.risks(state) if risk.tone == "good"]
    assert free == [1.0] * (not rules) and len(told) == (4 if rules else 0)
    assert not rules or [part.chance for part in order.outcomes(state, one, wreck)] == pytest.approx(EMPTY)
    assert assault(state, dice, one, wreck, order.boarding_party(one), 1) == outcome and dice.faces == faces
    assert (wreck.side, one.crew) == (("merrow", 1) if outcome == "captured" else ("auvrac", 1))


# -- breakaway ---------------------------------------------------------------------------------------------------------


def leave(state: SailState, agreed: bool, *faces: int) -> str:
    """Try to break away; every die that is given must be rolled."""
    grapple = between(state, "one", "two")
    assert grapple
    dice = umpire(*faces)
    found = breakaway.break_away(state, dice, grapple, state.ships["one"], agreed)
    assert dice.faces == faces
    return found


def test_ships_that_agree_part_unless_they_foul() -> None:
    label = "FS-40"
    state, one, two = pair()
    set_wind(state, Wind(16, 12))
    tie(state, "one", "two")
    assert leave(state, True, 1) == "fouled", label
    assert leave(state, True, 3) == "held", label
    assert leave(state, True, 1) == "free" and not partners(state, "one"), label
    assert (one.course, two.course, one.velocity, one.adrift) == (12, 12, 0, False), "FS-52"
    assert span(one.at, two.at) == pytest.approx(2.0) and one.at[1] == pytest.approx(two.at[1])


def test_double_six_fouls_in_spite_of_the_higher_total() -> None:
    state, _, _ = pair("oak", "ysolde")
    tie(state, "one", "two")
    assert leave(state, False, 6, 6, 2, 3) == "fouled", "FS-41"
    assert leave(state, False, 6, 5, 1, 1) == "held"
    assert leave(state, False, 1, 1, 6, 6) == "free"


@pytest.mark.parametrize(("course", "heading"), [(12, 2), (1, 2), (11, 10), (5, 5)])
def test_an_eased_breakaway_keeps_off_the_wind(course: int, heading: int) -> None:
    state, one, _ = pair()
    state.house = {**state.house, "breakaway_eased": True}
    set_wind(state, Wind(16, 12))
    one.point(course)
    assert breakaway.parted_heading(state, one) == heading


def test_chances_of_a_breakaway() -> None:
    assert breakaway.agreed_chances(False) == {"free": 5 / 6, "fouled": 1 / 6, "held": 0}
    assert breakaway.agreed_chances(True) == {"free": 1 / 6, "fouled": 0, "held": 5 / 6}
    assert breakaway.breakaway_chances(6, 4, fouled=True)["free"] == pytest.approx(2 / 36)
    assert breakaway.breakaway_chances(8, 0)["free"] < 1


def test_a_distance_is_told_only_where_ranges_are_measured_first() -> None:
    for measured in (True, False):
        state, one, two = pair(apart=6.1)
        state.table = replace(state.table, board=SeaBoard(72, 48, measured))
        found = [grappling.why_not_grapple(state, one, two, named) for named in (False, True)]
        assert [why and why.why for why in found] == [
            "too far: 6.1 of 6 MU" if measured else None,
            "too far: 6.1 of 6 MU",
        ]
        with pytest.raises(Illegal, match="is too far: 6.1 of 6 MU" if measured else "is not grappled with"):
            BoardShip("one", "two").check(state)
