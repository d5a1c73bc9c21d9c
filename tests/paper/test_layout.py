"""Sheets on paper: every box of every design is there, nothing overlaps, nothing is cut, no ship is on two pages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from game.battle.designs import design_data, designs_of
from game.board.boards import OPEN
from game.core.game_files import ShipDesign
from game.core.paper import Plate, TrackRows, kind_of
from game.core.system import RuleSystem
from game.paper.boxes import ARC
from game.paper.canvas import PALE, WHITE, Area, Disc, Item, Outline, PaperPage, Words
from game.paper.layout import A_PAGE, MARGIN, PAPERS, RINGS, PrintedShip, pages_of
from game.paper.sources import design_to_print
from game.rules.combat.weapons import WEAPONS
from game.rules.display.paper import KNOWN, starship_reference
from game.rules.display.ship_sheet import system_words
from game.rules.ordnance.launchers import salvos_built
from game.rules.ships.design import SYSTEM_KINDS, Mount
from game.systems import SYSTEMS
from game.yard.draft import draw_design

SLACK = 0.05  # mm: strokes touch
GAMES = tuple(SYSTEMS)


@cache
def fleet(game: str) -> tuple[tuple[ShipDesign, PrintedShip], ...]:
    """Return every design of a game, with its sheet."""
    system = SYSTEMS[game]
    return tuple((one, design_to_print(system, one, "The fleet")) for one in designs_of(system).values())


@cache
def printed(game: str, paper: str, a_page: int) -> tuple[PaperPage, ...]:
    return tuple(pages_of([ship for _, ship in fleet(game)], "All of them", paper, a_page))


def area_of(item: Item) -> Area:
    """Return the smallest rectangle that holds an item."""
    if isinstance(item, Words):
        return item.area
    if isinstance(item, Disc):
        (x, y), r = item.at, item.radius + item.wide / 2
        return x - r, y - r, 2 * r, 2 * r
    points = item.points if isinstance(item, Outline) else [p for way in item.ways for p in way]
    xs, ys = zip(*points)
    wide = item.wide if item.closed else 0.0  # an open line ends at its last point
    return min(xs) - wide / 2, min(ys) - wide / 2, max(xs) - min(xs) + wide, max(ys) - min(ys) + wide


def boxes_in(page: PaperPage) -> list[Outline]:
    return [one for one in page.items if isinstance(one, Outline) and one.part in ("box", "lost box")]


def frames_in(page: PaperPage) -> list[Area]:
    return [area_of(one) for one in page.items if isinstance(one, Outline) and one.part == "frame"]


def holds(a: Area, b: Area) -> bool:
    return (
        a[0] - SLACK <= b[0]
        and a[1] - SLACK <= b[1]
        and b[0] + b[2] <= a[0] + a[2] + SLACK
        and b[1] + b[3] <= a[1] + a[3] + SLACK
    )


def meet(a: Area, b: Area) -> bool:
    return (
        a[0] + SLACK < b[0] + b[2]
        and b[0] + SLACK < a[0] + a[2]
        and a[1] + SLACK < b[1] + b[3]
        and b[1] + SLACK < a[1] + a[3]
    )


def clashes(page: PaperPage) -> Iterator[str]:
    """Yield what lies on something else: words on words, boxes on boxes, words half on a box."""
    marked: list[tuple[Area, str]] = [(area_of(one), "") for one in boxes_in(page)]
    marked += [(one.area, one.text) for one in page.items if isinstance(one, Words)]
    marked.sort(key=lambda pair: pair[0][1])
    for n, (area, words) in enumerate(marked):
        for other, more in marked[n + 1 :]:
            if other[1] > area[1] + area[3]:
                break
            inside = bool(words) != bool(more) and (holds(other, area) if words else holds(area, other))
            if meet(area, other) and not inside:
                yield f"{words or 'a box'} on {more or 'a box'} at {other[0]:.1f}, {other[1]:.1f}"


def in_design(game: RuleSystem, design: Any, ship: PrintedShip) -> int:
    """Return the number of boxes that a design has."""
    groups = sum(bay.group.count for bay in ship.sheet.bays)
    if hasattr(design, "sections"):
        sides = sum(one.structure + sum(mount.boxes for mount in one.mounts) for one in design.sections)
        return int(sides + (design.fighters.count * design.fighters.structure if design.fighters else 0))
    if hasattr(design, "rated_masts"):
        return int(design.hull + 6 + design.marines + len(design.guns))
    ammunition = sum(salvos_built(design.of("magazine")).values()) + sum(one.size for one in design.of("minelayer"))
    return int(design.hull + sum(design.shell or (design.armour,)) + groups + ammunition)


@pytest.mark.parametrize("game", GAMES)
def test_every_box_of_every_design_is_on_its_sheet(game: str) -> None:
    for design, ship in fleet(game):
        pages = pages_of([ship], design.name)
        found = [box for page in pages for box in boxes_in(page)]
        assert len(found) == in_design(SYSTEMS[game], design, ship), design.name
        assert all(box.part == "box" for box in found), design.name


@pytest.mark.parametrize("a_page", A_PAGE)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_overlaps_and_nothing_is_cut(game: str, paper: str, a_page: int) -> None:
    wide, high = PAPERS[paper]
    within = (MARGIN, MARGIN, wide - 2 * MARGIN, high - 2 * MARGIN)
    for number, page in enumerate(printed(game, paper, a_page), 1):
        assert [one for one in page.items if not holds(within, area_of(one))] == [], number
        assert [*clashes(page)] == [], number
        frames = frames_in(page)
        assert not any(meet(a, b) for n, a in enumerate(frames) for b in frames[n + 1 :]), number
        for one in page.items:
            area = area_of(one)
            x, y = area[0] + area[2] / 2, area[1] + area[3] / 2
            assert all(holds(frame, area) for frame in frames if holds(frame, (x, y, 0, 0))), (number, one)


@pytest.mark.parametrize("a_page", A_PAGE)
@pytest.mark.parametrize("game", GAMES)
def test_a_ship_is_on_one_page_and_no_page_has_too_many(game: str, a_page: int) -> None:
    pages = printed(game, "a4", a_page)
    titles = [[one.text for one in page.items if isinstance(one, Words) and one.weight == "b"] for page in pages]
    for design, _ in fleet(game):
        assert sum(design.name in page for page in titles) == 1, design.name
    for page in pages:
        cards = len(frames_in(page))
        assert cards <= a_page + 1


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_paler_than_35_percent_of_ink(game: str) -> None:
    colours = {one.colour for page in printed(game, "a4", 4) for one in page.items}
    assert all(colour == WHITE or max(colour) <= PALE[0] <= 0.65 * 255 for colour in colours)
    assert all(len(set(colour)) == 1 for colour in colours)


@pytest.mark.parametrize("game", GAMES)
def test_every_page_of_ships_has_the_quick_reference(game: str) -> None:
    for page in printed(game, "a4", 4):
        assert "Sequence" in {one.text for one in page.items if isinstance(one, Words)}


@pytest.mark.parametrize("game", GAMES)
def test_the_footer_explains_rings_where_there_are_some(game: str) -> None:
    ships = [ship for _, ship in fleet(game)]
    unarmed = [replace(one, paper=replace(one.paper, blocks=one.paper.blocks[:1])) for one in ships[:1]]
    pages = [*printed(game, "a4", 4), *pages_of(unarmed, "Unarmed")]
    for page in pages:
        told = [one for one in page.items if isinstance(one, Words) and one.text.startswith("Dead Reckoning")]
        assert len(told) == 1 and (RINGS in told[0].text) == rings_in(page)
    assert any(map(rings_in, pages)) == (game != "full-sail") and not rings_in(pages[-1])


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_says_what_the_fleet_paid(game: str) -> None:
    for design, ship in fleet(game):
        points = next(one.value for one in ship.paper.figures if one.label.lower() == "points")
        assert points == str(SYSTEMS[game].files.price(design)), "with its craft"


def rings_in(page: PaperPage) -> bool:
    return any(isinstance(one, Outline) and one.part == ARC for one in page.items)


@pytest.mark.parametrize("game", [key for key in GAMES if SYSTEMS[key].reference is starship_reference])
def test_every_kind_of_system_aboard_has_a_line(game: str) -> None:
    for design, ship in fleet(game):
        parts = SYSTEMS[game].reference(ship.state, [ship.sheet])
        told = {name for part in parts if part.title == "Aboard" for name, words in part.notes if words}
        wanted = {kind_of(one) for one in ship.sheet.icons if one.kind not in KNOWN}
        assert wanted <= told, (design.name, wanted - told)


@pytest.mark.parametrize("kind", [key for key in SYSTEM_KINDS if key not in KNOWN])
def test_every_kind_that_can_be_built_has_words(kind: str) -> None:
    assert kind in WEAPONS or system_words(Mount(kind, kind), OPEN), kind


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", GAMES)
def test_no_name_of_the_games_is_cut(game: str, paper: str) -> None:
    words = [one.text for page in printed(game, paper, 4) for one in page.items if isinstance(one, Words)]
    assert [one for one in words if "…" in one] == []


@pytest.mark.parametrize("a_page", A_PAGE)
@pytest.mark.parametrize("hull", [20, 51, 90, 150])
def test_rows_of_a_large_hull_leave_room_for_the_words_beside_them(hull: int, a_page: int) -> None:
    system = SYSTEMS["full-thrust"]
    entry = {**design_data(system, "lancet"), "mass": 2 * hull + 40, "hull": hull, "armour": 0}
    ship = design_to_print(system, draw_design(system, entry).design)
    for page in pages_of([ship], "Large", a_page=a_page):
        assert [*clashes(page)] == []


def test_what_a_wreck_is_said_to_be_leaves_its_boxes_their_room() -> None:
    said = "on fire, adrift, a wreck, nobody aboard"
    for _, ship in fleet("full-sail"):
        blocks = tuple(replace(one, aside=said) if isinstance(one, TrackRows) else one for one in ship.paper.blocks)
        page = pages_of([replace(ship, paper=replace(ship.paper, blocks=blocks))], "A wreck", a_page=4)[0]
        sides = {round(area_of(one)[2], 1) for one in boxes_in(page)}
        assert [*clashes(page)] == [] and min(sides) > 3.9, ship.paper.title
        assert said.capitalize() in {one.text for one in page.items if isinstance(one, Words)}


@pytest.mark.parametrize("paper", PAPERS)
def test_every_face_of_a_chart_has_the_name_of_what_it_hits(paper: str) -> None:
    for _, ship in fleet("power-hex"):
        page = pages_of([ship], "", paper, 4)[0]
        told = {part for one in page.items if isinstance(one, Words) for part in one.text.rstrip(",").split(", ")}
        for plate in (one for one in ship.paper.blocks if isinstance(one, Plate)):
            for words, low, last in plate.strip:
                faces = f"{low}–{last}" if last > low else str(low)
                assert {f"{words} {faces}", f"{faces} {words}"} & told, (ship.paper.title, plate.label, words)
