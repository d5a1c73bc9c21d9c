"""The forecast: fates with their exact chances, the state when ships may fire, and the ends of a draft that are not
safe."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from game.battle.designs import ROOT
from game.battle.dice_tree import FollowedDice, RolledAgain, Tree
from game.battle.fates import NO_HARM, Branch, Incident, _risk, _words
from game.battle.forecast import AT_ONCE
from game.battle.idling import nothing_more
from game.battle.loader import load_start, open_battle
from game.battle.rest_of_turn import RestOfTurn
from game.battle.slowly import at_once
from game.battle.view import View
from game.core.display import percents
from game.core.events import Event
from game.demonstrations.demonstration import Demonstration
from game.players.match import Match
from game.rules.ships.ship import CLOAKED, REFLECTING, SHROUDED, Ship
from game.systems import SYSTEMS, scenario_folder
from game.systems.full_sail.boarding.breakaway import contested_chances
from game.systems.full_sail.orders.breakaway_order import BreakAway
from game.systems.full_sail.ships.grapples import Grapple, alter, tie
from tests.support.battles import idle, laid, paper
from tests.support.narrowing import narrow
from tests.tools.bench import fleets

SHIPS = """\
  lancet: {side: azure, design: lancet, at: [20, 24], course: 3, velocity: 11}
  halyard: {side: azure, design: halyard, at: [22, 44], course: 12, velocity: 8}
  bellows: {side: amber, design: bellows, at: [60, 24], course: 9, velocity: 4}
"""
PLANET = "{width: 72, height: 48, terrain: [{kind: planet, name: Tavira, at: [27, 24], radius: 3}]}"


@pytest.fixture
def view(tmp_path: Path) -> View:
    """Return a seat with a ship that flies at a planet, and one that flies off the table."""
    return laid(tmp_path, paper("Doom", SHIPS, table=PLANET)).battle.view("azure")


def test_planet_on_the_way_is_foretold_with_the_roll_that_avoids_it(view: View) -> None:
    fate = view.forecast({"lancet": view.draft("lancet")}).fates["lancet"]
    assert fate.lost == pytest.approx(4 / 6)  # velocity 11, thrust 6: 5 or more saves it
    assert [(risk.what, risk.words, risk.tone) for risk in fate.risks] == [("Tavira", "flies into it", "bad")]
    assert fate.risks[0].chance == pytest.approx(4 / 6)
    assert fate.pose is None


def test_a_frame_may_end_among_many_pieces_without_dice() -> None:
    view = fleets(60).battle.view("azure")
    steps = sum(1 for _ in view.foretelling({}))
    walk = RestOfTurn(view.system, view.state, {}, FollowedDice({}))
    walk.go_on()
    assert steps >= walk.steps + 60 // AT_ONCE


def test_edge_of_the_table_is_foretold(view: View) -> None:
    fate = view.forecast({}, "halyard").fates["halyard"]
    assert fate.lost == 1
    assert [risk.words for risk in fate.risks] == ["leaves the table by the top edge"]


def test_ship_that_reaches_its_edge_is_not_lost(tmp_path: Path) -> None:
    opened = laid(tmp_path, paper("Run", SHIPS) + "victory: {kind: convoy, ships: [halyard], edge: top, turns: 6}\n")
    found = opened.battle.view("azure").forecast({}, "halyard")
    assert not found.state.ships["halyard"].in_play
    assert not found.fates["halyard"].lost and not found.fates["halyard"].risks


def test_roll_that_decides_something_else_saves_nobody(view: View) -> None:
    fate = view.forecast({}, "lancet").fates["lancet"]
    assert fate.risks[0].saves == "a die of 5 or more saves it"
    gone = view.forecast({}, "halyard").fates["halyard"]
    assert gone.risks[0].leaves == "table" and not gone.risks[0].saves


def test_who_is_safe_has_a_pose_and_no_risks(view: View) -> None:
    found = view.forecast({})
    assert not found.fates["bellows"].risks and not found.fates["bellows"].lost
    pose = found.fates["bellows"].pose
    assert pose is not None and pose.at == (56, 24)
    assert found.state.ships["bellows"].at == (56, 24)
    assert not found.state.ships["halyard"].in_play  # the likeliest branch, in which it is off the table


def test_orders_in_hand_are_carried_out(view: View) -> None:
    slower = view.read("lancet", "P1-5")
    assert not view.forecast({"lancet": slower}).fates["lancet"].lost
    assert view.state.ships["lancet"].at == (20, 24)  # on a copy


def test_ends_that_are_not_safe_are_told_one_by_one(view: View) -> None:
    draft = view.draft("lancet")
    ends, found = view.destinations(draft), dict(filter(None, view.dangers(draft)))
    assert found.keys() == set(range(len(ends)))
    straight = next(n for n, end in enumerate(ends) if end.at == (31, 24))
    assert found[straight] is not None
    assert not all(found.values())


def test_nearest_safe_end_says_by_how_much(view: View) -> None:
    found = at_once(view.safer(view.draft("lancet")))
    assert found is not None
    order, words = found
    assert not view.forecast({"lancet": order}).fates["lancet"].lost
    assert words.endswith("clear of Tavira")
    back = at_once(view.safer(view.draft("halyard")))
    assert back is not None and back[1] == "stays on the table", "0 MU inside says nothing"
    assert at_once(view.safer(view.draft("bellows"))) is None


DEVICES = """\
  cupola: {side: amber, design: cupola, at: [36, 20], course: 9, velocity: 4}
  heliograph: {side: azure, design: heliograph, at: [16, 20], course: 3, velocity: 4}
  shearwater: {side: azure, design: shearwater, at: [14, 26], course: 3, velocity: 6}
  petrel: {side: azure, design: petrel, at: [20, 14], course: 3, velocity: 6}
"""


def test_what_is_ordered_is_up_when_ships_may_fire(tmp_path: Path) -> None:
    view = laid(tmp_path, paper("Devices", DEVICES)).battle.view("azure")
    devices = (("heliograph", "REFLEX", REFLECTING), ("shearwater", "CLOAK2", CLOAKED), ("petrel", "SHROUD", SHROUDED))
    for key, device, up in devices:
        order = view.read(key, device)
        assert view.why_not(order) is None
        found = view.forecast({key: order}, key)
        ship = found.state.ships[key]
        assert up in ship.status_flags or ship.removed_reason == up
        assert not found.fates[key].lost, "who is hidden is not lost"


def test_map_that_scrolls_keeps_the_ship(tmp_path: Path) -> None:
    ships = """\
  stockman: {side: azure, design: stockman, at: [20, 2], course: 2, velocity: 5}
  shale: {side: amber, design: shale, at: [12, 2], course: 8, velocity: 4}
house: {map: scroll}
"""
    opened = laid(tmp_path, paper("Scroll", ships, "hexcess", table="{hexes: [24, 18]}"))
    idle(opened, "Move")
    while "stockman" not in opened.battle.prompts()[0].waiting:
        order_left = nothing_more(opened.battle)
        assert order_left is not None
        opened.battle.play(order_left)
    view = opened.battle.view(None)
    draft = view.draft("stockman")
    scrolled = [
        draft.with_value("scroll", one.value) for one in view.choices(draft, "scroll") if one.value and not one.why_not
    ]
    assert scrolled and view.forecast({"stockman": draft}, "stockman").fates["stockman"].lost == 1
    assert not any(view.forecast({"stockman": order}, "stockman").fates["stockman"].lost for order in scrolled)


def test_roll_offs_that_end_level_leave_no_tail(tmp_path: Path) -> None:
    """Equal thrust: whoever ends in the hex of the other leaves it half of the time, and every other way is
    followed."""
    ships = """\
  drover: {side: azure, design: drover, at: [8, 8], course: 4, velocity: 3}
  gabbro: {side: amber, design: gabbro, at: [8, 11], course: 4, velocity: 0}
"""
    opened = laid(tmp_path, paper("Level", ships, "hexcess", table="{hexes: [24, 18]}"))
    idle(opened, "Move")
    fates = opened.battle.view(None).forecast({}).fates
    assert all(fate.unlikely_tail == 0 for fate in fates.values())


def test_the_same_two_may_roll_off_twice_in_a_turn() -> None:
    """Only what is rolled in the same step again, after a level roll, is the first roll-off once more."""
    labels = ("T9.5/hex/bellwether/ostrava", "T9.5/hex/ostrava/bellwether")
    again = [f"{label}/2" for label in labels]
    dice = FollowedDice({})
    dice.roll_offs, dice.followed = ("hex",), lambda label: True
    walk = SimpleNamespace(steps=3, umpire=SimpleNamespace(worth=None, log=[]))
    dice.walk = cast(RestOfTurn, walk)
    for label in labels:
        dice(label, 1, 6)
    with pytest.raises(RolledAgain, match=labels[0]):
        dice(again[0], 1, 6)
    walk.steps = 5
    for label in again:
        dice(label, 1, 6)
    assert [roll.label for roll in dice.new] == [*labels, *again]
    with pytest.raises(RolledAgain, match=again[0]):
        dice(f"{labels[0]}/3", 1, 6)


def test_ship_beside_one_that_leaves_by_its_drive_may_be_harmed(tmp_path: Path) -> None:
    """Its drive tears it apart on 5 or 6 (manoeuvres/ftl-revision); the other stands 3 MU off."""
    ships = SHIPS.replace("velocity: 11", "velocity: 0, clocks: {ftl: 1}")
    ships = ships.replace("at: [22, 44], course: 12, velocity: 8", "at: [23, 24], course: 12, velocity: 0")
    view = laid(tmp_path, f"house: {{man.FTL: true}}\n{paper('Beside', ships)}").battle.view("azure")
    fates = view.forecast({"lancet": view.read("lancet", "FTL")}).fates
    assert fates["lancet"].lost == pytest.approx(2 / 6)
    assert {round(risk.chance, 6) for risk in fates["halyard"].risks if "ftl" in risk.rule} == {round(2 / 6, 6)}


def test_what_comes_before_too_many_dice_counts_for_all_that_follows(tmp_path: Path) -> None:
    """Two frigates end on one spot and foul on 4 or more; collisions, fires and explosions after that have thousands of
    ways."""
    ships = """\
  halcyon: {side: azure, design: halcyon, at: [20, 20], course: 3, velocity: 6}
  aiglette: {side: amber, design: aiglette, at: [32, 20], course: 9, velocity: 6}
"""
    sea = "{width: 72, height: 48, wind_speed: 16, wind_from: 12}"
    view = laid(tmp_path, paper("Close", ships, system="full-sail", table=sea)).battle.view("azure")
    fate = view.forecast({"halcyon": view.read("halcyon", "0")}).fates["halcyon"]
    assert 0 < fate.unlikely_tail < 0.05 and fate.lost <= 0.05, "what is likely is followed first"
    (fouled,) = [risk for risk in fate.risks if "foul" in risk.words]
    assert fouled.chance == pytest.approx(0.5) and fouled.most == pytest.approx(0.5), "what follows adds nothing"
    assert any(risk.most > risk.chance + 0.01 for risk in fate.risks)


def test_who_is_near_dice_that_are_not_followed_is_told_so(tmp_path: Path) -> None:
    """Who grapples may collide and then explode; that reaches a third, and if it goes up too a fourth."""
    ships = """\
  halcyon: {side: azure, design: halcyon, at: [24, 22], course: 3, velocity: 4}
  aiglette: {side: amber, design: aiglette, at: [30, 20], course: 3, velocity: 2}
  tern: {side: azure, design: tern, at: [26, 40], course: 3, velocity: 0, anchored: true}
  lutin: {side: amber, design: lutin, at: [50, 44], course: 9, velocity: 0, anchored: true}
  martinet: {side: azure, design: martinet, at: [140, 20], course: 3, velocity: 0, anchored: true}
"""
    sea = "{width: 144, height: 48, wind_speed: 16, wind_from: 12}"
    house = {"premeasure": True}
    view = laid(tmp_path, paper("Near", ships, system="full-sail", table=sea), house=house).battle.view("azure")
    fates = view.forecast({"halcyon": view.draft("halcyon").with_value("grapple", "aiglette")}).fates
    tail = fates["halcyon"].unlikely_tail
    assert tail > 0.1 and fates["tern"].unlikely_tail == fates["lutin"].unlikely_tail == pytest.approx(tail)
    assert [(risk.words, risk.most) for risk in fates["tern"].risks] == [("harmed by what befalls Halcyon", tail)]
    assert not fates["martinet"].unlikely_tail and not fates["martinet"].risks


def test_dice_are_followed_by_what_they_decide(tmp_path: Path) -> None:
    """A strained drive holds or does not, and a corkscrew ends odd or even: twice two ways, and not six times six."""
    ships = SHIPS.replace("course: 3, velocity: 11", "course: 6, velocity: 4")
    view = laid(tmp_path, paper("Spin", ships), house={"man.EM": True, "man.CO": True}).battle.view("azure")
    tree = Tree(view.system, view.state, {"lancet": view.read("lancet", "EM1 CO")}, "lancet", 300)
    at_once(tree.explore())
    assert not tree.tail and tree.spent <= 8, tree.spent


def test_every_way_of_a_dogfight_is_followed(tmp_path: Path) -> None:
    """Of each die 4 and 5 shoot one craft down, a 6 two, and it rolls again: four fighters are lost to five with every
    chance."""
    groups = """\
counters:
  rookery.HGRa: {at: [23.5, 14], course: 3, count: 5}
  bellows.HGRa: {at: [24, 14], course: 9, count: 4}
"""
    ships = """\
  rookery: {side: azure, design: rookery, at: [8, 6], course: 3, velocity: 0}
  bellows: {side: amber, design: bellows, at: [36, 22], course: 9, velocity: 0}
"""
    fates = laid(tmp_path, paper("Dogfight", ships) + groups).battle.view(None).forecast({}).fates

    def fewer(dice: int, kills: int) -> float:
        """Return the chance that that many dice make fewer kills than that."""
        if kills <= 0:
            return 0.0
        if not dice:
            return 1.0
        return (3 * fewer(dice - 1, kills) + 2 * fewer(dice - 1, kills - 1) + fewer(dice, kills - 2)) / 6

    for key, dice, craft in (("bellows.HGRa", 5, 4), ("rookery.HGRa", 4, 5)):
        least, tail = fates[key].lost, fates[key].unlikely_tail
        assert least - 1e-9 <= 1 - fewer(dice, craft) <= least + tail + 1e-9 and tail < 0.001, key


DARK = """\
house: {sensors: scan, fleet_morale: mass}
"""


def test_what_is_not_known_of_a_ship_is_no_danger_and_no_end(tmp_path: Path) -> None:
    """Unread thrust is not nought, so the ship is not taken for lost at the planet; unread MASS ends no battle."""
    ships = """\
  lancet: {side: azure, design: lancet, at: [20, 40], course: 3, velocity: 4}
  bellows: {side: amber, design: bellows, at: [36, 24], course: 9, velocity: 8}
"""
    battle = laid(tmp_path, paper("Dark", ships, table=PLANET) + DARK).battle
    theirs, ours = battle.view("amber").forecast({}), battle.view("azure").forecast({})
    assert theirs.fates["bellows"].lost > 0, "it flies at the planet, as its own side knows"
    assert not ours.fates["bellows"].risks and ours.state.known_piece("bellows").in_play and ours.outcome is None


def test_the_ram_of_a_ship_is_told_with_its_exact_chance(tmp_path: Path) -> None:
    """Nerve on a 6, die and thrust above the other's, and a die times the hull of the other: no more than 36 ways
    matter."""
    ships = """\
  lancet: {side: azure, design: lancet, at: [20, 24], course: 3, velocity: 6}
  vesper: {side: amber, design: vesper, at: [26, 24], course: 9, velocity: 0}
"""
    view = laid(tmp_path, paper("Ram", ships)).battle.view("azure")
    fate = view.forecast({"lancet": view.read("lancet", "RAM vesper")}).fates["lancet"]
    assert not fate.unlikely_tail and fate.lost > 0


def test_a_torpedo_under_way_harms_as_often_as_it_hits() -> None:
    opened = open_battle(scenario_folder(SYSTEMS["power-hex"]) / "torpedoes_away.yaml", seed=0)
    battle, match = opened.battle, Match(opened.battle, dict.fromkeys(opened.file.sides, "random"), 0)
    while battle.state.turn < 2 or battle.phase.name != "Move":
        assert match.step()
    view = battle.view(None)
    (fate,) = [one for one in view.forecast({}).fates.values() if one.risks]
    (risk,) = fate.risks
    assert risk.what == "hit by Halberd" and "loses" in risk.words and risk.most == risk.chance
    assert not fate.unlikely_tail

    def harmed(face: int) -> bool:
        walk = RestOfTurn(
            view.system, view.state, {}, lambda label, count, _: (face if label.split("/")[1] == "hit" else 1,) * count
        )
        walk.go_on()
        return any(line.harm and line.whom == fate.piece for line in walk.umpire.log)

    assert risk.chance == pytest.approx(sum(map(harmed, range(1, 21))) / 20)


def test_a_chance_that_was_not_followed_to_every_end_says_how_much_it_may_be() -> None:
    """A third of the dice was not followed."""
    aground = Incident("Gull Holm", "runs aground", "sail/7", "bad")
    known = ((0.4, 1 / 3, "40 to 73 %"), (0.8, 1 / 3, "80 to 100 %"), (0.4, 0.0, "40 %"), (0.0, 0.2, "up to 20 %"))
    for chance, tail, said in known:
        risk = _risk(aground, chance, (0, 0), tail)
        assert percents(risk.chance, risk.most) == said


@pytest.mark.parametrize(
    ("variant", "chance"),
    # fails on a 6; harm on 4 or more, and on 5 or more
    [
        ("single_die_1997", Fraction(7, 36) * Fraction(4, 6) + Fraction(4, 36)),
        # fails on 2 or 3 points, and at twice the price on 4
        ("beam_dice", Fraction(14, 36) * Fraction(4, 6) + Fraction(1, 36)),
        ("single_threshold", 0),
    ],
)
def test_a_ship_whose_burst_fails_goes_on_into_what_it_would_clear(
    tmp_path: Path, variant: str, chance: Fraction
) -> None:
    """Two points over the rating and one over the usual turn. On half its thrust it misses Tavira on 5 or more, on none
    never."""
    ships = SHIPS.replace("velocity: 11", "velocity: 8")
    house = {"man.ET": True, "et.variant": variant}
    view = laid(tmp_path, paper("Burst", ships, table=PLANET), house=house).battle.view("azure")
    fate = view.forecast({"lancet": view.read("lancet", "P4+4 ET")}).fates["lancet"]
    assert fate.lost == pytest.approx(float(chance)) and not fate.unlikely_tail


def test_a_backfire_takes_a_maimed_ship_with_it_on_one_die_of_many(tmp_path: Path) -> None:
    """Every system rolls, and a drive that was damaged before takes the ship with it on a 6."""
    view = laid(tmp_path, paper("Maimed", SHIPS), house={"man.GB": True}).battle.view("azure")
    narrow(view.state.ships["lancet"], Ship).drive_hits = 1
    fate = view.forecast({"lancet": view.read("lancet", "BACKFIRE")}).fates["lancet"]
    assert fate.lost == pytest.approx(1 / 6) and not fate.unlikely_tail


def test_rigging_fouls_on_the_least_and_the_most_of_two_dice(tmp_path: Path) -> None:
    ships = """\
  halcyon: {side: azure, design: halcyon, at: [20, 20], course: 3, velocity: 0}
  aiglette: {side: amber, design: aiglette, at: [20, 21.5], course: 3, velocity: 0}
"""
    sea = "{width: 72, height: 48, wind_speed: 16, wind_from: 12}"
    opened = laid(tmp_path, paper("Tied", ships, system="full-sail", table=sea))
    state = opened.battle.state
    grapple = alter(state, tie(state, "halcyon", "aiglette"), Grapple("aiglette", "halcyon", fought=True))
    idle(opened, "Break away")
    view = opened.battle.view(None)
    fate = view.forecast({"halcyon": BreakAway("halcyon", "aiglette")}).fates["aiglette"]
    chances = contested_chances(state, grapple, state.ships["halcyon"])
    assert {risk.words.split(": ")[1]: risk.chance for risk in fate.risks} == pytest.approx(
        {"held": chances["held"], "the rigging fouls": chances["fouled"]}
    )


def test_catching_fire_is_told_beside_what_it_may_lead_to(tmp_path: Path) -> None:
    """A wreck that catches fire for want of hull sinks when the fire burns out: lost by it, though most that burn are
    not."""
    ships = """\
  martinet: {side: azure, design: martinet, at: [20, 20], course: 3, velocity: 10, row1: 0, row2: 0}
  halcyon: {side: azure, design: halcyon, at: [8, 8], course: 3, velocity: 0}
  aiglette: {side: amber, design: aiglette, at: [60, 40], course: 9, velocity: 0}
"""
    sea = "{width: 72, height: 48, wind_speed: 16, wind_from: 9, terrain: [%s]}"
    reef = "{kind: reef, name: The Teeth, at: [27, 20], outline: [[-3, -3], [3, -3], [3, 3], [-3, 3]]}"
    view = laid(tmp_path, paper("Ashore", ships, system="full-sail", table=sea % reef)).battle.view("azure")
    fate = view.forecast({"martinet": view.read("martinet", "0")}).fates["martinet"]
    chances = {(risk.words, risk.tone): risk.chance for risk in fate.risks}
    caught, sunk = chances["catches fire", "note"], chances["catches fire, and sinks", "bad"]
    assert 0 < sunk < caught and ("catches fire", "bad") not in chances


def test_a_rock_that_drifts_into_the_hex_of_a_ship_is_foretold() -> None:
    """Lamb drifts one hex north as the turn ends, after ships have moved, and whoever is there gives way to it."""
    opened = open_battle(scenario_folder(SYSTEMS["hexcess"]) / "kessarine_drift.yaml", seed=0)
    idle(opened, "Move")
    view = opened.battle.view("azure")

    def told(order: str) -> list[tuple[str, str, float, str]]:
        fate = view.forecast({"bellwether": view.read("bellwether", order)}).fates["bellwether"]
        return [(risk.what, risk.words, risk.chance, risk.tone) for risk in fate.risks]

    assert told("fffffS") == [("Lamb", "must give way", 1.0, "harm")] and not told("ffSfff")


def test_a_line_that_is_foretold_leaves_out_what_hangs_on_dice_alone(view: View) -> None:
    branch = Branch({}, view.state, view.state, [])
    told = Event("check", "table/yours", "{lancet}'s Beam 2", whom="lancet", result="holds by Screen 3", tone="bad")
    assert _words(told, "lancet", branch, fatal=False).endswith(": holds by Screen 3"), (
        "a figure in a name is none of dice"
    )
    assert _words(replace(told, figure=True), "lancet", branch, fatal=False).endswith("Beam 2")


def test_every_bad_line_with_a_figure_in_its_result_says_so() -> None:
    """Lines that lose boxes have them in `harm`; of a piece that is lost the text alone is told."""
    for path in sorted((ROOT / "scenarios" / "demonstrations").rglob("*.yaml")):
        for step in Demonstration(load_start(path)).steps:
            for line in step.events:
                if line.tone == "bad" and not line.harm and line.kind not in (*NO_HARM, "lost"):
                    assert line.figure or not re.search(r"\d", line.result), line
