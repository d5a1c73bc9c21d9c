"""Blocks that fill pages: a table that goes on, and blocks that stay together."""

from __future__ import annotations

import pytest

from game.paper.canvas import PaperPage, Pen, Words
from game.paper.flow import FOOT, HEAD, Draw, Flow, put_table

SIZE = (210.0, 297.0)
ROOM = SIZE[1] - HEAD - FOOT


def block(words: str, high: float) -> Draw:
    def draw(pen: Pen) -> float:
        pen.words(words, (0, 2), 3)
        return high

    return draw


def said(page: PaperPage) -> list[str]:
    return [one.text for one in page.items if isinstance(one, Words)]


@pytest.mark.parametrize("left", [2.0, 8.0, 14.0])
def test_the_heading_of_a_table_is_once_on_a_page(left: float) -> None:
    flow = Flow(SIZE)
    flow.add_block(block("text", ROOM - left))
    put_table(flow, (("Name", "Meaning"), *((f"row {n}", "of many") for n in range(60))), 0.0)
    assert len(flow.pages) > 2
    for page in flow.pages:
        assert said(page).count("Name") == int(any(one.startswith("row") for one in said(page)))


def test_a_short_table_is_not_broken() -> None:
    flow = Flow(SIZE)
    flow.add_block(block("text", ROOM - 20))
    put_table(flow, (("Name", "Meaning"), *((f"row {n}", "of many") for n in range(5))), 0.0)
    assert [said(page).count("of many") for page in flow.pages] == [0, 5]


def test_a_joined_block_takes_the_one_before_it_along() -> None:
    flow = Flow(SIZE)
    for words, high in (("first", ROOM - 30), ("second", 20.0)):
        flow.add_block(block(words, high))
    flow.hold(block("title", 5.0))
    flow.add_block(block("third", 20.0), joined=True)
    assert [said(page) for page in flow.pages] == [["first"], ["second", "title", "third"]]


def test_a_joined_block_goes_alone_where_the_one_before_it_begins_the_page() -> None:
    flow = Flow(SIZE)
    flow.add_block(block("first", ROOM - 10))
    flow.add_block(block("second", 20.0), joined=True)
    assert [said(page) for page in flow.pages] == [["first"], ["second"]]
