"""Every kind of order from everybody at every phase, whoever that may be: it is taken or refused in a sentence, never
worse.

In play, in scripts and typed in the window. SOAK=1 tries dozens of times as many.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from pygame import Surface

from game.battle.battle import Battle, fingerprint
from game.battle.loader import Opened, load_start_text, new_save, open_battle
from game.battle.script import Script
from game.core.orders import Id, Illegal, Order, Unreadable
from game.formats.yaml_writer import quoted
from game.systems import SYSTEMS
from game.ui.battle.screen import BattleScreen
from tests.support.random_moments import battles, combinations, drafts, kinds, moments, scenarios, typed
from tests.support.ui.page_driver import plain

SOAK = bool(os.environ.get("SOAK"))
CHUNKS, LINES = (12, 600) if SOAK else (1, 40)  # sets of seeds; lines typed in each game
STRANGERS = ("", "nobody", "battle", " ", "é漢", "lancet.", ".PDSa", "0", "x" * 3000, "{0}", "\0", "\ud800")


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_kind_from_everybody_is_taken_or_refused(system: str, chunk: int, tmp_path: Path) -> None:
    asked = 0
    for opened, seed in battles(system, tmp_path, range(4 * chunk, 4 * chunk + 4) if SOAK else (3,)):
        known: dict[type[Order], list[Order]] = {kind: [kind("")] for kind in kinds(SYSTEMS[system])}
        for rng in moments(opened, seed):
            learnt(opened.battle, rng, known)
            tries = [replace(rng.choice(known[kind]), by=by) for kind in known for by in everybody(opened.battle, rng)]
            asked += sum(answered(opened.battle, one) for one in tries)
            play_one(opened.battle, tries, rng)
        reopened(opened, tmp_path / f"{len(list(tmp_path.iterdir()))}.yaml")
    assert asked > 100


def learnt(battle: Battle, rng: Random, known: dict[type[Order], list[Order]]) -> None:
    """Collect a few orders of every kind that somebody could give now."""
    prompt = rng.choice(battle.prompts())
    for key in (*rng.sample(prompt.ids, min(2, len(prompt.ids))), prompt.side):
        for draft in drafts(battle, key):
            known[type(draft)] = [*known[type(draft)][-20:], *combinations(draft, battle, rng, 6)]


def everybody(battle: Battle, rng: Random) -> list[Id]:
    """Return all sides, those that are asked, some ships and counters, there or gone, and strangers."""
    state = battle.state
    asked = [key for prompt in battle.prompts() for key in prompt.ids]
    some = [*state.ships, *state.counters, *asked]
    return [*state.sides, *rng.sample(some, min(6, len(some))), *rng.sample(STRANGERS, 3)]


def answered(battle: Battle, order: Order) -> bool:
    """Check that an order may be given or is refused with a sentence and a rule, and that its text is read back
    alike."""
    reasons = [battle.why_not(order), battle.view(battle.state.owner(order.by) or None).why_not(order)]
    try:
        reasons.append(battle.why_not(battle.read(order.by, str(order))))
    except Unreadable as unread:
        reasons.append(unread)
    assert all(reason is None or (reason.why.strip() and reason.rule) for reason in reasons), order
    return True


def play_one(battle: Battle, tries: list[Order], rng: Random) -> None:
    """Carry out one of those that may be given, and stay with it; but nobody leaves the battle."""
    legal = [one for one in tries if str(one) != "withdraw" and battle.why_not(one) is None]
    refused = rng.choice(tries)
    if battle.why_not(refused):
        before = fingerprint(battle.state)
        with pytest.raises(Illegal):
            battle.play(refused)
        assert fingerprint(battle.state) == before
    if legal:
        battle.play(rng.choice(legal))


def reopened(opened: Opened, path: Path) -> None:
    """Check that the save holds everything that was played."""
    new_save(opened, path=path).close()
    assert fingerprint(open_battle(path).battle.state) == fingerprint(opened.battle.state)


# -- in scripts, and at the window -------------------------------------------------------------------------------------


def lines(system: str, folder: Path, rng: Random) -> list[str]:
    """Return orders of every kind of a game, whole and spoiled."""
    opened, _ = next(battles(system, folder, (3,)))
    known: dict[type[Order], list[Order]] = {kind: [kind("")] for kind in kinds(SYSTEMS[system])}
    for _ in moments(opened, 3):
        learnt(opened.battle, rng, known)
    pool = [str(one) for orders in known.values() for one in rng.sample(orders, min(6, len(orders)))]
    return [*(str(orders[0]) for orders in known.values()), *typed(rng, [*pool, "S1+\u00a01", "S1+\n1"], LINES)]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_script_may_say_anything(system: str, tmp_path: Path) -> None:
    rng, path = Random(system), scenarios(system, tmp_path)[0]
    text = path.read_text(encoding="utf-8")
    begun = open_battle(path).battle
    givers = [*begun.state.sides, *begun.state.ships]
    for line in lines(system, tmp_path, rng):
        said = f"{{by: {rng.choice(givers)}, order: {quoted(line)}}}"
        asks = rng.choice((said, f"{{refuse: {said}}}"))
        opened = load_start_text(f"{text}\nscript:\n- {asks}\n- {said}\n", "script.yaml")
        script = Script(opened)
        script.play()
        assert all(failure.text and failure.line for failure in script.failures)


@pytest.mark.parametrize("system", SYSTEMS)
def test_anything_may_be_typed_at_the_window(system: str, tmp_path: Path) -> None:
    rng = Random(system)
    said = lines(system, tmp_path, rng)
    with plain():
        for opened, seed in list(battles(system, tmp_path, (3,)))[:: 1 if SOAK else 4]:
            for index, chance in enumerate(moments(opened, seed)):
                screen = BattleScreen(opened.battle)
                if screen.model.order is None or index % 7:
                    continue
                for text in (*chance.sample(said, 4), "S1+\u00a01", "S1+\n1"):
                    screen.field.value = text
                    screen.commands.writing.typing(text)
                    screen.draw(Surface((1280, 800)))
                    screen.commands.writing.give_typed()
