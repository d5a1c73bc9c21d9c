"""Where a way in hand could still turn is told by the legal ways alone, and is what the rules would take (hex/2.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pygame
import pytest
from pygame import Surface

from game.board import hexes
from game.core.display import Pose
from game.rules.hex.helm import side_cost
from game.systems.hexcess.movement.order import HexMove
from game.ui.board.label_engine.pictures import Placer, Word, place_chip
from game.ui.board.layers import hex_envelopes
from game.ui.board.model.turn_options import openings
from tests.tools.bench import battle_screen
from tests.tools.bench_hexes import on_the_move


@pytest.mark.parametrize("velocity", [1, 2, 3, 4, 5, 6, 7])
def test_openings_are_the_turns_the_rules_would_take_and_their_price(velocity: int) -> None:
    battle = on_the_move(10).battle
    key = battle.prompts()[0].ids[0]
    ship = battle.state.ships[key]
    ship.velocity = velocity
    view = battle.view(None)
    destinations = view.destinations(HexMove(key))
    tried = 0
    for way in (HexMove(key, turns=(0,) * velocity), *(one.order for one in destinations)):
        assert isinstance(way, HexMove)
        turns = (*way.turns, *(0,) * velocity)[:velocity]
        if way.dv or way.face or sum(map(bool, turns)) > 1 or abs(sum(turns)) > 1:
            continue
        pose, towards, wanted = view.pose(way), hexes.direction(ship.course), set()
        for place, turned in enumerate(turns):
            towards += turned
            for n in (-1, 1):
                other = replace(way, turns=(*turns[:place], n, *(0,) * (velocity - place - 1)))
                if not turned and view.why_not(other) is None:
                    wanted.add((place + 1, hexes.course_of(towards + n)))
        found = openings(destinations, pose, view.state.table.board)
        assert {(pose.path.index(one.at), course) for one in found for course in one.courses} == wanted
        assert {one.price for one in found} <= {side_cost(velocity)}
        tried += bool(found)
    assert tried or velocity > ship.thrust


def test_a_way_that_no_legal_way_shares_has_none() -> None:
    battle = on_the_move(10).battle
    key = battle.prompts()[0].ids[0]
    destinations = battle.view(None).destinations(HexMove(key))
    pose = Pose((0.0, 0.0), 2, 2, 4, path=((0.0, 0.0), (0.0, 1.0), (0.0, 2.0)))
    assert openings(destinations, pose, battle.state.table.board) == ()


def test_they_are_drawn_on_the_way_with_their_price(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, window = battle_screen(on_the_move(10))
    ship = screen.battle.state.ships[screen.battle.prompts()[0].ids[0]]
    camera = screen.board.camera
    camera.zoom(2.5, camera.xy(ship.at), glide=False)
    written: list[str] = []
    directions: list[float] = []
    tip = hex_envelopes.tip

    def heard(placer: Placer, words: str, *more: Any) -> Word | None:
        written.append(words)
        return place_chip(placer, words, *more)

    def seen(scale: float, direction: float) -> Surface:
        directions.append(direction)
        return tip(scale, direction)

    monkeypatch.setattr(hex_envelopes, "place_chip", heard)
    monkeypatch.setattr(hex_envelopes, "tip", seen)
    end = screen.model.view.pose(HexMove(ship.id)).at
    for kind, at in ((pygame.MOUSEBUTTONDOWN, ship.at), (pygame.MOUSEMOTION, end)):
        pos = tuple(map(round, camera.xy(at)))
        more = {"button": 1} if kind == pygame.MOUSEBUTTONDOWN else {"rel": (1, 1), "buttons": (1, 0, 0)}
        screen.handle(pygame.event.Event(kind, pos=pos, **more))
    screen.draw(window)
    assert "turn: 2 thrust" in written
    sides = [hexes.course_of(hexes.direction(ship.course) + n) for n in (-1, 1)]
    assert set(directions) == {camera.board.direction(side) for side in sides}
