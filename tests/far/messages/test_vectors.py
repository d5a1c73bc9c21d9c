"""The form of messages, by worked values: another program that agrees with them can play with this one."""

from __future__ import annotations

import json

from game.battle.designs import ROOT
from game.core.umpire import seeded_dice
from game.far.messages.digests import canonical, digest, leaf, step_seed
from game.far.messages.message import BEFORE_FIRST, LockPart, checked, frames, signed
from game.far.messages.seat_secrets import SeatSecrets, link_before
from game.far.words import three_words

VECTORS = json.loads((ROOT / "tests" / "data" / "far" / "vectors.json").read_text(encoding="utf-8"))
BATTLE = "0123456789abcdef"
AZURE, AMBER = SeatSecrets(BATTLE, "azure", bytes(32), 16), SeatSecrets(BATTLE, "amber", bytes(range(32)), 16)
LEAVES = VECTORS["3 leaves"]
LOCKED = signed(
    AZURE.signing_key, BATTLE, "azure", 1, BEFORE_FIRST, {}, (LockPart(step=2, leaves=tuple(LEAVES["leaves"])),)
)


def test_one_spelling_and_its_digest() -> None:
    told = VECTORS["1 canonical and digest"]
    assert canonical(told["value"]).decode() == told["bytes"]
    assert digest("battle", "tavira", 7).hex() == told["digest of kind 'battle'"]


def test_what_follows_from_the_seed_of_a_seat() -> None:
    told = VECTORS["2 seat"]
    assert AZURE.verify_key.encode().hex() == told["verify key"]
    assert AZURE.tip().hex() == told["tip of a chain of 16"]
    assert AZURE.link(2).hex() == told["draw 2"]
    assert link_before(BATTLE, "azure", AZURE.link(2)).hex() == told["before draw 2"]


def test_salts_leaves_and_words() -> None:
    assert [AZURE.salt(2, place) for place in range(2)] == LEAVES["salts"]
    found = [leaf(BATTLE, "azure", 2, n, AZURE.salt(2, n), *order) for n, order in enumerate(LEAVES["orders"])]
    assert found == LEAVES["leaves"]
    assert three_words(digest("lock", found)) == LEAVES["words"]


def test_a_message_its_digest_and_its_text() -> None:
    told = VECTORS["4 message"]
    assert LOCKED.body.decode() == told["body"]
    assert LOCKED.digest == told["digest"]
    assert LOCKED.text("azure 1") == told["text"]
    (frame,) = frames(told["text"])
    assert checked(*frame, BATTLE, {"azure": AZURE.verify_key}) == LOCKED


def test_the_seed_of_a_step_and_its_dice() -> None:
    told = VECTORS["5 dice"]
    links = {"azure": AZURE.link(2).hex(), "amber": AMBER.link(2).hex()}
    assert links == told["draws"]
    seed = step_seed(BATTLE, 2, [LOCKED.digest], links)
    assert seed == told["seed"]
    assert list(seeded_dice(seed)(told["label"], 3, 6)) == told["3d6"]
    assert list(seeded_dice(seed)("T1.4/fire/lancet", 2, 20)) == told["2d20"]
