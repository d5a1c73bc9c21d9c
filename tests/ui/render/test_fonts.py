"""Names in any script: from our own font, else from one of the system's, else said to be none here."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pygame
import pytest
from pygame import Surface

from game.pages.fonts import FILES
from game.ui.render import fonts, text

LATIN, CYRILLIC, HEBREW, ARABIC, HAN = "Ägir Łódź", "Тихоокеанский", "שלום", "سفينة", "戦艦大和"


class Covering:
    """Stands for a font of the system that has some letters."""

    def __init__(self, letters: str) -> None:
        self.letters = letters

    def get_metrics(self, letter: str) -> list[tuple[int, ...] | None]:
        return [(0, 1, 0, 1) if letter in self.letters else None]


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Yield a system with two fonts: one of Hebrew and Arabic, one of Chinese characters alone."""
    caches = (fonts.font_of, fonts.runs, text._width, text._glyphs)
    for cached in caches:
        cached.cache_clear()
    own = str(FILES / "SourceSansPro-Regular.ttf")
    monkeypatch.setattr(fonts, "_probes", lambda: ((own, Covering(HEBREW + ARABIC)), (f"{own}#2", Covering("戦"))))
    yield
    for cached in caches:
        cached.cache_clear()


def test_our_own_font_writes_what_it_has(system: None) -> None:
    for words in ("Lancet", LATIN, CYRILLIC, "Ελλάς −2 → “6”"):
        assert fonts.runs(words) == ((words, fonts.OWN, ""),) and not fonts.lacking([words])


def test_a_system_font_writes_what_ours_lacks(system: None) -> None:
    pieces = fonts.runs(f"Red {ARABIC} 7")
    assert [piece[0] for piece in pieces] == ["Red ", ARABIC, " 7"]
    assert [bool(path) for _, path, _ in pieces] == [False, True, False]
    assert pieces[1][2] == "Arab" and fonts.runs(HEBREW)[0][2] == "Hebr", "they run from right to left"


def test_letters_that_no_font_has_are_told_in_one_sentence(system: None) -> None:
    assert fonts.lacking(["Lancet", HAN, ARABIC, HAN]) == [HAN]
    assert HAN in fonts.lacking_words(["Lancet", HAN]) and fonts.lacking_words(["Lancet", CYRILLIC]) == ""
    assert "and 2 more" in fonts.lacking_words([f"{n}和" for n in range(5)])


def test_a_mixed_line_is_as_wide_as_its_pieces_and_is_drawn(system: None) -> None:
    words = f"Red {HEBREW} 7"
    whole = sum(text.width(piece, 20) for piece, _, _ in fonts.runs(words))
    assert text.width(words, 20) == pytest.approx(whole, abs=1)
    dst = Surface((400, 60), pygame.SRCALPHA)
    box = text.text(dst, words, (10, 30), 20, (255, 255, 255), "s", "midleft")
    inked = np.nonzero(pygame.surfarray.array_alpha(dst).max(axis=1) > 100)[0]
    assert box.left <= inked[0] and inked[-1] <= box.right + 1


def test_letters_that_join_are_not_set_apart(system: None) -> None:
    assert text.width(ARABIC, 13, "b", track=1.4) == pytest.approx(text.width(ARABIC, 13, "b"), abs=0.5)
    assert text.width(CYRILLIC, 13, "b", track=1.4) > text.width(CYRILLIC, 13, "b")


def test_letters_are_told_before_any_window_is_open() -> None:
    """`check` asks without having started anything of pygame."""
    pygame.font.quit()
    fonts.font_of.cache_clear()
    try:
        assert fonts.font_of("й") == fonts.OWN and pygame.font.get_init()
    finally:
        pygame.font.init()
        fonts.font.cache_clear()
