"""The card on the board while groups are moved: does it reach, what would be left of the attack; and the key of the
rings."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.designs import ROOT
from game.battle.idling import nothing_more
from game.board.hexes import at
from game.rules.fighters.group_odds import group_odds
from game.rules.point_defence.best_defence import defences_in_words
from game.ui.battle.panels.odds_card import EVERY, OddsCard
from game.ui.board.legend import samples
from game.ui.render.shapes import square
from game.ui.render.theme import theme
from tests.support.fighter_battles import carrier, flight, table
from tests.support.narrowing import present
from tests.support.ui.battle_driver import Seated
from tests.support.ui.group_battles import GROUPS, ON_HEXES, boxed, flying, moved
from tests.support.ui.page_driver import reader

pytestmark = pytest.mark.usefixtures("still")
SIZES = ((1280, 800), (1920, 1080))
MOVES = (
    (GROUPS, "bellows.HGRa", (34.0, 19.0), "Falchion at Rookery"),
    (ON_HEXES, "doline.HGRa", at((12, 10)), "Claymore at Pinfold"),
)


def card(seat: Seated) -> OddsCard | None:
    return next((one for one in seat.screen.panels.over if isinstance(one, OddsCard)), None)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("text", "key", "to", "title"), MOVES)
def test_a_group_in_hand_has_its_odds_on_the_board(
    tmp_path: Path, size: tuple[int, int], text: str, key: str, to: tuple[float, float], title: str
) -> None:
    seat = flying(tmp_path, size, text)
    assert card(seat) is None
    seat.lift(key, to)
    held = seat.screen.panels.odds.card
    assert card(seat) is None and held is not None, "while it hangs on the pointer the card is no widget"
    seat.drop(to)
    seat.settle()
    assert seat.screen.panels.odds.card.said == held.said
    found, model = card(seat), seat.screen.model
    assert found is not None and f"{found.said.who} at {found.said.whom}" == title
    (odds,) = [
        one
        for one in model.view.odds(model.order, {**model.foresight.foreseen, **model.poses})
        if one.target == model.fire.aim
    ]
    screened = ("in reach, once its screen Shrike is met", "note")
    assert found.said.odds == odds
    assert found.said.reaches == (screened if text is GROUPS else ("in reach, for 1 endurance", "good"))
    state, camera = model.view.state, seat.screen.board.camera
    there = [one.at for one in (*state.ships.values(), *state.counters.values()) if one.in_play]
    there += [pose.at for pose in model.poses.values()]
    assert found.rect.collidelist([square(camera.xy(at), 12) for at in there]) < 0
    assert seat.screen.layout.board.contains(found.rect)


@pytest.mark.parametrize(("text", "key", "to", "title"), MOVES)
def test_the_card_follows_a_group_that_hangs_on_the_pointer(
    tmp_path: Path, text: str, key: str, to: tuple[float, float], title: str
) -> None:
    seat = flying(tmp_path, text=text)
    seat.lift(key, to)
    odds, model = seat.screen.panels.odds, seat.screen.model
    near, frame = odds.card, seat.frame.copy()
    assert near.said.odds is not None and f"{near.said.who} at {near.said.whom}" == title
    assert frame.subsurface(near.rect).get_at((0, near.rect.h // 2))[:3] == theme.accent
    away = model.view.state.counters[key].at
    seat.point(seat.xy(away), True)
    for _ in range(EVERY + 2):  # the pointer never lies still for as long as the panels wait
        seat.take(seat.screen.tick(0.02))
        seat.look()
    assert odds.card.said.reaches != near.said.reaches and odds.card.said.place == model.ghost.at
    assert odds.card.rect.collidelist(seat.screen.board._plan.labels.rects) < 0, "no name lies under it"
    target = next(ship for ship in model.view.state.ships.values() if ship.name == odds.card.said.whom)
    ends = [square(seat.screen.board.camera.xy(at), 12) for at in (model.ghost.at, target.at)]
    assert odds.card.rect.collidelist(ends) < 0


def test_keys_of_plotting_carry_the_card_with_them(tmp_path: Path) -> None:
    seat = flying(tmp_path)
    seat.press("ship bellows.HGRa")
    seat.key("UP")
    odds, model = seat.screen.panels.odds, seat.screen.model
    assert seat.screen.board_input.drag.by_keys and odds.card is not None
    first = odds.card.said
    for _ in range(6):
        seat.key("RIGHT")
    seat.settle()
    assert odds.card.said != first and odds.card.said.place == model.ghost.at


def test_a_second_pull_takes_the_first_card_away(tmp_path: Path) -> None:
    """A group is put down and taken up again: the card of where it lay is not drawn under the one that follows it."""
    seat = flying(tmp_path)
    seat.lift("bellows.HGRa", (34.0, 19.0))
    seat.drop((34.0, 19.0))
    seat.settle()
    assert present(card(seat)).laid
    seat.pull(seat.pixel("bellows.HGRa"), seat.xy((38.0, 30.0)))
    seat.look()
    assert seat.screen.board_input.drag.active and not present(card(seat)).laid and seat.screen.panels.odds.card.laid


def test_out_of_reach_is_said_with_what_a_second_move_would_do(tmp_path: Path) -> None:
    seat = flying(tmp_path)
    for to, words in (
        ((46.0, 27.0), "after a second move of 12 MU, for 2 endurance"),
        ((56.0, 38.0), "out of reach this turn"),
    ):
        seat.lift("bellows.HGRa", to)
        seat.drop(to)
        seat.settle()
        found = card(seat)
        assert found is not None and found.said.odds is None and found.said.reaches[0] == words


def test_the_card_names_the_defences_before_the_attack_is_chosen(tmp_path: Path) -> None:
    """Where groups fly and again where they choose: screens and point defence of the ship, in words, beside what they
    leave."""
    seat = flying(tmp_path)
    seat.lift("bellows.HGRa", (34.0, 19.0))
    state, held = seat.screen.model.view.state, seat.screen.panels.odds.card
    assert held.said.meets == defences_in_words(state, state.ships["rookery"]) and "PDS" in held.said.meets
    with reader(seat.frame) as written:
        seat.look()
    assert held.said.meets in [one.string for one in written]


def test_an_attack_with_a_second_move_has_its_odds_on_the_board(tmp_path: Path) -> None:
    seat = moved(flying(tmp_path), bellows_HGRb="fly 37,18")
    seat.press("ship bellows.HGRb")
    model = seat.screen.model
    order = model.view.draft("bellows.HGRb").against(model.view.state, "plover")
    assert order is not None and order.to is not None
    seat.lift("bellows.HGRb", model.view.state.ships["plover"].at)
    held = seat.screen.panels.odds.card
    assert held is not None and held.said.reaches == ("in reach, for 2 endurance with the move", "good")
    assert held.said.odds == model.view.odds(model.order)[0]
    assert held.said.away.endswith(" away")


def test_groups_picked_together_are_reckoned_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = flying(tmp_path)
    boxed(seat, (26, 38), (39, 27.5), monkeypatch)
    assert set(seat.screen.board_input.group.keys) == {"bellows.HGRa", "bellows.HGRc"}
    seat.lift("bellows.HGRa", (34.5, 18.0))
    seat.drop((34.5, 18.0))
    seat.settle()
    found = card(seat)
    assert found is not None and found.said.who == "Both" and found.said.odds is not None
    model = seat.screen.model
    alone = model.view.odds(model.order, dict(model.foresight.foreseen))
    assert found.said.odds.mean > alone[0].mean


def test_only_groups_that_attack_are_counted_on_the_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Interceptors fly along with two groups that attack."""
    text = GROUPS.replace("HGRd: {at: [48, 26], course: 9, screening: bellows}", "HGRd: {at: [37, 29], course: 9}")
    seat = flying(tmp_path, text=text)
    boxed(seat, (26, 38), (39, 27.5), monkeypatch)
    assert set(seat.screen.board_input.group.keys) == {f"bellows.HGR{letter}" for letter in "acd"}
    seat.lift("bellows.HGRa", (34.5, 18.0))
    seat.drop((34.5, 18.0))
    seat.settle()
    found = card(seat)
    assert found is not None and found.said.who == "Both" and "bellows.HGRd" not in found.said.about


def test_the_card_counts_the_groups_that_reach_the_ship(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two that are pulled together one is too far behind to attack."""
    seat = flying(tmp_path, text=GROUPS.replace("bellows.HGRc: {at: [30, 34]", "bellows.HGRc: {at: [30, 37]"))
    boxed(seat, (26, 40), (39, 27.5), monkeypatch)
    seat.lift("bellows.HGRa", (34.0, 19.0))
    seat.drop((34.0, 19.0))
    seat.settle()
    found, model = card(seat), seat.screen.model
    assert found is not None and found.said.who == "1 of 2 groups"
    alone = model.view.odds(model.order, dict(model.foresight.foreseen))
    assert found.said.odds is not None and found.said.odds.mean == alone[0].mean


def test_the_card_tells_a_dogfight_before_it_is_flown_to(tmp_path: Path) -> None:
    """And the form what the groups do that are left: the chance of a loss, and the mean."""
    seat = flying(tmp_path)
    seat.press("ship bellows.HGRb")
    seat.lift("bellows.HGRb", (33.0, 21.0))
    held = seat.screen.panels.odds.card
    assert held is not None and held.said.reaches == ("dogfight, mean kills 3.3 : 4.2", "note")
    seat.drop((33.0, 21.0))
    assert seat.screen.model.risks() == ()
    seat.press("ship bellows.HGRa")
    seat.lift("bellows.HGRa", (34.0, 19.0))
    (risk,) = seat.screen.model.risks()
    left = seat.screen.model.view.state.counters["rookery.HGRb"]
    assert risk.what == f"Leaves {left.name}" and risk.words == "which shoots: 2.9 craft lost"
    assert risk.chance == pytest.approx(1 - 0.5**4)


def test_an_attack_on_a_group_tells_what_both_lose(tmp_path: Path) -> None:
    """Five standard craft meet four."""
    seat = moved(flying(tmp_path))
    model = seat.screen.model
    other = model.view.state.counters["rookery.HGRb"]
    order = model.view.read("bellows.HGRa", "attack rookery.HGRb")
    mine, name = model.view.state.counters["bellows.HGRa"], other.name
    found = [(one.what, one.tone, one.words.split(" on ")[0]) for one in order.risks(model.view.state)]
    assert found == [(name, "good", "loses 3.1 of 4"), (mine.name, "bad", "loses 2.9 of 5")]
    assert order.risks(model.view.state)[0].chance == pytest.approx(1 - 0.5**5)


def test_the_form_of_a_group_reckons_with_enemies_that_hold_on(tmp_path: Path) -> None:
    seat = flying(tmp_path)
    with reader(seat.frame) as written:
        seat.screen.context.change()
        seat.look()
    words = [one.string.lower() for one in written]
    assert "from their ends, if they hold on" in words and "from here, both as plotted" not in words
    assert "nobody in reach" in words and "nobody bears" not in words


def test_where_every_corner_has_a_piece_there_is_no_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = flying(tmp_path)
    seat.lift("bellows.HGRa", (34.0, 19.0))
    seat.drop((34.0, 19.0))
    monkeypatch.setattr("game.ui.battle.panels.odds_card.PIECE", 400)
    seat.screen.context.change()
    seat.settle()
    assert card(seat) is None


def test_two_groups_do_twice_as_much_to_a_ship_without_defence() -> None:
    battle = table(carrier("rook", "azure", (20.0, 24.0)), carrier("prey", "amber", (34.0, 24.0)))
    for key in ("HGRa", "HGRb"):
        flight(battle, "rook", key, (32.0, 24.0))
    one, both = (group_odds(battle, "rook.HGRa", "prey", beside=keys) for keys in ((), ("rook.HGRa", "rook.HGRb")))
    assert one is not None and both is not None
    assert both.mean > one.mean and len(both.chances) == len(one.chances)


def test_the_key_tells_the_rings_on_hexes_too(tmp_path: Path) -> None:
    seat = flying(tmp_path, text=ON_HEXES)
    seat.lift("doline.HGRa", at((12, 10)))
    seat.drop(at((12, 10)))
    seat.key("t")
    seat.settle()
    words = [one.words for one in samples(seat.screen.scene)]
    assert {"Flies or attacks so far", "Second move, costs one", "Enemy groups come so far"} <= set(words)


def test_once_ships_have_moved_they_are_where_they_are(tmp_path: Path) -> None:
    """In phase 6 no ship is drawn or counted where its carried-out order would take it once more."""
    seat = moved(flying(tmp_path, text=GROUPS.replace("velocity: 2", "velocity: 8")), bellows_HGRb="fly 39,20")
    model = seat.screen.model
    assert model.view.phase.number == 6 and not set(model.poses) & set(model.view.state.ships)
    seat.press("ship bellows.HGRb")
    seat.settle()
    assert not set(seat.screen.scene.ghosts) & set(model.view.state.ships)
    (one,) = model.fire.weighed
    odds = group_odds(seat.battle.state, "bellows.HGRb", "rookery")
    assert odds is not None and (one.target, one.mean) == ("rookery", odds.mean) and odds.mean > 0


def test_the_threat_tool_shows_where_missiles_come_that_are_not_launched_yet(tmp_path: Path) -> None:
    text = (ROOT / "scenarios" / "full_thrust" / "missile_ambush.yaml").read_text(encoding="utf-8")
    seat = Seated(tmp_path, text.replace("system:", "seed: 5\nsystem:"))
    seat.press("ship fletcher" if seat.screen.model.side == "azure" else "ship ballista")
    enemy = "Ballista" if seat.screen.model.side == "azure" else "Fletcher"
    said = f"missiles of {enemy}"
    assert said not in {getattr(one, "label", "") for one in seat.screen.scene.others.grounds}
    seat.key("t")
    assert said in {getattr(one, "label", "") for one in seat.screen.scene.others.grounds}


def launching(folder: Path, house: str = "{}") -> Seated:
    """Fletcher, near its enemies, is asked where its racks place their salvos."""
    text = (ROOT / "scenarios" / "full_thrust" / "missile_ambush.yaml").read_text(encoding="utf-8")
    text = text.replace("system:", f"seed: 5\nhouse: {house}\nsystem:").replace("at: [12, 28]", "at: [34, 24]")
    seat = Seated(folder, text)
    while (battle := seat.battle).phase.name != "Launch ordnance" or "fletcher" not in battle.prompts()[0].waiting:
        order = nothing_more(seat.battle)
        assert order is not None
        battle.play(order)
    seat.screen.flow.acts = []
    seat.screen.sit(battle.prompts()[0].side)
    seat.screen.turn_flow.refresh()
    seat.press("ship fletcher")
    seat.settle()
    return seat


@pytest.mark.parametrize("house", ["{}", "{pd_rules: pdl}"])
def test_a_marker_that_is_dragged_has_its_odds_too(tmp_path: Path, house: str) -> None:
    seat = launching(tmp_path, house)
    seat.lift("fletcher", (53.0, 24.0))
    odds, model = seat.screen.panels.odds, seat.screen.model
    assert (
        odds.card is not None and odds.card.said.whom == "Ballista" and odds.card.said.reaches == ("takes it", "good")
    )
    (exact,) = model.view.odds(model.order)
    assert (
        odds.card.said.odds == exact and odds.card.said.away == "3 MU from where it is placed, if it goes straight on"
    )
    seat.point(seat.xy((44.0, 26.0)), True)
    seat.settle()
    assert odds.card is not None and odds.card.said.odds is None
    assert odds.card.said.reaches == ("no ship comes near enough", "bad")
    seat.point(seat.xy((53.0, 24.0)), True)
    seat.drop((53.0, 24.0))
    seat.settle()
    assert present(card(seat)).said.odds == exact
