"""Orders are told in words: no code in capitals but those of the helm, in any game."""

from __future__ import annotations

import re

import pytest

from game.core.orders import Order, in_braces
from game.rules.manoeuvres.archive import BY_CODE
from game.rules.manoeuvres.framework.base import Manoeuvre, ManoeuvreOrder
from game.rules.movement.plot import Plot
from game.rules.movement.post_movement import CODES, Afterwards
from game.rules.movement.vector_plot import VectorPlot
from game.rules.ships.thrust_state import ThrustState
from game.systems.full_sail.orders.sail_order import SailOrder
from tests.support.builders import design, ship, state
from tests.support.fighter_battles import hangar

HELM = re.compile(r"(?<!\w)(?:[PS]\d*(?:\+?[PS]\d*)?(?:[+-]\d+)?|MD\d+|T[PS]\d+|P[PSR]\d+)(?!\w)")
CODE = re.compile(r"(?<!\w)(?!FTL\b)[A-Z]{2,}\d*[PS]?\b|(?<!\w)[A-Z]\d")


def battle() -> ThrustState:
    carrier = ship("kiln", built=design(hangar(), hangar()))
    carrier.groups = {"HGRa": "Falcons", "HGRb": "Hawks"}
    return state(carrier, ship("tinder", "amber"), ship("lutin", "amber"))


def told(order: Order) -> str:
    there = battle()
    return order.in_words(there, there.names)


def codes_in(words: str) -> list[str]:
    return CODE.findall(HELM.sub("", words))


def uses(one: Manoeuvre) -> list[ManoeuvreOrder]:
    if one.shape == "systems":
        return [ManoeuvreOrder(one, 1, mounts=("HGRa",))]
    if one.shape == "switch":
        return [ManoeuvreOrder(one)]
    found = [ManoeuvreOrder(one, n) for n in ((-1, 2) if one.shape == "hand" else (2,))]
    return found + [ManoeuvreOrder(one, 2, "tinder", mark) for mark in (False, True) if one.paired]


@pytest.mark.parametrize("one", BY_CODE.values(), ids=BY_CODE)
def test_every_manoeuvre_is_told_by_its_title(one: Manoeuvre) -> None:
    for use in uses(one):
        assert str(use) == "FTL" or codes_in(str(use)), "its notation is a code"
        orders: list[Order] = [Plot("kiln", (1,), 2, uses=(use,)), VectorPlot("kiln", (("TP", 3),), uses=(use,))]
        orders += [Afterwards("kiln", use)] if one.code in CODES else []
        for order in orders:
            words = told(order)
            title = one.title.split()[0] if use.mounts else one.title  # “launch Falcons”
            assert title.lower() in words.lower() and not codes_in(words)
            assert "tinder" not in words


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (Plot.parse("kiln", "S1+2 ROLL RAM tinder"), "S1+2, roll, ram Tinder"),
        (Plot.parse("kiln", "+1 ROLL"), "+1, roll"),
        (Plot.parse("kiln", "P+S BRK2"), "P+S, brake 2"),
        (Plot.parse("kiln", "EC2:tinder"), "eclipsing 2, screens Tinder"),
        (Plot.parse("kiln", "EC2:tinder*"), "eclipsing 2, is screened by Tinder"),
        (Plot.parse("kiln", "HA1P"), "hard about P1"),
        (Plot.parse("kiln", "LA HGRa HGRb"), "launch Falcons, Hawks"),
        (Plot.parse("kiln", "WITH tinder"), "keep station on Tinder"),
        (Plot.parse("kiln", "0"), "0"),
        (VectorPlot.parse("kiln", "TP3, ROLL, MD6, RAM tinder"), "TP3, roll, MD6, ram Tinder"),
        (Afterwards.parse("kiln", "PM EM1P"), "extreme manoeuvres P1 after moving"),
        (Afterwards.parse("kiln", "PM no"), "nothing after moving"),
        (SailOrder.parse("kiln", "P3+2 GRAPPLE lutin"), "P3+2, grapple Lutin"),
        (SailOrder.parse("kiln", "WEIGH"), "weigh anchor"),
        (SailOrder.parse("kiln", "BS S1 SUMMON lutin"), "back sails, S1, summon Lutin"),
        (SailOrder.parse("kiln", "AN SURRENDER"), "drop anchor, strike the flag"),
    ],
    ids=str,
)
def test_order_is_told_in_words_and_its_notation_is_read_back(order: Order, words: str) -> None:
    assert told(order) == words
    assert type(order).parse("kiln", str(order)) == order


def test_a_row_has_no_room_for_the_names_of_several_groups() -> None:
    briefs = [Plot.parse("kiln", text).brief(battle()) for text in ("LA HGRa", "LA HGRa HGRb", "P1 RAM tinder")]
    assert briefs == ["launch Falcons", "launch Falcons, Hawks", "P1, ram Tinder"]


def test_a_line_of_the_log_keeps_keys_in_braces() -> None:
    assert in_braces(Plot.parse("kiln", "RAM tinder"), battle()) == "ram {tinder}"


def test_what_may_be_done_after_moving_is_called_by_its_words() -> None:
    said = {
        "PM EM2": "extreme manoeuvres 2",
        "PM SK1S": "skid S1",
        "PM EM1P": "extreme manoeuvres P1",
        "PM no": "nothing",
    }
    for text, words in said.items():
        order = Afterwards.parse("kiln", text)
        assert order.label_for("use", order.use) == words
