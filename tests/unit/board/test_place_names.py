"""Orders in writing on hexes: places by what is printed in the hex, and back (hex/1)."""

from __future__ import annotations

import re

import pytest

from game.battle.designs import ROOT
from game.board.boards import HexBoard, OpenBoard
from game.board.place_names import with_names, without_names

BOARD = HexBoard(30, 24)
GAMES = ("hex12", "hexcess", "easyhex", "power_hex")
ORDER = re.compile(r"^> \S+ (.*?)(?:  \[[\d ]+\])?$", re.M)


@pytest.mark.parametrize(("order", "said"), [
    ("fly 17,0", "fly 1809"), ("place SMRa 17,0 SMRb 0,1", "place SMRa 1809 SMRb 0102"), ("26, 0", "2714"),
    ("fly 12,4 attack pinfold.HGRb", "fly 1311 attack pinfold.HGRb"), ("fly 4,-8", "fly 5/−5"),
    ("fly -3,5", "fly -2/4"),
])  # fmt: skip
def test_a_place_is_called_as_the_map_has_it(order: str, said: str) -> None:
    assert with_names(BOARD, order) == said.replace("-", "−")
    assert without_names(BOARD, said) == order.replace(", ", ",")
    assert without_names(BOARD, said.replace("−", "-")) == order.replace(", ", ",")


@pytest.mark.parametrize("text", ["fly 31.5,12", "P2+S-3", "fly 12.5 P2", "commit PDSb B1 rook.HGRa", "fly 1509"])
def test_words_without_a_hex_stay(text: str) -> None:
    assert with_names(BOARD, text) == text


def test_open_space_has_no_names() -> None:
    assert with_names(OpenBoard(), "fly 31,12") == "fly 31,12" and without_names(OpenBoard(), "fly 3112") == "fly 3112"


@pytest.mark.parametrize("game", GAMES)
def test_all_orders_of_the_recorded_battles_read_back(game: str) -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests" / "golden" / game).glob("*.txt"))]
    orders = [order for text in texts for order in ORDER.findall(text)]
    assert len(orders) > 20
    for order in orders:
        said = with_names(BOARD, order)
        assert without_names(BOARD, said) == order and not re.search(r"\d, ?-?\d", said)
