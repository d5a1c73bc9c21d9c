"""Orders that are lists: one grammar reads, writes and refuses them all."""

from __future__ import annotations

from random import Random
from typing import ClassVar

import pytest

from game.core.orders import Grammar, Id, ListOrder, Order, PairList, Unreadable, WorkList, parse_order
from game.core.values import frozen
from game.systems import SYSTEMS
from tests.support.random_moments import kinds

LISTS = dict.fromkeys(kind for game in SYSTEMS.values() for kind in kinds(game) if issubclass(kind, ListOrder))
WORDS = (
    "a>b",
    "B1a>helix.HGRa",
    "x>y:S",
    "c:3",
    "d",
    "port>lutin,",
    "SMLa 31.5,12",
    "rook.HGRa 2",
    "none",
    ">",
    ",",
    "{rest}",
)


@frozen
class Point(PairList[tuple[str, Id]]):
    """Which mast points at which ship: `point fore>lutin main>vesper`, or `furl`."""

    kept: ClassVar[str] = "nobody"
    grammar: ClassVar[Grammar[tuple[str, Id]]] = Grammar(
        "point",
        "furl all",
        r"(\w+)>(\w+)",
        lambda mast, ship: (mast, ship),
        "table/plotting",
        "“{text}” does not point",
        "cannot read “{rest}” from “{word}” on",
        "point what?",
        "table/files",
        sign=">",
        commas=True,
    )
    masts: tuple[tuple[str, Id], ...] = ()


@frozen
class Mend(WorkList):
    """Who mends what."""

    grammar: ClassVar[Grammar[tuple[str, int]]] = Grammar(
        "mend",
        "rest",
        r"(\w+):(\d)",
        lambda key, n: (key, int(n)),
        "table/plotting",
        "“{text}” mends nothing",
        sign=":",
    )
    tasks_named: tuple[tuple[str, int], ...] = ()


def refusal(kind: type[Order], text: str) -> tuple[str, str]:
    with pytest.raises(Unreadable) as caught:
        kind.parse("brig", text)
    return caught.value.why, caught.value.rule


def test_a_list_is_read_as_it_is_written() -> None:
    one = Point("brig", (("fore", "lutin"), ("main", "vesper")))
    assert str(one) == "point fore>lutin main>vesper" and str(Point("brig")) == "furl all"
    for text in (str(one), " POINT  fore>lutin   main>vesper ", "point,fore>lutin,main>vesper,"):
        assert Point.parse("brig", text) == one, text
    assert Point.parse("brig", "Furl  all") == Point("brig")


def test_three_sentences_refuse_a_text() -> None:
    assert refusal(Point, "aim a>b") == ("“aim a>b” does not point", "table/plotting")
    assert refusal(Point, "point a>b c> d,") == ("cannot read “c> d” from “c>” on", "table/files")
    assert refusal(Point, "point") == ("point what?", "table/files")
    assert {refusal(Mend, text) for text in ("mend", "mend x", "work x:1")} == {
        (f"“{text}” mends nothing", "table/plotting") for text in ("mend", "mend x", "work x:1")
    }


def test_each_key_is_a_field_and_several_may_share_one() -> None:
    one = Point("brig").with_value("fore", "lutin").with_value("main mizzen", "vesper")
    assert str(one) == "point fore>lutin main>vesper mizzen>vesper"
    assert one.value("mizzen main") == "vesper" and one.value("jib") == ""
    assert str(one.with_value("fore mizzen", "")) == "point main>vesper" and one.label_for("fore", "") == "nobody"


def test_crew_is_assigned_in_the_place_of_those_who_work_there() -> None:
    one = Mend("brig").assign("mast", 2).assign("fire", 3)
    assert str(one.assign("mast", 1)) == "mend mast:1 fire:3" and str(one.assign("mast", 0)) == "mend fire:3"
    assert one.at_work == (("mast", 2), ("fire", 3)) and one.assign("hull", 0) == one


@pytest.mark.parametrize("kind", LISTS, ids=lambda kind: kind.__name__)
def test_a_list_of_any_game_is_read_or_refused_in_a_sentence(kind: type[ListOrder[object]]) -> None:
    rng, read = Random(kind.__name__), 0
    for _ in range(300):
        text = f"{kind.grammar.verb} {rng.choice(('', ' ')).join(rng.choices(WORDS, k=rng.randrange(3)))}"
        try:
            one = parse_order(kind, "brig", text)
        except Unreadable as refused:
            assert refused.rule and len(refused.why) > 10 and "{text}" not in refused.why, text
            continue
        read += 1
        assert parse_order(kind, "brig", str(one)) == one, text
    assert read and kind.parse("brig", str(kind("brig"))) == kind("brig")
