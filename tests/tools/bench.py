"""`make bench`: measure times against their budgets, and their growth with 10, 50 and 200 ships.

Every figure is a median and, after the slash, the 99th percentile over many repeats, in milliseconds. The same run
measures a blit of the whole screen and a loop of plain Python, which do not depend on the program. The median at the
size of the budget is also given as a multiple of a blit or loop, which can be compared between machines, and between
idle and busy hours. No figure fails the run. `make bench ROWS="sail reactors"` measures the rows whose names contain
one of these words, and `JSON=file` writes the results to a file.
"""

from __future__ import annotations

import gc
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from itertools import cycle, pairwise
from pathlib import Path
from random import Random
from typing import Any

os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}

from game.battle.battle import Battle
from game.battle.designs import ROOT
from game.battle.loader import Opened, load_start
from game.battle.view import View
from game.cli.main import COLLECT
from game.core.events import Event
from game.core.orders import Order
from game.formats.yaml_writer import block
from game.players.match import Match
from game.players.random_player import random_order
from game.systems import OFFERED
from tests.support.battles import idle
from tests.tools import bench_captain, bench_yard
from tests.tools.bench_hexes import on_hexes, on_the_move, reach
from tests.tools.bench_means import sweep
from tests.tools.bench_power import (
    about_to_move,
    all_guns_at_a_weak_ship,
    moving,
    of_reactors,
    shooting,
    shooting_at_a_weak_side,
)
from tests.tools.bench_sail import at_sea, prospects, sailing
from tests.tools.bench_swarm import attack_odds, flying, launch_odds, ordnance_odds, siege_odds

SHIPS = (10, 50, 200)
AZURE = ("lancet", "sextant", "curlew", "plover", "halyard", "bowsprit", "halberd", "meridian", "astrolabe", "polestar")
AMBER = ("vesper", "crucible", "cinder", "kiln", "gimlet", "clinker", "gloaming", "anvil", "tinder", "athanor")
SCREEN = 1920, 1080  # the size of the window
LEAST, LONGEST = 5, 2.0  # least repeats, and seconds after which no more are needed
ENOUGH, MOST = 200, 2000  # repeats after which the median may be certain, and most repeats
SURE = 0.01  # share of the median within which it is then certain
# repeats of what takes long that are enough where they lie so close together, as a share of the least
FEW, CLOSE_BY = 3, 0.05
PATIENCE = 20.0  # seconds after which no repeat is started, even with fewer than the least

Timed = Callable[[], object]


@dataclass(frozen=True)
class Row:
    """A row of the table: name, budget in words, number of ships for the budget, and how to measure it."""

    what: str
    budget: str
    ships: int
    begin: Callable[[int], Timed]  # number of ships -> what is timed, once set up
    unit: str = "ms"
    yard: str = "loops"  # the other unit of its time: blits for drawing, loops for everything else


def measured(work: Timed) -> list[float]:
    """Return the milliseconds of each repeat, without the first."""
    work()
    found: list[float] = []
    begun = start = time.perf_counter()
    while not found or (start < begun + (PATIENCE if len(found) < LEAST else LONGEST) and not settled(found)):
        start = time.perf_counter()
        told = work()
        found.append(told if isinstance(told, Milliseconds) else 1000 * (time.perf_counter() - start))
    return found


def settled(times: list[float]) -> bool:
    """Return whether the median is certain enough. For slow rows, a few repeats that lie close together are enough."""
    if len(times) == FEW and sum(times) > 1000 * LONGEST:
        return max(times) - min(times) < CLOSE_BY * min(times)
    if len(times) % ENOUGH or len(times) < ENOUGH:
        return False
    low, middle, high = statistics.quantiles(times, n=4)
    error = 0.93 * (high - low) / len(times) ** 0.5  # of a median, from the spread of the middle half
    return error < SURE * middle or len(times) >= MOST


# -- what it is measured by --------------------------------------------------------------------------------------------


def blit() -> Timed:
    """Return a full-screen blit at 1920x1080, from a cached layer to the window, as the board does it."""
    import pygame

    pygame.display.init()
    window, layer = pygame.display.set_mode(SCREEN), pygame.Surface(SCREEN)
    layer.fill((12, 16, 24))
    return lambda: window.blit(layer, (0, 0))


def loop() -> int:
    """Add a million numbers in plain Python."""
    total = 0
    for number in range(1_000_000):
        total += number
    return total


YARDS = {"blits": ("a full-screen blit, 1920x1080", blit), "loops": ("a loop of a million additions", lambda: loop)}


# -- what is measured --------------------------------------------------------------------------------------------------


def fleets(
    ships: int,
    turns: int | None = None,
    gap: float = 30.0,
    table: tuple[int, int] | None = None,
    house: dict[str, Any] | None = None,
) -> Opened:
    """Return two fleets abreast, with `ships` ships in all, `gap` MU apart."""
    side = ships // 2
    width, height = table or (int(gap) + 60, max(48, 3 * side))
    plain: dict[str, object] = {
        "title": "Bench", "system": "full-thrust", "seed": 1, "table": {"width": width, "height": height},
        "sides": {"azure": {"name": "Azure League"}, "amber": {"name": "Amber Pact"}},
        "victory": {"turns": turns or 100}, "house": house or {},
    }  # fmt: skip
    entries: dict[str, object] = {}
    for (owner, designs), x, course in zip((("azure", AZURE), ("amber", AMBER)), (30.0, 30.0 + gap), (3, 9)):
        for number, name in zip(range(side), cycle(designs)):
            at = [x + 4 * (number % 3), round((number + 0.5) * height / side, 3)]
            entries[f"{owner}{number}"] = {"side": owner, "design": name, "at": at, "course": course, "velocity": 6}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.yaml"
        path.write_text(block(plain | {"ships": entries}), encoding="utf-8")
        return load_start(path)


CLOSE, SHORT = partial(fleets, gap=24.0), partial(fleets, turns=8)


def battle_screen(opened: Opened) -> tuple[Any, Any]:
    """Return the battle screen and its window at 1920x1080, every arc, threat and shadow shown; no sound device is
    opened."""
    import pygame

    from game.ui.battle.screen import BattleScreen

    pygame.display.init()
    pygame.font.init()
    window = pygame.display.set_mode(SCREEN)
    screen = BattleScreen(opened.battle)
    screen.context.tools = frozenset(("arcs", "range", "threat", "sight", "grid", "compass"))
    screen.draw(window)
    return screen, window


def frame(ships: int, begin: Callable[[int], Opened] = fleets, formation: bool = False) -> Timed:
    """Return one frame of the battle screen while a ship, or its whole formation, is dragged: the motion, and
    everything it changes, at once or a frame later."""
    screen, window = battle_screen(begin(ships))
    if formation:
        screen.board_input.group.pick_all()
    frames = drag_frames(screen)

    def one() -> None:
        if motion := next(frames):
            screen.handle(motion)
        screen.tick(1 / 60)
        screen.draw(window)

    return one


def resting(ships: int, begin: Callable[[int], Opened] = fleets) -> Timed:
    """Return one frame while nothing changes, with a ship selected and its arcs and envelopes shown."""
    screen, window = battle_screen(begin(ships))
    for motion in drag_motions(screen):
        screen.handle(motion)
        screen.tick(1 / 60)
    while screen.board_input.catch_up.behind:
        screen.tick(1 / 60)
    return lambda: screen.draw(window)


def under_way(ships: int) -> Timed:
    """Return one frame of a film in which every ship moves 8 MU."""
    view, moves = fleets(ships).battle.view(None), []
    for key, ship in view.state.ships.items():
        x, y = ship.at
        moves.append(Event("move", "", f"{{{key}}} moves", key, path=((x, y), (x + 8, y)), facings=(ship.facing,)))
    return film(view, moves)


def struck(ships: int) -> Timed:
    """Return one frame of a film in which every ship is hit by its neighbour, and each fifth bursts."""
    view, events = fleets(ships).battle.view(None), list[Event]()
    fleet = list(view.state.ships.values())
    for one, other in pairwise(fleet):
        line = one.at, other.at
        events.append(Event("fire", "", f"{{{one.id}}} fires", one.id, other.id, line=line, tone="good"))
    for one in fleet[::5]:
        events.append(Event("lost", "", f"{{{one.id}}} is lost", whom=one.id, fate="destroyed", tone="bad"))
    return film(view, events)


def film(view: View, events: Sequence[Event]) -> Timed:
    """Return one frame of a film on the whole window, which plays without end, with its effects."""
    import pygame

    from game.seating.outcomes import split_into_acts
    from game.ui.board.model.scene import Scene
    from game.ui.board.view import BoardView
    from game.ui.playback.animation import Animation

    pygame.display.init()
    pygame.font.init()
    window, board = pygame.display.set_mode(SCREEN), BoardView(pygame.Rect(0, 0, *SCREEN))
    shown = Animation()

    def one() -> None:
        if not shown.active:
            shown.show(split_into_acts(events), view, view)
            shown.tick(0.0)
            if shown.player and not shown.moving:
                shown.player.skip()  # past the lines of fire, to what they do
        shown.tick(1 / 60)
        board.draw(window, Scene.of(shown.view or view, moment=shown.moment), 0.0)

    return one


def drag_motions(screen: Any) -> Iterator[Any]:
    """Yield the press on the first ship to be plotted, and motions around it within its reach."""
    import pygame

    from game.ui.board.layers.counters import places

    camera, ship = screen.board.camera, screen.battle.state.known_piece(screen.battle.prompts()[0].ids[0])
    fanned = {one.key: place for one, place in places(camera, screen.board_input.scene(screen.scene))}
    x, y = fanned.get(ship.id) or camera.xy(ship.at)
    screen.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(round(x), round(y)), button=1))
    for step in range(60):
        ahead = (4 + step % 10) * (1 if ship.course < 6 else -1)
        goal = camera.xy((ship.at[0] + ahead, ship.at[1] + (step % 7 - 3)))
        yield pygame.event.Event(
            pygame.MOUSEMOTION, pos=(round(goal[0]), round(goal[1])), rel=(1, 1), buttons=(1, 0, 0)
        )


def drag_frames(screen: Any) -> Iterator[Any]:
    """Yield the events of each frame without end: three motions, then none until odds and panels are up to date."""
    for step, motion in enumerate(cycle(list(drag_motions(screen)))):
        yield motion
        assert screen.model.pulling or step < 2, "it would measure a pointer that drags nothing"
        while step % 3 == 2 and screen.board_input.catch_up.behind:
            yield None


def drag(ships: int, written: str = "") -> Timed:
    """Return the work of the rules at each motion of a drag: all legal destinations, the nearest one, its meter and its
    notation. `written` is the text of the order before the drag, such as its manoeuvres."""
    view = fleets(ships, house={"manoeuvres": ["all"]} if written else {}).battle.view("azure")
    draft = view.read("azure0", written) if written else view.draft("azure0")
    goals = cycle([(40.0 + 0.5 * step, 4.0 + step % 5) for step in range(40)])

    def one() -> str:
        x, y = next(goals)
        near = min(view.destinations(draft), key=lambda end: (end.at[0] - x) ** 2 + (end.at[1] - y) ** 2)
        return f"{near.order} {view.meter(near.order).left}"

    return one


def odds(ships: int, begin: Callable[[int], Opened] = CLOSE) -> Timed:
    """Return the exact odds of all fire of a fleet, each ship at the nearest enemy in its arcs."""
    opened = begin(ships)
    idle(opened, "Ships fire")
    view = opened.battle.view(opened.battle.prompts()[0].side)
    side = view.prompts()[0].side
    foes = view.state.enemies(side)
    orders: list[Order] = []
    for ship in view.state.fleet(side):
        near = sorted(foes, key=lambda foe: abs(foe.at[1] - ship.at[1]))[:3]
        orders += [order for foe in near if (order := view.volley(ship.id, foe.id))][:1]
    assert len(orders) > ships // 8
    return lambda: [view.odds(order) for order in orders]


def player(ships: int) -> Timed:
    """Return the orders of a random player for a whole side."""
    battle = fleets(ships).battle
    keys = [ship.id for ship in battle.state.fleet("azure")]

    def one() -> None:
        view = battle.view("azure")
        prompt = view.mine()
        assert prompt is not None
        chance = Random(1)
        for _ in keys:
            random_order(view, prompt, chance)

    return one


def begun(program: str, *words: str) -> str:
    """Run a program in its own process and return what it prints."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    given = [sys.executable, "-c", program, *words]
    return subprocess.run(given, cwd=ROOT, check=True, capture_output=True, env=env, text=True).stdout


UNTIL = """
import pygame

frames = iter(range({frame}))


def flip():
    if next(frames, None) is None:
        raise SystemExit(0)


pygame.display.flip = flip
from game.cli.main import run

run()
"""
AT_REST = """
from game.cli.main import run
from game.ui.menu.screen import Menu

tick = Menu.tick
Menu.tick = lambda menu, seconds: [tick(menu, seconds), menu.moving or exit()][0]
run()
"""
FIRST = """
import gc, sys, time
import pygame
from game.cli.main import COLLECT
from game.ui.app import program, start

gc.set_threshold(COLLECT)
for ready in (pygame.display.init, pygame.font.init, start.preferences.load, start.first_frame):
    ready()
window = program.Window(made := program.Program(), menu := made.menu())
window.draw(pygame.display.get_surface())
menu._choose_system([game.key for game in menu.games].index(sys.argv[1]))
_ = [menu.tick(0.1) for _ in iter(lambda: menu.moving, False)], [*program.loading()]
gc.freeze()
window.draw(pygame.display.get_surface())
begun = time.perf_counter()
menu._begin()
window.take(menu.answer)
window.draw(pygame.display.get_surface())
print(1000 * (time.perf_counter() - begun))
"""


class Milliseconds(float):
    """Milliseconds measured by another process."""


def menu(ships: int, frame: int = 1) -> Timed:
    """Return the start of the program up to a frame of the menu: the first, or the second, which lists all scenarios,
    or with 0 the last, with the house rules of its game and all previews."""
    return lambda: begun(UNTIL.format(frame=frame - 1) if frame else AT_REST)


def first_battle(ships: int, game: str) -> Timed:
    """Return the first battle of a game, from Begin in the menu to its first frame."""

    def one() -> Milliseconds:
        with tempfile.TemporaryDirectory() as home:
            os.environ["DEAD_RECKONING_HOME"] = home
            try:
                return Milliseconds(begun(FIRST, game).splitlines()[-1])
            finally:
                del os.environ["DEAD_RECKONING_HOME"]

    return one


def seek(ships: int) -> Timed:
    """Return a jump to any moment of a battle of 50 turns, including the view for the board."""
    opened = fleets(ships, turns=50, gap=1000.0, table=(2000, 2000))
    match, battle = Match(opened.battle, dict.fromkeys(opened.file.sides, "random"), 1), opened.battle
    match.play(50)
    assert battle.state.turn >= 50
    chance = Random(1)
    return lambda: battle.view_at(chance.randrange(len(battle.records)), None).log


def fights(ships: int, begin: Callable[[int], Opened] = SHORT) -> Timed:
    """Return whole battles of 8 turns between random players."""
    seeds, start = iter(range(10_000)), begin(ships)

    def one() -> None:
        battle = Battle(start.battle.system, start.battle.at(0), next(seeds))
        Match(battle, dict.fromkeys(battle.state.sides, "random"), 1).play()

    return one


def plots(ships: int, turn: int = 2) -> Timed:
    """Return the captain's orders for one side in a turn."""
    one = bench_captain.plots(CLOSE(ships), turn)
    return lambda: Milliseconds(one())


ROWS = (
    Row("frame, 1920x1080, all tools on, dragging, without the flip", "p99 8 ms", 60, frame, yard="blits"),
    Row("frame at rest, arcs and envelopes on", "p99 8 ms", 60, resting, yard="blits"),
    Row("frame, a whole side dragged in formation", "p99 8 ms", 24, lambda ships: frame(ships, formation=True),
        yard="blits"),
    Row("frame while all ships move, with their drives", "p99 8 ms", 60,
        under_way, yard="blits"),
    Row("frame while all are hit, and every fifth explodes", "p99 8 ms", 60,
        struck, yard="blits"),
    Row("drag: envelope, snap, meter and notation", "1 ms", 24, drag),
    Row("drag with redlined engines and a skid in hand", "1 ms", 24, lambda ships: drag(ships, "RL SK1S")),
    Row("exact odds of a fleet's fire", "5 ms", 24, odds),
    Row("frame with groups and markers, dragging a group", "p99 8 ms", 20, lambda ships: frame(ships, flying),
        yard="blits"),
    Row("frame with groups and markers, at rest", "p99 8 ms", 20, lambda ships: resting(ships, flying), yard="blits"),
    Row("exact odds of a group's attack, not cached", "5 ms", 20, attack_odds),
    Row("exact odds of a group's attack, reformed rules, not cached", "5 ms", 20,
        lambda ships: attack_odds(ships, "pdl")),
    Row("exact odds of twelve groups together at a dreadnought", "5 ms", 0, lambda ships: siege_odds()),
    Row("exact odds of ten salvos, missiles and bolts together at a dreadnought", "5 ms", 0,
        lambda ships: ordnance_odds()),
    Row("exact odds of all these attackers together, reformed rules", "5 ms", 0, lambda ships: siege_odds("pdl")),
    Row("mean damage from 113 places to 43, not cached", "0.05 loops", 0,
        lambda ships: sweep(CLOSE, "Write orders")),
    Row("exact odds of all that a ship launches", "5 ms", 20, launch_odds),
    Row("random player, orders for one side", "1 s", 24, player),
    Row("captain, orders for one ship against one", "2 loops", 0, lambda ships: plots(2)),
    Row("captain, orders for one ship against one, first turn", "3 loops", 0, lambda ships: plots(2, turn=1)),
    Row("captain, orders for twelve ships against twelve", "25 loops", 0, lambda ships: plots(24)),
    Row("captain, orders for twelve ships against twelve, first turn", "40 loops", 0, lambda ships: plots(24, turn=1)),
    Row("adviser, two ships, asked again", "2 loops", 0, lambda ships: bench_captain.advice(CLOSE(2), 1)),
    Row("adviser, two ships, two turns ahead", "10 loops", 0, lambda ships: bench_captain.advice(CLOSE(2), 2)),
    Row("open the program to the menu", "9 loops", 0, menu),
    Row("open the program to the menu, with its scenarios", "14 loops", 0, partial(menu, frame=2)),
    Row("open the program to the menu, with its previews", "1 s", 0, partial(menu, frame=0)),
    *(Row(f"begin the first battle from the menu: {game.title}", "5 loops", 0, partial(first_battle, game=game.key))
      for game in OFFERED),
    Row("seek in a battle of 50 turns", "100 ms", 24, seek),
    Row("headless battles, 8 turns", "50 a second", 12, fights, "/s"),
    Row("all destinations of a move on hexes, not cached", "1 ms", 12, reach),
    Row("mean damage from 113 hexes to 43, not cached", "0.05 loops", 0, lambda ships: sweep(on_hexes, "Move")),
    Row("frame on hexes, all tools on, dragging", "p99 8 ms", 60, lambda ships: frame(ships, on_the_move),
        yard="blits"),
    Row("frame on hexes, at rest", "p99 8 ms", 60, lambda ships: resting(ships, on_the_move), yard="blits"),
    Row("headless battles on hexes, 8 turns", "50 a second", 12, lambda ships: fights(ships, on_hexes), "/s"),
    Row("all destinations of a move under sail", "1 ms", 12, sailing),
    Row("all destinations of a move under sail, an island within reach", "1 ms", 12,
        lambda ships: sailing(ships, by_land=True)),
    Row("result of every enemy destination, under sail", "5 ms", 12, prospects),
    Row("mean damage from 113 places to 43 under sail, not cached", "0.05 loops", 0,
        lambda ships: sweep(at_sea, "Write orders")),
    Row("frame under sail, all tools on, dragging", "p99 8 ms", 60, lambda ships: frame(ships, at_sea), yard="blits"),
    Row("frame under sail, at rest", "p99 8 ms", 60, lambda ships: resting(ships, at_sea), yard="blits"),
    Row("exact odds of a fleet's broadsides", "5 ms", 24, lambda ships: odds(ships, at_sea)),
    Row("headless battles under sail, 8 turns", "50 a second", 12, lambda ships: fights(ships, at_sea), "/s"),
    Row("all destinations of a move by thrust and turns", "1 ms", 12, moving),
    Row("headless battles with reactors, 5 rounds", "50 a second", 12, lambda ships: fights(ships, of_reactors), "/s"),
    Row("exact odds of reactor ships' fire", "5 ms", 12, shooting),
    Row("exact odds of a heavy gun at a nearly destroyed side", "5 ms", 12, shooting_at_a_weak_side),
    Row("exact odds of all guns of a ship at a nearly destroyed ship", "5 ms", 12, all_guns_at_a_weak_ship),
    Row("mean damage from 113 hexes to 43 with reactors, not cached", "0.05 loops", 0,
        lambda ships: sweep(of_reactors, "Move")),
    Row("mean damage from 113 hexes to 43 with reactors, target's losses cached", "0.05 loops", 0,
        lambda ships: sweep(of_reactors, "Move", known=True)),
    Row("frame with reactors, dragging", "p99 8 ms", 24, lambda ships: frame(ships, about_to_move), yard="blits"),
    Row("shipyard: a change, with price and refusals", "0.57 loops", 0, lambda ships: bench_yard.change()),
    Row("shipyard: a change in the editor, laid out and drawn", "0.57 loops", 0, lambda ships: bench_yard.edited()),
)  # fmt: skip


def timed(begin: Callable[..., Timed], *given: int) -> list[float]:
    """Return the milliseconds of each repeat, sorted; none where a part that is needed is not installed."""
    try:
        work = begin(*given)
        gc.collect()
        return sorted(measured(work))
    except ImportError:
        return []


def cell(times: list[float], unit: str = "ms") -> str:
    """Return a cell of the table; a dash if nothing was measured."""
    if not times:
        return "–"
    middle = statistics.median(times)
    if unit == "/s":
        return f"{1000 / middle:.3g}"
    return " / ".join(f"{figure:.0f}" if figure >= 100 else f"{figure:.3g}" for figure in (middle, late(times)))


def late(times: list[float]) -> float:
    """Return the 99th percentile."""
    return times[min(len(times) - 1, int(0.99 * len(times)))]


def multiple(times: list[float], yard: list[float], name: str) -> str:
    """Return the median in blits or loops; a dash if either was not measured."""
    share = statistics.median(times) / statistics.median(yard) if times and yard else None
    return "–" if share is None else f"{Decimal(f'{share:.2g}'):f} {name}"


def figures_of(row: Row) -> dict[int, list[float]]:
    """Measure a row at its own number of ships and at each of the others, reporting progress."""
    found = dict[int, list[float]]()
    for ships in (row.ships, *(SHIPS if row.ships else ())):
        told(f"{row.what}{f', {ships} ships' if ships else ''} …")
        found[ships] = found[ships] if ships in found else timed(row.begin, ships)
    return found


def line(row: Row, figures: dict[int, list[float]], yards: dict[str, list[float]]) -> str:
    """Return one line of the table."""
    first = figures[row.ships]
    at = cell(first, row.unit) + (f" ({row.ships} ships)" if row.ships else "")
    grown = [cell(figures[ships], row.unit) if row.ships else "" for ships in SHIPS]
    return f"| {' | '.join((row.what, row.budget, at, multiple(first, yards[row.yard], row.yard), *grown))} |"


def written(row: Row, figures: dict[int, list[float]], yards: dict[str, list[float]]) -> list[dict[str, Any]]:
    """Return a row as data: for each number of ships the repeats, the median and 99th percentile in ms, and the median
    in blits or loops."""
    return [
        {
            "what": row.what,
            "ships": ships,
            "repeats": len(times),
            "median": statistics.median(times),
            "p99": late(times),
            row.yard: statistics.median(times) / statistics.median(yards[row.yard]),
        }
        for ships, times in figures.items()
        if times and yards[row.yard]
    ]


def told(what: str) -> None:
    """Print progress to stderr."""
    print(what, file=sys.stderr, flush=True)


def main() -> None:
    """Print the two reference times, then the table."""
    gc.set_threshold(COLLECT)  # as the program does
    asked = ArgumentParser(prog="bench")
    asked.add_argument("words", nargs="*", help="measure the rows in whose names one of these stands")
    asked.add_argument("--json", type=Path, help="write what was found to this file")
    given = asked.parse_args()
    chosen = [row for row in ROWS if not given.words or any(word in row.what for word in given.words)]
    machine = f"Python {sys.version.split()[0]}, {os.cpu_count()} processors, {platform.platform(terse=True)}"
    print(f"median / 99th percentile in ms, of up to {LONGEST:g} s of repeats; {machine}\n")
    yards = {name: timed(begin) for name, (_, begin) in YARDS.items()}
    for name, (what, _) in YARDS.items():
        print(f"- {what}: {cell(yards[name])}", flush=True)
    heads = ("what", "budget", "at the budget's size", "in blits or loops", *(f"{ships} ships" for ships in SHIPS))
    print(f"\n| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    begun, data = time.perf_counter(), list[dict[str, Any]]()
    for number, row in enumerate(chosen, 1):
        figures = figures_of(row)
        print(line(row, figures, yards), flush=True)
        data += written(row, figures, yards)
        told(f"{number} of {len(chosen)} rows after {time.perf_counter() - begun:.0f} s")
    if given.json:
        given.json.write_text(json.dumps({"machine": machine, "rows": data}, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
