"""Every question, every frame after a hand-over and every list of saves, compared under four sealings by the other
side.

Whether it has sealed none of its orders, one, all, or others (some of them changed, called back, locked and opened
again): nothing the seat can ask, see or count may differ. In every game and every phase in which orders are written in
secret. SOAK=1 fights eleven times as many battles up to there.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from itertools import islice, product
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from game.battle.battle import Battle, View, fingerprint
from game.battle.danger import UNSEARCHED
from game.battle.loader import Opened, new_save, open_battle
from game.battle.slowly import at_once
from game.core.orders import Id, Illegal, Order, Unreadable
from game.core.system import Phase, RuleSystem
from game.formats.user_folders import HOME
from game.players.match import Match
from game.players.random_player import random_order
from game.seating.seat_flow import SeatFlow
from game.systems import SYSTEMS, scenario_folder
from game.ui.app.program import Program
from game.ui.battle.screen import BattleScreen
from game.ui.handover.screen import HandoverScreen
from game.ui.host.screen import Push
from game.ui.menu import cards, library
from game.ui.menu.saves_page import OpenPage
from tests.support.narrowing import narrow, present
from tests.support.ui.page_driver import plain

SEALINGS = ("none", "one", "all", "others")
pytestmark = pytest.mark.slow
SEEDS = range(11) if os.environ.get("SOAK") else (10,)  # at sea with a fireship alight
HOUSES: dict[str, dict[str, Any]] = {
    "": {}, "plotted": {"plotted": True}, "written": {"plots": "written"}, "manoeuvres": {"manoeuvres": "all"},
    "standing": {"plans": "standing"},
}  # fmt: skip
SIZE = (1280, 800)


@dataclass(frozen=True)
class Game:
    """A game, agreed rules, and a phase in which orders are written in secret."""

    system: RuleSystem
    house: str
    phase: Phase

    def __str__(self) -> str:
        return f"{self.system.key} {self.house} {self.phase.name}".replace("  ", " ").replace(" ", "-")


def games() -> Iterator[Game]:
    """Yield every secret phase of every game, by every house rule above that the game has."""
    for system, (name, house) in product(SYSTEMS.values(), HOUSES.items()):
        try:
            system.settings(house)
        except ValueError:
            continue
        start = open_battle(min(scenario_folder(system).glob("*.yaml")), seed=1, house=house).battle.state
        yield from (
            Game(system, name, row) for row in system.phases if row.secret and not row.plans and row.present(start)
        )


def reached(game: Game, seed: int) -> Opened:
    """Return a battle of the game that has come to that phase in its first turns."""
    chance = Random(f"{game}/{seed}")
    paths = sorted(scenario_folder(game.system).glob("*.yaml"))
    chance.shuffle(paths)
    for path in paths:
        opened = open_battle(
            path, seed=seed, house=HOUSES[game.house], players=dict.fromkeys(("azure", "amber"), "human")
        )
        match, wanted = Match(opened.battle, dict.fromkeys(opened.file.sides, "random"), seed), chance.choice((1, 2, 3))
        for _ in range(2000):
            state = opened.battle.state
            if state.outcome or state.turn > wanted + 1:
                break
            if state.turn >= wanted and opened.battle.phase is game.phase and untouched(opened.battle):
                return opened
            match.step()
    raise AssertionError("no battle comes there")


def untouched(battle: Battle) -> bool:
    """Return whether both sides are asked and neither has sealed anything yet."""
    both = {one.side for one in battle.prompts()} == set(battle.state.sides)
    return both and not any(one.sealed for one in battle.records[-1:])


GAMES = {str(game): game for game in games()}


# -- four ways to seal -------------------------------------------------------------------------------------------------


def possible(view: View, key: Id, chance: Random) -> Order:
    """Return any legal order of a ship."""
    draft = type(view.draft(key))(key)
    found = [one.order for one in view.destinations(draft)]
    found += [
        draft.with_value(name, value)
        for name, values in draft.domain(view.state).items()
        for value in tuple(values)[:12]
    ]
    chance.shuffle(found)
    return next((order for order in found if view.why_not(order) is None), draft)


def ids_of(battle: Battle, side: Id) -> tuple[Id, ...]:
    """Return the ships that a side may write orders for."""
    asked = battle.view(side).mine()
    return asked.ids if asked else ()


def sealing(
    name: str,
    battle: Battle,
    side: Id,
    give: Callable[[Order], object],
    back: Callable[[], object],
    again: Callable[[], object] = bool,
) -> None:
    """Seal a side's orders in one of the ways compared: `give` gives each order, `back` takes the last one back, and
    `again` follows once all are locked."""
    chance = Random(f"{name}/{side}")

    def write(most: int = 99) -> None:
        for key in ids_of(battle, side)[:most]:
            give(possible(battle.view(side), key, chance))
            if battle.view(side).takes_standing:
                give(battle.read(key, "fire any"))

    if name in ("one", "all"):
        write(1 if name == "one" else 99)
    if name == "others":
        write()
        give(battle.read(side, "lock"))
        give(battle.read(side, "unlock"))
        again()
        for _ in range(3):
            write()
            back()


# -- questions ---------------------------------------------------------------------------------------------------------


@dataclass
class Seat:
    """A seat that asks every question there is."""

    battle: Battle
    side: Id

    def __post_init__(self) -> None:
        self.view, self.flow = self.battle.view(self.side), SeatFlow(self.battle)
        self.flow.seat = self.side
        ships = self.view.state.ships.values()
        self.own = [ship.id for ship in ships if ship.side == self.side and ship.in_play][:3]
        self.foes = [ship.id for ship in ships if ship.side != self.side and ship.in_play][:3]
        self.all = self.own + self.foes
        self.pairs = [(a, b) for a, b in product(self.all, self.all) if a != b]
        self.drafts = {key: self.view.draft(key) for key in self.all}
        self.poses = {key: self.view.pose(order) for key, order in self.drafts.items() if self.placed(order)}

    def placed(self, order: Order) -> bool:
        return getattr(order, "input_mode", "") == "plot"

    def probes(self) -> list[Order]:
        """Return orders that may be legal or not: of every ship, and words of both sides."""
        view, found = self.view, []
        for key in self.all:
            found += [view.draft(key), *(possible(view, key, Random(seed)) for seed in (1, 2))]
        for side in view.state.sides:
            for text in ("lock", "unlock", "withdraw"):
                try:
                    found.append(view.read(side, text))
                except Unreadable:
                    continue
        return found

    def past(self, ask: Callable[[View], Any]) -> list[Any]:
        """Return an answer at every moment that can be looked back on."""
        return [ask(self.flow.view_at(moment)) for moment in range(len(self.flow.moments))[-6:]]


def looked_at(seat: Seat, key: Id) -> Iterator[Any]:
    return (found for found in seat.view.dangers(seat.drafts[key]) if found and found[1] is not UNSEARCHED)


def said(refusal: Illegal | None) -> tuple[str, str] | None:
    return (refusal.why, refusal.rule) if refusal else None


def texts(seat: Seat, ask: Callable[[Id, str], Order]) -> list[str]:
    found = []
    for by, text in product((*seat.all, *seat.view.state.sides), ("0", "S1+1", "lock", "unlock", "nonsense")):
        try:
            found.append(repr(ask(by, text)))
        except Unreadable as why:
            found.append(str(why))
    return found


def players_choice(seat: Seat, view: View) -> str:
    asked = view.mine()
    return (
        "; ".join(repr(random_order(view, asked, Random(seed))) for seed in range(4)) if asked and asked.waiting else ""
    )


def means(seat: Seat, firer: Id, target: Id) -> list[Any]:
    """Return the mean losses one piece inflicts on another, from some ends of both."""
    firers, targets = (seat.view.ends_array(seat.drafts[key])[:3] for key in (firer, target))
    return [found.tolist() for found in seat.view.mean_table(firer, target).means(firers, targets)]


def given_to_the_computer(seat: Seat) -> Any:
    glance = seat.battle.glance(seat.side)
    return fingerprint(glance.state), glance.mine(), glance.prompts() and players_choice(seat, glance), glance.length


QUESTIONS: dict[str, Callable[[Seat], Any]] = {
    "state": lambda s: fingerprint(s.view.state),
    "what is sealed": lambda s: sorted(s.view.state.sealed),
    "what is written": lambda s: {key: str(order) for key, order in s.view.written.items()},
    "what is planned": lambda s: {key: str(order) for key, order in s.view.planned.items()},
    "who has no plan": lambda s: (s.view.takes_standing, s.view.unplanned),
    "standing orders ahead": lambda s: s.view.takes_standing and fingerprint(s.view.standing().state),
    "prompts ahead": lambda s: s.view.takes_standing and s.view.standing().prompts(),
    "who has locked": lambda s: sorted(s.view.state.ready),
    "length": lambda s: s.view.length,
    "moments": lambda s: list(s.flow.moments),
    "phase": lambda s: (s.view.phase.name, [present for _, present in s.view.phases]),
    "log": lambda s: [repr(line) for line in s.view.log],
    "moments of lines": lambda s: s.flow.moments_of_lines(s.view),
    "prompts": lambda s: s.view.prompts(),
    "mine": lambda s: s.view.mine(),
    "then": lambda s: s.view.then(),
    "words": lambda s: [(title, repr(order)) for title, order in s.view.words()],
    "words elsewhere": lambda s: s.view.words_elsewhere(),
    "drafts": lambda s: repr(s.drafts),
    "why not": lambda s: [said(s.view.why_not(order)) for order in s.probes()],
    "refusals": lambda s: [
        said(s.battle.why_not(order)) for order in s.probes() if s.battle.state.owner(order.by) == s.side
    ],
    "readings": lambda s: texts(s, s.view.read),
    "choices": lambda s: [
        s.view.choices(s.drafts[k], name) for k in s.own for name in s.drafts[k].domain(s.view.state)
    ],
    "sheets": lambda s: [s.view.sheet(key) for key in s.all],
    "sheets with drafts": lambda s: [s.view.sheet(key, s.drafts[key]) for key in s.all],
    "worths": lambda s: [s.view.worth(key) for key in s.all],
    "stakes": lambda s: [s.view.stakes(side) for side in s.view.state.sides],
    "destinations": lambda s: [s.view.destinations(s.drafts[key]) for key in s.all],
    "ends as rows": lambda s: [s.view.ends_array(s.drafts[key]).tolist() for key in s.all],
    "means": lambda s: [means(s, *pair) for pair in s.pairs[:2]],
    "orders face down": lambda s: s.view.face_down,
    "zones of the table": lambda s: repr(s.view.zones),
    "paths": lambda s: [s.view.paths(s.drafts[key]) for key in s.all],
    "poses": lambda s: s.poses,
    "meters": lambda s: [s.view.meter(s.drafts[key]) for key in s.own if s.placed(s.drafts[key])],
    "shots": lambda s: [s.view.shots(a, b, s.poses) for a, b in s.pairs],
    "volleys": lambda s: [repr(s.view.volley(a, b, s.poses)) for a, b in s.pairs],
    "bars": lambda s: [said(s.view.why_not_hit(a, b, s.poses)) for a, b in s.pairs],
    "what is forbidden": lambda s: [said(s.view.refusal(order)) for order in s.probes()],
    "odds": lambda s: [s.view.odds(v, s.poses) for a, b in s.pairs if (v := s.view.volley(a, b, s.poses))],
    "risks": lambda s: [s.view.risks(s.drafts[key]) for key in s.all],
    "forecasts": lambda s: repr(
        s.view.forecast({key: s.drafts[key] for key in s.own if s.placed(s.drafts[key])}).fates
    ),
    "the state ahead": lambda s: fingerprint(s.view.after_forecast(s.view.forecast({})).state),
    "dangers": lambda s: [list(islice(looked_at(s, key), 3)) for key in s.own],
    "ways out": lambda s: [repr(at_once(s.view.safer(s.drafts[key]))) for key in s.own[:1]],
    "holding on": lambda s: s.view.holding_on(),
    "orders in few words": lambda s: [s.view.briefly(s.drafts[key]) for key in s.all],
    "tokens": lambda s: repr(s.view.tokens),
    "overlays": lambda s: repr([s.view.overlays(key, s.poses.get(key)) for key in s.all]),
    "the objective": lambda s: s.view.system.objective(s.view.state),
    "advice": lambda s: [repr(s.view.suggestion(key)) for key in s.own],
    "undo": lambda s: (said(s.battle.undo_fault(s.side)), said(s.flow.undo_fault())),
    "past states": lambda s: s.past(lambda view: (fingerprint(view.state), view.length)),
    "past answers": lambda s: s.past(
        lambda view: (view.prompts(), repr(view.tokens), [view.sheet(key) for key in s.all])
    ),
    "past log": lambda s: s.past(lambda view: list(map(repr, view.log))),
    "who sits next": lambda s: s.flow.others(),
    "what is looked at": lambda s: repr(sorted(vars(s.view))),
    "a person at random": lambda s: players_choice(s, s.view),
    "the computer": given_to_the_computer,
}


def test_all_is_asked() -> None:
    asked = {name for name in vars(View) if not name.startswith("_")} - {"read", "why_not"}
    assert len(QUESTIONS) >= 28 and len(SEALINGS) == 4
    assert len(asked) < len(QUESTIONS), " ".join(QUESTIONS)
    secret = {key for key, system in SYSTEMS.items() if any(row.secret for row in system.phases)}
    assert {game.system.key for game in GAMES.values()} == secret, "every game in which anything is sealed"


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", GAMES)
def test_no_answer_depends_on_what_the_other_side_has_sealed(name: str, seed: int) -> None:
    opened = reached(GAMES[name], seed)
    battle, start = opened.battle, len(opened.battle.records)
    for me, them in (tuple(battle.state.sides), tuple(battle.state.sides)[::-1]):
        answers = {}
        for written in (False, True):  # with nothing sealed by the seat itself, and with something
            for way in SEALINGS:
                if written:
                    battle.play(possible(battle.view(me), ids_of(battle, me)[0], Random(1)))
                sealing(way, battle, them, battle.play, partial(battle.undo, them))
                seat = Seat(battle, me)
                answers[way] = {question: ask(seat) for question, ask in QUESTIONS.items()}
                if len(battle.records) > start:
                    battle.back_to(start)
            for way, question in product(SEALINGS[1:], QUESTIONS):
                assert answers[way][question] == answers["none"][question], f"{question}, when {way} are sealed"


# -- frames ------------------------------------------------------------------------------------------------------------


class Frames:
    """Frames as they are seen, by name."""

    def __init__(self) -> None:
        self.surface = pygame.display.set_mode(SIZE)
        self.found: dict[str, bytes] = {}

    def keep(self, name: str, screen: Any) -> None:
        """Wait until nothing moves, then keep the frame that is drawn."""
        for _ in range(40):
            screen.tick(0.1)
            if not screen.moving:
                break
        self.surface.fill((1, 2, 3))
        screen.draw(self.surface)
        self.found[name] = blake2b(pygame.image.tobytes(self.surface, "RGB")).digest()


def traces(screen: BattleScreen) -> None:
    """Leave a seat's traces on a screen: tools, ruler, tabs, another view of the board, a sentence, something in
    hand."""
    for action in (
        "arcs",
        "threat",
        "compass",
        "zoom in",
        "pan left",
        "ruler",
        "dice",
        "key",
        "next",
        "port",
        "target",
    ):
        screen.do(action)
        screen.draw(present(pygame.display.get_surface()))


DONE = (
    "dice", "odds", "log", "next", "next", "target", "threat", "undo", "earlier", "earlier", "later", "now", "ruler",
    "menu",
)  # fmt: skip


def after_hand_over(way: str, game: Game, seed: int) -> dict[str, bytes]:
    """Return every frame from the curtain on, when the seat before has sealed its orders in that way."""
    opened, frames = reached(game, seed), Frames()
    battle = opened.battle
    me, them = battle.state.sides
    made: list[HandoverScreen] = []

    def curtain(*of: Any) -> HandoverScreen:
        made.append(HandoverScreen(*of))
        return made[-1]

    def sits(side: Id) -> None:
        if screen.flow.seat != side:
            screen.turn_flow.hand_over(side)
        screen.handle(pygame.event.Event(pygame.USEREVENT))  # lets the curtain fall, and lie no longer
        screen.draw(frames.surface)

    screen = BattleScreen(battle, curtain=curtain)
    sits(them)

    def back() -> None:
        screen.board_input.drop()
        screen.do("undo")
        assert screen.context.note.startswith("Taken back: ")

    def again() -> None:
        sits(them)  # locking has given the seat away
        traces(screen)

    sealing(way, battle, them, screen.turn_flow.give, back, again)
    assert screen.flow.seat == them
    screen.turn_flow.hand_over(me)
    frames.keep("nothing yet", screen)
    screen.handle(pygame.event.Event(pygame.USEREVENT))
    fallen = made[-1]
    assert fallen.context.side == me
    frames.keep("the curtain", fallen)
    fallen.back()
    frames.keep("the curtain, who sat before", fallen)
    fallen.back()
    fallen.open_curtain()
    frames.keep("the open curtain", fallen)
    fallen.look_again(1)
    frames.keep("the open curtain, the first item", fallen)
    frames.keep("the seat", screen)
    for number, action in enumerate(DONE):
        screen.do(action)
        frames.keep(f"{number}, after {action}", screen)
        if screen.context.answer is not None:
            frames.keep(f"{number}, over it", narrow(screen.context.answer, Push).screen)
            screen.context.answer = None
    return frames.found


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", GAMES)
def test_no_frame_after_a_hand_over_depends_on_it(name: str, seed: int) -> None:
    with plain():
        frames = {way: after_hand_over(way, GAMES[name], seed) for way in SEALINGS}
    for way in SEALINGS[1:]:
        assert frames[way].keys() == frames["none"].keys()
        assert [one for one in frames[way] if frames[way][one] != frames["none"][one]] == [], f"when {way} are sealed"


# -- lists of saves ----------------------------------------------------------------------------------------------------


def listed(way: str, game: Game, seed: int, folder: Path) -> dict[str, bytes]:
    """Return the card of the last battle and the list of saves, when a side has sealed its orders in that way."""
    opened, frames = reached(game, seed), Frames()
    recorder = new_save(opened, folder)
    side = tuple(opened.battle.state.sides)[-1]
    sealing(way, opened.battle, side, opened.battle.play, lambda: opened.battle.undo(side))
    recorder.close()
    path = recorder.journal.path
    os.utime(path, (1_700_000_000, 1_700_000_000))  # that it was written lately cannot be hidden
    library._looked.clear()
    cards._pictures.clear()
    program = Program(folder=folder)
    frames.keep("the menu", program.menu())
    frames.keep("the list", OpenPage(program))
    path.unlink()
    return frames.found


@pytest.mark.parametrize("name", GAMES)
def test_no_list_of_saves_depends_on_it(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME, str(tmp_path / "home"))
    with plain():
        lists = {way: listed(way, GAMES[name], 1, tmp_path) for way in SEALINGS}
    for way in SEALINGS[1:]:
        assert lists[way] == lists["none"], f"when {way} are sealed"
