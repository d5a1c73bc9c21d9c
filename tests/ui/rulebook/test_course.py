"""Courses: a chapter played through, a club's own file, and files with mistakes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from pygame import Surface
from pygame.event import Event

from game.cli.commands import faults
from game.demonstrations.course import chapter_course, courses, read_course
from game.formats.user_folders import HOME, home
from game.formats.validation import BadFile
from game.rulebook.book import entry
from game.ui.host.screen import Pop, Push
from game.ui.pages.problem_page import Problems
from game.ui.rulebook.page import RulePage
from tests.support.ui.page_driver import faults as wrong
from tests.support.ui.page_driver import plain, read

OWN = "title: An evening of turning\nabout: For old hands.\ncourse: [full-thrust-base/2.2, threshold_check]\n"
SIZE = (1280, 800)


@pytest.fixture(autouse=True)
def usual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(HOME, str(tmp_path))
    with plain():
        yield


def key(code: int) -> Event:
    return Event(pygame.KEYDOWN, key=code, mod=0, unicode="")


def written(name: str, text: str) -> Path:
    path = home() / "courses" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_a_chapter_has_every_page_of_its_number_that_has_a_demonstration() -> None:
    stops = [stop.page.address for stop in chapter_course(entry("full-thrust-base/5.3")).stops]
    assert {"full-thrust-base/5.2", "full-thrust-base/5.3", "full-thrust-base/5.3/batched"} <= {*stops}
    assert all(one.startswith("full-thrust-base/5") for one in stops) and len(stops) == len({*stops})


def test_the_chapter_of_a_page_without_a_number_is_its_book() -> None:
    stops = [stop.page.address for stop in chapter_course(entry("manoeuvres/corkscrew")).stops]
    assert "manoeuvres/roll" in stops and all(one.split("/")[0] == "manoeuvres" for one in stops)
    assert chapter_course(entry("table/menu")).stops


def test_a_chapter_is_played_to_its_end_with_what_is_to_come_in_view() -> None:
    page, window = RulePage("full-thrust-base/5.5"), Surface(SIZE)
    page.draw(window)
    page.handle(key(pygame.K_p))
    assert page.course and page.moving
    seen, count = [page.page.address], len(page.course.stops)
    listed = " ".join(one.string for one in read(page, SIZE))
    assert f"stop {page.stop + 1} of {count}" in listed
    for _ in range(20_000):
        page.tick(0.5)
        if page.page.address != seen[-1]:
            seen.append(page.page.address)
            assert wrong(read(page, SIZE), SIZE) == []
        if not page.moving:
            break
    assert seen == [stop.page.address for stop in page.course.stops][-len(seen) :] and page.stop == count - 1
    page.handle(key(pygame.K_PAGEUP))
    assert page.stop == count - 2
    assert page.handle(key(pygame.K_ESCAPE)) is None and page.course is None, "the first Esc leaves the course"
    assert isinstance(page.handle(key(pygame.K_ESCAPE)), Pop)


def test_a_club_s_course_is_offered_checked_and_played() -> None:
    path = written("evening.yaml", OWN)
    assert faults(path) == []
    page, window = RulePage("full-thrust-base"), Surface((1280, 6000))
    page.draw(window)
    offered = next(w for w in page.focus.widgets if w.name == "An evening of turning")
    offered.press()
    assert page.course and page.page.address == "full-thrust-base/2.2"
    page.draw(window)
    next(w for w in page.focus.widgets if w.name == "stop 2").press()
    assert page.page.address == "full-thrust-base/5.3"
    assert page.figure.entries[page.figure.index].name == "threshold_check"


def test_a_course_with_mistakes_tells_all_of_them_at_their_places() -> None:
    path = written("bad.yaml", "title: Bad\ncourse: [full-thrust-base/2.99, threshold_chek, 7]\n")
    with pytest.raises(BadFile):
        read_course(path)
    said = "\n".join(faults(path))
    assert "2.99" in said and "threshold_chek" in said and "bad.yaml:2:10" in said
    assert any(isinstance(one, BadFile) for one in courses())
    page = RulePage("full-thrust-base")
    page.draw(Surface((1280, 6000)))
    bad = next(w for w in page.focus.widgets if w.name == "A course with mistakes")
    page.handle(Event(pygame.MOUSEBUTTONDOWN, pos=bad.rect.center, button=1))
    answer = page.handle(Event(pygame.MOUSEBUTTONUP, pos=bad.rect.center, button=1))
    assert isinstance(answer, Push) and isinstance(answer.screen, Problems)


def test_the_heading_of_courses_is_aligned_with_the_search() -> None:
    written("evening.yaml", "title: Club evening\nstops: [{rule: full-thrust-base/5.5}]\n")
    page = RulePage("full-thrust-base/5.5")
    page.draw(Surface((1280, 2400)))
    heading = next(one for one in page.contents.widgets if getattr(one, "words", "") == "Courses")
    field = next(one for one in page.focus.widgets if one.name == "search")
    assert heading.rect.x == field.rect.x
