"""A side's view does not depend on what the other side has sealed, whatever the view is asked."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.battle.battle import Battle, View, fingerprint
from game.battle.designs import ROOT
from game.battle.idling import nothing_more
from game.battle.loader import Opened, open_battle
from game.core.events import Event
from game.core.orders import Order
from game.players.match import Match
from game.players.random_player import random_order
from tests.support.battles import SCENARIOS, idle, laid
from tests.support.narrowing import present


def plotted(path: Path) -> bool:
    """Return whether moves are written in secret in the scenario's game."""
    rows = open_battle(path, seed=1).battle.view(None).phases
    return any(present and row.secret and getattr(row.accepts[0], "input_mode", "") == "plot" for row, present in rows)


SEALED = [path for path in SCENARIOS if plotted(path)]


def at_orders(path: Path, turn: int, seed: int) -> Opened:
    """Return a scenario fought to the orders of a turn (or of the last turn it came to)."""
    opened = open_battle(path, seed=seed)
    Match(opened.battle, dict.fromkeys(opened.file.sides, "random"), seed).play(turn - 1)
    if opened.battle.state.outcome:
        length = max(
            n for n in range(len(opened.battle.records)) if opened.battle.at(n).sealed == {} and _writing(opened, n)
        )
        opened.battle.back_to(length)
    return opened


def _writing(opened: Opened, length: int) -> bool:
    state = opened.battle.at(length)
    return opened.battle.system.phase(state).secret and not state.ready


def plots(battle: Battle, side: str, chance: Random) -> list[Order]:
    """Return one legal order for every ship of a side that is asked for one, many of them rolls and rams."""
    view, orders = battle.view(None), []
    asked = {key for prompt in battle.prompts() if prompt.side == side for key in prompt.ids}
    for ship in [one for one in battle.state.fleet(side) if one.id in asked]:
        plain = type(view.draft(ship.id))(ship.id)
        legal = [destination.order for destination in view.destinations(plain)]
        odd = [plain.with_value(name, values[-1]) for name, values in _oddities(plain, view) if chance.random() < 0.5]
        legal = [order for order in odd if view.why_not(order) is None] or legal
        orders.append(chance.choice(legal))
    return orders


def _oddities(plain: Any, view: View) -> list[tuple[str, tuple[Any, ...]]]:
    """Return the parts of an order besides where the ship flies: fields that are switches or name another ship."""
    every = [(name, tuple(values)) for name, values in plain.domain(view.state).items()]
    return [(name, values) for name, values in every if values[0] in (False, "") and len(values) > 1]


def known(view: View, seed: int) -> dict[str, Any]:
    """Return everything a view answers, as plain comparable values."""
    prompt = view.mine()
    own = [ship.id for ship in view.state.fleet(view.side or "")]
    foes = [ship.id for ship in view.state.enemies(view.side or "")]
    return {
        "state": fingerprint(view.state),
        "log": [repr(line) for line in view.log],
        "prompts": view.prompts(),
        "drafts": [view.draft(key) for key in own + foes],
        "sheets": [view.sheet(key, view.draft(key)) for key in own + foes],
        "worths": [view.worth(key) for key in (*view.state.ships, *view.state.counters)],
        "stakes": [view.stakes(side) for side in view.state.sides],
        "poses": [view.pose(view.draft(key)) for key in own + foes],
        "destinations": [view.destinations(type(view.draft(key))(key)) for key in foes],
        "shots": [
            view.shots(mine, theirs, {theirs: view.pose(view.draft(theirs))}) for mine in own[:3] for theirs in foes[:3]
        ],
        "overlays": repr([view.overlays(key) for key in foes[:3]]),
        "launches": repr([view.launches(key) for key in foes]),
        "tokens": repr(view.tokens),
        "choice": prompt and prompt.waiting and random_order(view, prompt, Random(seed)),
        "inside": repr(sorted(vars(view))),
    }


def test_a_line_for_one_side_is_read_by_it_and_by_who_sees_all() -> None:
    battle = open_battle(SCENARIOS[0], seed=1).battle
    lines = [Event("note", "", "for all"), Event("note", "", "for azure", side="azure")]
    read = [len(View(battle.system, "", battle.state, side, 0, (lines, 2)).log) for side in ("azure", "amber", None)]
    assert read == [2, 1, 2]


@pytest.mark.parametrize("turn", [1, 3])
@pytest.mark.parametrize("path", SEALED, ids=lambda path: path.stem)
def test_a_view_is_the_same_whatever_the_others_have_sealed(path: Path, turn: int) -> None:
    opened = at_orders(path, turn, 5)
    battle, chance = opened.battle, Random(f"{path.stem}/{turn}")
    for me in battle.state.sides:
        start, seen = len(battle.records), []
        for attempt in range(4):
            for side in battle.state.sides:
                for order in plots(battle, side, chance) if side != me and attempt else ():
                    battle.play(order)
            seen.append(known(battle.view(me), 11))
            if len(battle.records) > start:
                battle.back_to(start)
        for other in seen[1:]:
            assert other == seen[0]


WORDS = {  # what else may be written in secret, by the design that can do it
    "rookery": ("LA HGRa", "LA HGRa HGRb HGRc HGRd"), "grapnel": ("MINE6", "P1 MINE3"), "heliograph": ("REFLEX",),
    "petrel": ("SHROUD", "P1 SHROUD"), "shearwater": ("CLOAK2", "CLOAK3"), "cupola": ("NOVA",), "tuyere": ("CHARGE",),
}  # fmt: skip


@pytest.mark.parametrize("design", WORDS)
@pytest.mark.parametrize("rules", ["base", "pdl"])
def test_what_else_is_written_in_secret_is_known_to_nobody_else(design: str, rules: str, tmp_path: Path) -> None:
    """Launches of fighters, mines, plasma, waves, reflex fields, shrouds and cloaks; not before they are shown."""
    side, other = ("amber", "azure") if design in ("cupola", "tuyere") else ("azure", "amber")
    path = tmp_path / "words.yaml"
    path.write_text(
        f"""
title: Words
system: full-thrust
seed: 6
house: {{pd_rules: {rules}}}
sides: {{azure: {{name: Azure}}, amber: {{name: Amber}}}}
ships:
  writer: {{side: {side}, design: {design}, at: [20, 24], course: 3, velocity: 6}}
  reader: {{side: {other}, design: {"lancet" if other == "azure" else "vesper"}, at: [50, 24], course: 9, velocity: 6}}
""",
        encoding="utf-8",
    )
    battle = open_battle(path).battle
    unwritten, own = known(battle.view(other), 7), known(battle.view(side), 7)
    for text in WORDS[design]:
        order = battle.read("writer", text)
        battle.play(order)
        assert battle.state.sealed["writer"] == order
        assert known(battle.view(other), 7) == unwritten, text
        assert not _reaches(vars(battle.view(other)), order, set())
        assert known(battle.view(side), 7) != own, "its own side knows"
        battle.back_to(0)


@pytest.mark.parametrize("path", SEALED, ids=lambda path: path.stem)
def test_nothing_in_a_view_holds_the_orders_of_the_others(path: Path) -> None:
    opened = at_orders(path, 2, 6)
    battle = opened.battle
    me, them = list(battle.state.sides)
    sealed = plots(battle, them, Random(3))
    for order in sealed:
        battle.play(order)
    view = battle.view(me)
    assert view.prompts() and view.log is not None and view.sheet(battle.state.fleet(me)[0].id)
    assert not [order for order in sealed if _reaches(vars(view), order, set())]
    assert not [order for order in sealed if _reaches(vars(battle.glance(me)), order, set())]
    # one marker may serve several ships
    kept = [order for order in sealed if battle.state.sealed.get(order.by) is order]
    assert kept and [order for order in sealed if _reaches(vars(battle.view(them)), order, set())] == kept


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_glance_tells_what_a_view_tells_and_whoever_chooses_by_it_changes_nothing(path: Path) -> None:
    opened = open_battle(path, seed=8)
    battle, match = opened.battle, Match(opened.battle, dict.fromkeys(opened.file.sides, "random"), 8)
    while battle.state.turn < 3 and (prompt := match.next_prompt()):
        glance, view, before = battle.glance(prompt.side), battle.view(prompt.side), fingerprint(battle.state)
        assert fingerprint(glance.state) == fingerprint(view.state) and glance.mine() == view.mine() == prompt
        assert random_order(glance, prompt, Random(1)) == random_order(view, prompt, Random(1))
        assert fingerprint(battle.state) == before
        match.step()


def _reaches(thing: Any, wanted: Order, met: set[int]) -> bool:
    """Return whether the very order is found anywhere in an object, by any path through containers and fields."""
    if thing is wanted:
        return True
    if id(thing) in met or isinstance(thing, (str, int, float, type)) or thing is None or callable(thing):
        return False
    met.add(id(thing))
    return any(_reaches(part, wanted, met) for part in _parts(thing))


def _parts(thing: Any) -> list[Any]:
    """Return the parts of a container or an object."""
    if isinstance(thing, dict):
        return [*thing.keys(), *thing.values()]
    if isinstance(thing, (list, tuple, set, frozenset)):
        return list(thing)
    slots = [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())]
    return [getattr(thing, name, None) for name in (*slots, *getattr(thing, "__dict__", {}))]


def test_after_the_reveal_everybody_sees_the_same() -> None:
    opened = at_orders(SCENARIOS[0], 1, 5)
    battle = opened.battle
    for side in battle.state.sides:
        for order in plots(battle, side, Random(1)):
            battle.play(order)
    while battle.phase.secret:
        battle.play(present(nothing_more(opened.battle)))
    views = [battle.view(side) for side in battle.state.sides]
    assert fingerprint(views[0].state) == fingerprint(views[1].state) == fingerprint(battle.state)
    assert views[0].log == views[1].log and views[0].state.sealed


def test_a_view_of_the_past_is_as_blind_as_it_was() -> None:
    opened = at_orders(SCENARIOS[0], 1, 5)
    battle = opened.battle
    me, them = list(battle.state.sides)
    for order in plots(battle, them, Random(1)):
        battle.play(order)
    length = len(battle.records)
    Match(battle, dict.fromkeys(battle.state.sides, "random"), 1).play(2)
    past = battle.view_at(length, me)
    theirs = {ship for ship in past.state.ships if past.state.owner(ship) == them}
    assert past.state.sealed == {} and battle.view_at(length, them).state.sealed.keys() == theirs
    while battle.phase.secret:  # and from a phase in which nothing is hidden too
        battle.play(present(nothing_more(opened.battle)))
    assert battle.view_at(length, me).state.sealed == {} and battle.view(me).state.sealed == battle.state.sealed


def test_a_view_does_not_know_the_seed_that_dice_follow_from() -> None:
    """With the seed, a player would know every die of the battle before it is rolled."""
    opened = open_battle(SCENARIOS[0], seed=918273645)
    view = opened.battle.view(next(iter(opened.file.sides)))
    assert view.prompts() and 918273645 not in _numbers(vars(view), set())
    assert 918273645 in _numbers({"a": [opened.battle.seed]}, set())


def _numbers(thing: Any, met: set[int]) -> set[int]:
    """Return every whole number found anywhere in an object, by any path through containers and fields."""
    if isinstance(thing, int):
        return {thing}
    if id(thing) in met or isinstance(thing, (str, float, type)) or thing is None or callable(thing):
        return set()
    met.add(id(thing))
    return set().union(*(_numbers(part, met) for part in _parts(thing)))


@pytest.mark.parametrize(
    ("name", "rule", "writes", "flies", "order"),
    [
        ("easyhex/shearing_time", "plots: markers", "Plot", "Launch fighters", "R+1"),
        ("easyhex/shearing_time", "plots: written", "Plot", "Launch fighters", "R+1"),
        ("hexcess/first_furrow", "plotted: true", "Write moves", "Launch first", "0"),
    ],
)
def test_what_is_written_lies_face_down_until_ships_move(
    name: str, rule: str, writes: str, flies: str, order: str, tmp_path: Path
) -> None:
    """Fighters fly after plots are written and before ships do: in the open, and nobody sees a plot, the seated
    side."""
    text = (ROOT / "scenarios" / f"{name}.yaml").read_text(encoding="utf-8")
    text = text.replace("design: wether", "design: pinfold").replace(
        "\ntable:", f"\nseed: 5\nhouse: {{{rule}}}\ntable:", 1
    )
    opened = laid(tmp_path, text)
    battle = opened.battle
    idle(opened, writes)
    battle.play(battle.read("wether", order))
    idle(opened, flies)
    assert battle.view(None).state.sealed == battle.state.sealed != {}, "with open books"
    for side in battle.state.sides:
        view = battle.view(side)
        assert view.state.sealed == {}
        cards = [token for token in view.tokens if getattr(token, "shape", "") == "card"]
        assert [getattr(card, "letter", "") for card in cards] == [""] * len(battle.state.ships) * ("markers" in rule)


@pytest.mark.parametrize(
    ("name", "flies", "lands"),
    [
        ("full_thrust/carrier_strike", "Move fighters", "rookery: LA HGRa, bellows: LA HGRa"),
        ("full_thrust/missile_ambush", "Launch ordnance", ""),
        ("hex12/over_the_rows", "Launch ordnance", ""),
    ],
)
def test_orders_of_others_stay_secret_until_ships_move_and_no_screen_shows_any(
    name: str, flies: str, lands: str
) -> None:
    """Fighters fly and missiles are launched when orders are locked: where the others' ships end is a guess still
    (1.4)."""
    launches = dict(text.split(": ") for text in lands.split(", ")) if lands else {}
    for me in ("azure", "amber"):
        seen: list[tuple[object, ...]] = []
        for chance in (Random(1), Random(2), Random(3)):
            opened = open_battle(ROOT / "scenarios" / f"{name}.yaml", seed=5)
            battle = opened.battle
            them = next(side for side in battle.state.sides if side != me)
            for order in (*plots(battle, me, Random(9)), *plots(battle, them, chance)):
                battle.play(battle.read(order.by, launches[order.by]) if order.by in launches else order)
            idle(opened, flies)
            view = battle.view(me)
            assert {battle.state.owner(key) for key in view.state.sealed} == {me} and view.plots == {}
            assert battle.view(None).plots == battle.state.sealed, "with open books"
            asked = view.mine()
            ours = [view.draft(key) for key in asked.waiting] if asked else []
            reached = [repr(view.destinations(one)) + repr(view.odds(one, view.holding_on())) for one in ours]
            chosen = random_order(view, asked, Random(1)) if asked and asked.waiting else None
            seen.append((fingerprint(view.state), list(map(repr, view.log)), view.prompts(), reached, chosen))
        assert seen[0] == seen[1] == seen[2]
        idle(opened, "Ships fire")
        assert battle.view(me).state.sealed == battle.state.sealed
