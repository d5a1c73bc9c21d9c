"""A battle of each game played as plain text: every order is taken, every line of the log is told in the words of the
screen, and no seat learns what another sealed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from game.battle.battle import Battle
from game.battle.loader import load_start_text, open_battle
from game.battle.view import View
from game.core.names import HUMAN, with_capital
from game.core.orders import Id, Order, Prompt
from game.core.state import Outcome
from game.players.match import Match
from game.players.random_player import random_order
from game.rulebook.book import title
from game.rules.combat.fire import Aimed, Fire
from game.rules.ships.damage_control import Repair
from game.seating.dangers import plate_words
from game.seating.order_words import briefly, value_words
from game.seating.why import NOTHING_YET, weighed_rows
from game.systems import SYSTEMS, scenario_folder
from game.text import chances
from game.text.forms import form_of
from game.text.position import look_lines
from game.text.sheets import sheet_lines
from game.text.table import PlainTable
from game.ui.input_modes.modes import mode_of
from game.ui.input_modes.plot import endangered_pieces
from game.ui.seat.seat_model import SeatModel
from tests.text.player import Session, Typist, by_chance, scripted

SCENARIOS = {
    "full-thrust": "first_light",
    "easyhex": "open_pasture",
    "hexcess": "first_furrow",
    "hex12": "between_the_rows",
    "full-sail": "weather_gauge",
    "power-hex": "karun_light",
}
DANGEROUS = {  # where ships run foul of each other
    "full-sail": scenario_folder(SYSTEMS["full-sail"]) / "fireship.yaml",
    "full-thrust": scenario_folder(SYSTEMS["full-thrust"]) / "grinding_belt.yaml",
}
every_game = pytest.mark.parametrize("game", SCENARIOS)
LOOKS = ("look", "ships", "enemies", "table", "asked", "sheet", "ranges", "choices", "ends", "examples", "odds", "risk")


def scenario(game: str) -> Path:
    return scenario_folder(SYSTEMS[game]) / f"{SCENARIOS[game]}.yaml"


def battle_of(game: str, seed: int = 3) -> Battle:
    return open_battle(scenario(game), seed=seed).battle


def test_every_game_has_a_scenario_here() -> None:
    assert SCENARIOS.keys() == SYSTEMS.keys()


@every_game
def test_both_seats_are_played_as_text(game: str) -> None:
    battle = battle_of(game)
    session = Session(battle, by_chance(1, 4)).play()
    assert "Type choices" not in session.text, "every legal order is taken as it is written"
    assert battle.state.turn > 2 or battle.state.outcome
    told = session.text.casefold()
    for side in battle.state.sides:
        view = battle.view(side)
        for event in view.log:
            for words in (event.words(view.state.names), event.reason_words(view.state.names)):
                assert words.casefold() in told, words


@every_game
def test_what_is_shown_is_what_the_view_says(game: str) -> None:
    battle = battle_of(game)
    session = Session(battle, scripted(*LOOKS)).play()
    view, text = session.table.battle.view(session.table.flow.seat), session.text
    mine = view.mine()
    assert mine is not None and view.phase.name.lower() in text
    assert view.system.objective(view.state).rstrip(".") in text
    for key in view.state.ships:
        assert view.state.names[key] in text
    sheet = view.sheet(session.table.hand.chosen)
    for words in (*(one.label for one in sheet.stats), *(one.label for one in sheet.tracks)):
        assert words in text
    assert all(with_capital(icon.label) in text and icon.hint in text for icon in sheet.icons)
    draft = view.draft(session.table.hand.chosen)
    for field in draft.fields(view.state):
        assert f"{field.label}:" in text
        for choice in view.choices(draft, field.name)[:40]:
            assert choice.why_not in text and value_words(view, draft, field.name, choice.value) in text


# -- secrets -----------------------------------------------------------------------------------------------------------


def first_writes(first: Id, seed: int) -> Typist:
    """Return a typist who writes and locks random orders for one seat, and looks at everything from the other."""
    writes, looks = by_chance(seed, 9), iter(("", *LOOKS, "log", "replay"))
    return lambda table: writes(table) if table.flow.due().side == first else next(looks, None)


@every_game
def test_a_seat_sees_the_same_whatever_the_other_has_sealed(game: str) -> None:
    seen = set[str]()
    for seed in range(3):
        battle = battle_of(game)
        while not battle.phase.secret and battle.state.turn < 3:
            order = battle.phase.idle and battle.phase.idle(battle.state, battle.prompts()[0])
            assert order
            battle.play(order)
        if not battle.phase.secret:
            return  # nothing is written in secret in this game
        written = Session(battle, first_writes(battle.prompts()[0].side, seed)).play()
        assert written.text.count("Hand the chair to") == 1
        seen.add(written.on_screen())
        orders = {str(record.order) for record in battle.records}
        assert orders and battle.state.sealed
    assert len(seen) == 1


def test_what_a_side_conceals_is_not_told() -> None:
    battle = open_battle(scenario_folder(SYSTEMS["full-thrust"]) / "dark_passage.yaml", seed=2).battle
    for side in battle.state.sides:
        writes = next(key for key in battle.state.sides if key != side)
        session = Session(battle.afresh(), first_writes(writes, 1)).play()
        whole, seen = battle.view(None).state, battle.view(side).state
        hidden = {one.name for key, one in whole.ships.items() if one.side != side} - set(seen.names.values())
        assert hidden and not [name for name in hidden if name in session.on_screen()]


def test_the_side_before_is_called_back() -> None:
    battle = battle_of("full-thrust")
    typed = ("P2+1", "lock", "back", "", "asked", "P1", "lock", "", "kiln: S1")
    session = Session(battle, scripted(*typed)).play()
    assert "Type back to let Azure Pact" not in session.text and "Type back to let Azure League" in session.text
    assert [str(one.order) for one in battle.records] == ["P2+1", "P1", "lock", "S1"]


def test_the_computer_tells_why() -> None:
    players = {"azure": HUMAN, "amber": "cadet"}
    battle = open_battle(scenario("full-thrust"), seed=1, players=players).battle
    session = Session(battle, scripted("why", "P1+1", "lock", "why")).play()
    reasons = session.table.why.match.reasons.last_turn("azure", len(battle.records))[0]
    rows = weighed_rows(battle.view("azure"), next(iter(reasons.values())))
    assert NOTHING_YET in session.text and "Kiln, orders that were weighed:" in session.text
    assert all(f"{words} (given)" in session.text for words, given, _ in rows[2] if given)


def test_the_screen_is_cleared_before_the_chair_is_handed_over() -> None:
    battle = battle_of("full-thrust")
    session = Session(battle, scripted("P2+1", "lock", "", "look")).play()
    assert "P2+1" in session.text and "P2+1" not in session.on_screen()
    assert "Hand the chair to Amber Pact." in session.text and "Azure League: orders locked." in session.on_screen()


# -- by the script -----------------------------------------------------------------------------------------------------


def test_orders_are_typed_in_any_way() -> None:
    battle = battle_of("full-thrust")
    typed = ("halyard: P2+1", "Halyard S1", "ha: P1", "choices", "2", "undo", "hal", "+2!", "lock")
    session = Session(battle, scripted(*typed)).play()
    orders = [str(record.order) for record in battle.records]
    assert orders == ["P2+1", "S1", "P1", "+2", "lock"], session.text
    assert "Halyard has its order: P2." in session.text and "Taken back: Halyard: P2." in session.text


def test_signs_after_a_word_do_not_matter() -> None:
    battle = battle_of("full-thrust")
    session = Session(battle, scripted("Look.", "halyard: P1", "yes", "rule ramming?", "Lock!", "", "done!")).play()
    assert [str(record.order) for record in battle.records] == ["P1", "lock", "lock", "hold"], session.text
    assert "There is no question to answer" in session.text and "Kiln has none" not in session.text
    assert "The table is" in session.text and "Cannot read" not in session.text


def test_orders_and_places_are_told_as_they_are_heard() -> None:
    view = battle_of("full-thrust").view("azure")
    assert any("at 8 across, 12 up" in line for line in look_lines(view))
    fire = Fire("halyard", (Aimed("B1a", "kiln"), Aimed("PT", "kiln")))
    assert briefly(view, fire) == "fire Beam 1 a and Pulse torpedo at Kiln"
    assert (
        briefly(view, Repair("halyard", (("DRV", 2), ("PDS", 1)))) == "repair Main drive with 2, Point defence with 1"
    )
    form = form_of(view, view.draft("halyard"))
    assert form.lines[0] == "Halyard: 0, it goes straight on"
    assert "Beam 1 a (B1a): all round; 1 die to 12 MU." in sheet_lines(view, "halyard")


def test_where_ranges_are_not_measured_that_is_said() -> None:
    battle = open_battle(scenario_folder(SYSTEMS["full-sail"]) / "cutting_out.yaml", seed=3).battle
    typed = ("lock!", "", "lock!", "odds > vaillance", "odds fire port>vaillance", "all", "all vaillance")
    text = Session(battle, scripted(*typed)).play().text.partition("ships fire")[2]
    assert chances.UNMEASURED in text and "Name the target" in text and "Nothing of" not in text
    assert "In hand for" in text


def test_many_chances_are_told_together() -> None:
    assert chances.spread_words((0.5, 0.25, 0.25)) == ["0: 50 %", "1: 25 %", "2: 25 %"]
    many = chances.spread_words((0.2, *[0.02] * 40))
    assert many[:2] == ["0: 20 %", "1 to 4: 8.0 %"] and many[-1].startswith("37 to 40") and len(many) == 11


def test_a_danger_is_confirmed_with_its_chance() -> None:
    text = scenario("full-thrust").read_text(encoding="utf-8").replace("[8, 12], course: 2", "[8, 6], course: 6")
    battle = load_start_text(text, "near the edge").battle
    view = battle.view("azure")
    order = next(end.order for end in view.destinations(view.draft("halyard")) if chances.warnings(view, end.order, {}))
    fate = view.forecast({"halyard": order}).fates["halyard"]
    session = Session(battle, scripted(f"halyard: {order}", "no", str(order), "risk", f"{order}", "yes")).play()
    assert [str(one.order) for one in battle.records] == [str(order)]
    assert session.text.count(f"Halyard: {plate_words(fate)}.") >= 3 and "It was not given." in session.text
    assert "Leaves the table: certain; it is out of the battle (rule 9.6)" in session.text and "F1" not in session.text


def test_all_that_bears_is_taken_in_hand_and_its_odds_are_told() -> None:
    battle = battle_of("full-thrust")
    typist, typed = by_chance(1, 9), iter(("all", "odds", "give"))

    def fires(table: PlainTable) -> str | None:
        return next(typed, None) if table.battle.phase.name == "Ships fire" else typist(table)

    session = Session(battle, fires).play()
    at = next(n for n, one in enumerate(battle.records) if getattr(one.order, "shots", ()))
    view, given = battle.view_at(at, None), battle.records[at].order
    told = view.odds(given)[0]
    assert given == view.volley(given.by, told.target)
    assert session.text.count(f"loses {told.mean_words} {told.unit} on average") >= 2
    assert "Chances by" in session.text and "In hand for" in session.text


@pytest.mark.parametrize(("game", "first"), [("full-thrust", "12, 1, 2"), ("hexcess", "N, NE, SE")])
def test_courses_are_told_from_up_the_table_on(game: str, first: str) -> None:
    assert f"clockwise from up the table: {first}" in Session(battle_of(game), scripted("table")).play().text


def test_where_nothing_is_fired_no_target_is_asked_for() -> None:
    text = Session(battle_of("hexcess"), scripted("all")).play().text
    assert "declare excess thrust" in text and "Name the target" not in text


def test_a_refusal_names_its_rule_and_what_can_be_done() -> None:
    session = Session(battle_of("full-thrust"), scripted("P3+6", "rule", "froth", "rule 2.2", "help")).play()
    thrust, turn = (title(f"full-thrust-base/{number}") for number in ("2.1", "2.2"))
    assert "9 thrust asked, Halyard has 6." in session.text and f"Rule 2.1, {thrust}." in session.text
    assert f"2.1 {thrust}" in session.text and f"2.2 {turn}" in session.text
    assert "Type choices Halyard" in session.text


def test_a_seat_orders_no_ship_of_the_other_side() -> None:
    battle = battle_of("full-thrust")
    _, second = battle.state.sides
    theirs = battle.state.fleet(second)[0]
    session = Session(battle, scripted(f"{theirs.name}: S2", f"{theirs.name} S2!", f"{theirs.id}: lock")).play()
    assert theirs.id not in battle.state.sealed and session.text.count(f"{theirs.name} is not yours to order.") >= 2


def test_a_side_withdraws_by_the_word_alone_once_it_is_confirmed() -> None:
    for word in (("withdraw", "yes"), ("withdraw!",)):
        battle = battle_of("full-thrust")
        session = Session(battle, scripted(*word)).play()
        assert battle.records and str(battle.records[0].order) == "withdraw"
        assert ("All ships leave, and score as ships that left" in session.text) == (word[-1] == "yes"), "before it"


def test_a_ship_without_an_order_is_not_said_to_have_one() -> None:
    session = Session(battle_of("full-thrust"), scripted("give", "P1", "give")).play()
    assert "Nothing is in hand for Halyard." in session.text and "Halyard has its order already: P1." in session.text


def test_a_computer_player_plays_its_seat() -> None:
    path = scenario("full-thrust")
    battle = open_battle(path, seed=1, players={"azure": HUMAN, "amber": "random"}).battle
    session = Session(battle, by_chance(4, 3)).play()
    assert battle.state.turn > 2 and "Hand the chair" not in session.text
    assert any(battle.state.owner(record.order.by) == "amber" for record in battle.records)


def test_a_battle_that_is_over_is_looked_back_on() -> None:
    battle = battle_of("full-thrust")
    battle.play(battle.read("azure", "withdraw"))
    while battle.state.outcome is None:
        order = battle.phase.idle and battle.phase.idle(battle.state, battle.prompts()[0])
        assert order
        battle.play(order)
    ended: Outcome = battle.state.outcome
    session = Session(battle, scripted("P1", "log all", "replay", "look", "sheet kiln", "done", "undo", "quit")).play()
    assert "Amber Pact wins." in session.text and ended.why.casefold() in session.text.casefold()
    assert "The battle is over." in session.text


def test_a_replay_is_told_in_sentences() -> None:
    battle = open_battle(scenario("full-thrust"), seed=3).battle
    Match(battle, dict.fromkeys(battle.state.sides, "random"), 3).play()
    told = Session(battle, scripted("replay", "quit")).play().text
    assert "fires at" in told
    assert re.findall(r"\. [a-z].*", told.split("replay\n")[1].split("quit")[0]) == []


# -- beside the window -------------------------------------------------------------------------------------------------


def asked_moments(game: str, turns: int) -> Iterator[tuple[View, Order, dict[Id, Order]]]:
    """Play random battles; yield the view of each side that is asked, an order for one of its pieces, and those that it
    has in hand for others."""
    for seed, path in enumerate((scenario(game), DANGEROUS.get(game, scenario(game)))):
        battle, rng = open_battle(path, seed=seed).battle, Random(seed)
        match = Match(battle, dict.fromkeys(battle.state.sides, "random"), seed)
        while battle.state.outcome is None and battle.state.turn <= turns:
            for prompt in battle.prompts():
                orders = {}
                for key in prompt.waiting[:3]:
                    order = random_order(battle.glance(prompt.side), Prompt(prompt.side, (key,), (key,)), rng)
                    if order.by == key:
                        orders[key] = order
                view = battle.view(prompt.side)
                yield from ((view, one, {by: orders[by] for by in orders if by != key}) for key, one in orders.items())
            match.step()


@every_game
def test_warnings_are_those_of_the_window(game: str) -> None:
    warned = 0
    for view, order, others in asked_moments(game, 1):
        model = SeatModel(view)
        for key, one in {**others, order.by: order}.items():
            model.choose(key)
            model.set_draft(one)
        if model.fault(order):
            continue
        drafts, told = {**others, order.by: order}, chances.warnings(view, order, others)
        known, main = model.foresight.known_fates, mode_of(model).main(model, ())
        assert [*chances.fates(view, drafts).items()] == [*known.items()]
        assert chances.endangered_pieces(view, drafts) == [*endangered_pieces(model)]
        if fate := known.get(order.by):
            in_red = order.by in endangered_pieces(model)
            assert (f"{view.state.names[order.by]}: {plate_words(fate)}." in told) is in_red, (told, plate_words(fate))
            warned += in_red
        elif model.input_mode == "fire":
            assert bool(told) is main.sure, (view.order_text(order), told)
        end = model.foresight.foretold_end
        assert [one for one in chances.end_lines(view, drafts) if end is None or end.why not in one] == []
        assert bool(chances.end_lines(view, drafts)) is (end is not None)
    assert warned or game not in DANGEROUS
