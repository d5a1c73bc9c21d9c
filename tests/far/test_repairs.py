"""Repairs of several ships are given and handed over together: their dice do not bear on each other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.battle.designs import ROOT
from game.battle.loader import Opened, load_start_text
from game.far import far_battle
from game.far.far_battle import gather
from game.far.messages.message import DrawPart, NotTaken, OrdersPart
from game.far.table import AwaitsDice, FarTable
from tests.support.players.far_battles import LINKS, FarDuel, begun
from tests.support.players.far_hostile import forged, position

PAIRS = ROOT / "scenarios" / "openings" / "full_thrust" / "two_pairs.yaml"


def damaged(text: str, name: str) -> Opened:
    """Return a battle that begins with a system lost on each ship."""
    opened = load_start_text(text, name)
    for ship in opened.battle._start.ships.values():
        ship.lost.add(next(mount.key for mount in ship.design.mounts if mount.kind == "fcs"))
    return opened


@pytest.fixture
def repairing(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[FarDuel, FarTable, FarTable]]:
    """A battle in which the first of two tables is asked for its repairs."""
    monkeypatch.setattr(far_battle, "load_start_text", damaged)
    duel = begun(PAIRS)
    while not (asked := [one for one in duel.tables.values() if one.decides and one.battle.phase.name == "Turn end"]):
        table = next(one for one in duel.tables.values() if one.to_hand_over or (one.decides and not one.complete))
        while table.decides and not table.complete:
            prompt = next(one for one in table.battle.prompts() if one.side == table.seat)
            assert table.battle.phase.idle is not None
            order = table.battle.phase.idle(table.battle.state, prompt)
            table.give(order.by, str(order))
        duel.send(table.hand_over())
    yield duel, asked[0], next(one for one in duel.tables.values() if one is not asked[0])


def repairs(table: FarTable) -> list[tuple[str, str]]:
    """Return the usual repairs of all ships that wait at a table."""
    view, prompt = table.battle.view(table.seat), table.battle.prompts()[0]
    orders = [table.battle.read(key, "no repairs").suggestion(view.state) for key in prompt.waiting]
    return [(order.by, str(order)) for order in orders if order is not None]


def test_repairs_of_all_ships_go_in_one_file(repairing: tuple[FarDuel, FarTable, FarTable]) -> None:
    duel, asked, other = repairing
    (first, text), (second, words) = repairs(asked)
    asked.battle.play(asked.battle.read(first, text))
    assert asked.decides and asked.battle.prompts()[0].waiting == (second,)
    with pytest.raises(AwaitsDice):
        asked.battle.play(asked.battle.read(second, words))
    assert asked.given == ((first, text), (second, words)) and asked.complete
    asked.take_back()
    assert list(asked.given) == [(first, text)] and asked.battle.prompts()[0].waiting == (second,)
    asked.give(second, words)
    message = asked.hand_over()
    assert message.first(OrdersPart) == OrdersPart(orders=((first, text), (second, words)))
    duel.send(message)
    if other.to_hand_over:
        duel.send(other.hand_over())
    assert asked.far.replica is not None
    played = [str(one.order) for one in asked.far.replica.battle.records if one.order.by in (first, second)]
    assert played[-2:] == [text, words]
    third = gather(duel.texts, LINKS)
    assert third.refused == [] and position(third) == position(asked.told)


def test_one_ship_repairs_and_the_others_do_not(repairing: tuple[FarDuel, FarTable, FarTable]) -> None:
    duel, asked, other = repairing
    asked.give(*repairs(asked)[0])
    asked.give(asked.seat, "no repairs")
    assert asked.complete
    duel.send(asked.hand_over())
    if other.to_hand_over:
        duel.send(other.hand_over())
    assert not asked.decides or asked.battle.phase.name != "Turn end"


def test_nothing_else_joins_repairs(repairing: tuple[FarDuel, FarTable, FarTable]) -> None:
    _, asked, other = repairing
    first, second = repairs(asked)
    assert other.far.replica is not None
    step = other.far.replica.number + 1
    link = DrawPart(step=step, link=asked.secrets.link(step).hex())
    for orders in ((first, first), (first, (asked.seat, "no repairs"), second), (first, (other.seat, "no repairs"))):
        before = position(other.far)
        with pytest.raises(NotTaken):
            other.receive(forged(asked.secrets, other.far, [OrdersPart(orders=orders), link]).text())
        assert position(other.far) == before
    with pytest.raises(NotTaken, match="gives no order"):
        other.receive(forged(asked.secrets, other.far, [OrdersPart(orders=())]).text())
