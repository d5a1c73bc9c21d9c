"""What a refused order is told: the house rules to switch on, and the parts to take out."""

from __future__ import annotations

import pytest

from game.core.orders import Illegal, Order
from game.rules.manoeuvres.archive import MANOEUVRES
from game.rules.manoeuvres.framework.base import Manoeuvre, ManoeuvreOrder
from game.sandbox.remedies import Remedy, remedy, without_parts
from game.sandbox.sandbox import Sandbox
from game.sandbox.start_editor import blank, open_start
from game.systems import SYSTEMS

SWITCHED = [
    one for one in MANOEUVRES if not one.standard and any(rule.key == f"man.{one.code}" for rule in one.settings)
]


KINDS = [
    (game, kind)
    for game, system in SYSTEMS.items()
    for kind in dict.fromkeys(kind for row in system.phases for kind in row.accepts)
    if kind.needs
]
ARCHIVES = [(game, one) for game, system in SYSTEMS.items() for one in system.archive if one.switches]
TEXTS = {
    "SendBoarders": "board {}",
    "Scan": "scan {}",
    "Enter": "enter",
    "Afterwards": "PM EM2",
    "Repair": "repair B1:1",
    "Commit": "commit none",
    "Lend": "lend none",
    "Assist": "assist none",
    "SpreadLosses": "lose evenly",
    "WrittenPlan": "hold; until turn 3",
}


def off_orders(game: str, enemy: str) -> dict[str, str]:
    """Return an order of every sort that belongs to a house rule of a game, with the rule that brings it."""
    brings = {one.field: one.own or one.switches[0] for each, one in ARCHIVES if each == game}
    found = {one.word(ManoeuvreOrder(one, 1)): brings[one.code] for one in MANOEUVRES if one.code in brings}
    found |= {
        TEXTS[kind.__name__].format(enemy): kind.needs[0].partition("=")[0] for each, kind in KINDS if each == game
    }
    found |= {f"WITH {enemy}": "squadrons", "TP1": "movement"}
    found["S1P1"] = "side_slip" if game == "full-sail" else "sideslip"
    return {text: key for text, key in found.items() if key in {rule.key for rule in SYSTEMS[game].house}}


def new(game: str = "full-thrust") -> Sandbox:
    return Sandbox(open_start(blank(SYSTEMS[game])))


def refusal(sandbox: Sandbox, by: str, text: str) -> Illegal:
    why = sandbox.would_refuse(by, text, {})
    assert why is not None, text
    return why


def test_orders_of_another_kind_of_movement_offer_that_kind() -> None:
    sandbox = new()
    by = next(iter(sandbox.start.state.ships))
    for text, value, words in (("TP1", "vector", "by vectors"), ("P1", "cinematic", "cinematic")):
        found = remedy(sandbox, by, text, refusal(sandbox, by, text))
        assert found is not None and found.house == {"movement": value} and found.still is None
        assert found.missing == f"“Movement” would have to be “{words}”"
        sandbox.give_switching_on(by, text, found.house)


@pytest.mark.parametrize("one", SWITCHED, ids=lambda one: one.code)
@pytest.mark.parametrize("game", ["full-thrust", "hex12"])
def test_every_manoeuvre_that_is_off_names_the_rule_that_brings_it(game: str, one: Manoeuvre) -> None:
    sandbox = new(game)
    by = next(iter(sandbox.start.state.ships))
    text = one.word(ManoeuvreOrder(one, 1))
    found = remedy(sandbox, by, text, refusal(sandbox, by, text))
    assert found is not None and f"man.{one.code}" in found.house
    assert found.still is None or "not played" not in found.still.why


@pytest.mark.parametrize(("game", "kind"), KINDS, ids=lambda one: getattr(one, "__name__", one))
def test_an_order_of_a_kind_that_is_not_played_names_the_rule_it_belongs_to(game: str, kind: type[Order]) -> None:
    sandbox = new(game)
    wanted = [one.partition("=")[::2] for one in kind.needs]
    sandbox.set_part("house", **{key: False for key, value in wanted if not value})
    by, *_, enemy = sandbox.start.state.ships
    text = TEXTS[kind.__name__].format(enemy)
    why, titles = refusal(sandbox, by, text), {rule.key: rule.title for rule in sandbox.rules}
    title = f"“{titles[wanted[0][0]]}” "
    assert why.why.startswith(title)
    found = remedy(sandbox, by, text, why)
    assert found is not None and any(str(found.house.get(key)) == (value or "True") for key, value in wanted)
    assert found.missing.startswith(title)
    assert found.still is None or found.still.why != why.why


def test_titles_of_rules_are_told_from_the_words_around_them() -> None:
    sandbox = new()
    rules = {rule.key: rule for rule in sandbox.rules}
    found = Remedy((rules["slow_turn"], rules["man.CO"]), {"slow_turn": True, "man.CO": True})
    assert found.missing == "“Thrust 1 turns every other turn” and “Corkscrew” are off in this battle"


def test_an_order_and_its_rules_are_one_deed() -> None:
    sandbox = new()
    by = next(iter(sandbox.start.state.ships))
    found = remedy(sandbox, by, "HA1P RL SK1S", refusal(sandbox, by, "HA1P RL SK1S"))
    assert found is not None and found.titles == "“Hard about”, “Skid” and “Redlined engines”" and found.still is None
    sandbox.give_switching_on(by, "HA1P RL SK1S", found.house)
    assert sandbox.course().planned_move(1, by) == "HA1P RL SK1S" and sandbox.start.state.house["man.HA"] is True
    assert len(sandbox.done) == 1 and sandbox.done[0].endswith(
        "HA1P RL SK1S; Hard about: on, Skid: on, Redlined engines: on"
    )
    sandbox.undo()
    assert not sandbox.branch.steps and sandbox.start.state.house["man.HA"] is False


def test_a_game_at_sea_offers_its_side_slips() -> None:
    sandbox = new("full-sail")
    by = next(iter(sandbox.start.state.ships))
    found = remedy(sandbox, by, "S1P1", refusal(sandbox, by, "S1P1"))
    assert found is not None and (found.titles, dict(found.house)) == ("“Side-slips”", {"side_slip": True})


def test_what_is_refused_even_so_is_said_before_anything_is_switched_on() -> None:
    sandbox = new()
    by = next(iter(sandbox.start.state.ships))
    found = remedy(sandbox, by, "CO S9", refusal(sandbox, by, "CO S9"))
    assert found is not None and found.still is not None and "3 thrust may turn" in found.still.why
    with pytest.raises(Illegal, match="may turn"):
        sandbox.give_switching_on(by, "CO S9", found.house)
    assert not sandbox.done


def test_too_much_thrust_is_no_matter_of_a_rule() -> None:
    sandbox = new()
    by = next(iter(sandbox.start.state.ships))
    assert remedy(sandbox, by, "S9", refusal(sandbox, by, "S9")) is None


def test_parts_that_do_not_go_together_are_named_and_either_may_go() -> None:
    sandbox = new()
    by = next(iter(sandbox.start.state.ships))
    house = {"man.CO": True, "man.FL": True}
    course = sandbox.course_under(house)
    order = course.battle.view_at(course.plotting(1, by) or 0, "azure").read(by, "CO FL")
    parts = without_parts(sandbox, order, house)
    assert [words for words, _ in parts] == ["Corkscrew", "Flip"]
    assert [str(less) for _, less in parts] == ["FL", "CO"]
    assert all(sandbox.would_refuse(by, str(less), house) is None for _, less in parts)


@pytest.mark.parametrize("game", SYSTEMS)
def test_every_manoeuvre_of_an_archive_has_a_line_and_rules_that_bring_it(game: str) -> None:
    system = SYSTEMS[game]
    keys = {rule.key for rule in system.house}
    for one in system.archive:
        assert one.line and one.title and set(one.switches) <= keys, one.title
        house = system.settings(dict.fromkeys(one.switches[:1], True))
        assert one.played(house) and one.played(system.settings({})) == (not one.switches)
