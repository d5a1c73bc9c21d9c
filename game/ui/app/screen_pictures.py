"""The screens shown on pages of the rule book, each in the midst of use and without any of the player's own files."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.formats.user_folders import SCENARIOS, home, saves_folder
from game.ui.app.battle_pictures import SHOWN, TABLES, firing, fought, open_scenario
from game.ui.app.workshop_pictures import GAME, WORKSHOPS
from game.ui.host.pictures import at_rest
from game.ui.host.preferences import preferences
from game.ui.host.screen import Screen
from game.ui.menu.host import Host
from game.ui.menu.screen import Menu


def menu(program: Host, scenario: str = "first_light") -> Menu:
    """Return the menu with a scenario chosen."""
    preferences.settings = preferences.settings.model_copy(update={"scenario": f"{GAME.key}/{scenario}"})
    return Menu(program)


def yours(program: Host) -> Screen:
    """Return the menu on the player's own scenarios, of which there is one."""
    shelf = home() / SCENARIOS
    shelf.mkdir(parents=True)
    (shelf / "raid.yaml").write_bytes((SHOWN / "own_scenario.yaml").read_bytes())
    return menu(program, "own/raid")


def players(program: Host) -> Screen:
    """Return the panel of a seat that a captain takes."""
    from game.ui.menu.player_panel import PlayerPanel

    page = menu(program)
    assert page.offer
    at_rest(page)
    side = page.offer.sides[-1]
    page.seat_player(side, "captain")
    return PlayerPanel(page, side)


def house_rules() -> Screen:
    from game.ui.menu.house_rules_page import House, HousePage

    house = House(GAME)
    house.take("thresholds", "batched")
    house.take("half_velocity", "floor")
    return HousePage(house)


def settings() -> Screen:
    from game.formats.user_folders import Settings
    from game.ui.pages.settings_page import SettingsPage

    preferences.settings = Settings(scale=preferences.settings.scale, palette=preferences.settings.palette)
    return SettingsPage()


def keys() -> Screen:
    from game.ui.pages.keys_page import KeysPage

    return KeysPage()


def saves(program: Host) -> Screen:
    """Return the list of saves, with a battle under way and one that is over."""
    from game.battle.loader import load_start, new_save, play_saved

    over, going_on = load_start(SHOWN / "fought.yaml"), open_scenario("tavira_passage")
    for found, fight in ((over, partial(play_saved, over)), (going_on, partial(firing, going_on.battle))):
        recorder = new_save(found, saves_folder())
        fight()
        recorder.close()
    return program.open_page()


def problems() -> Screen:
    """Return the page of problems, with a design that cannot be read."""
    from game.formats.validation import BadFile, parse
    from game.ui.pages.problem_page import Problems

    try:
        parse((SHOWN / "bad_design.yaml").read_text(encoding="utf-8"), GAME.files.design, "lancet.yaml")
    except BadFile as bad:
        return Problems(bad)
    raise AssertionError("the file is taken")


def account() -> Screen:
    from game.ui.account.screen import AccountPage

    return AccountPage(fought().view(None))


def keep() -> Screen:
    from game.ui.account.keep_page import KeepPage

    return KeepPage(fought())


def lesson() -> Screen:
    """Return the first lesson at the step that asks for a turn and more speed."""
    from game.battle.loader import load_start
    from game.lessons.catalogue import lesson_file
    from game.lessons.lesson import Lesson
    from game.ui.lessons.screen import LessonScreen

    screen = LessonScreen(Lesson(load_start(lesson_file(GAME))))
    for _ in range(3):
        screen.act("skip")
    return screen


def replay() -> Screen:
    from game.demonstrations.reel import reel_of
    from game.ui.replay.screen import ReplayScreen

    screen = ReplayScreen(reel_of(fought(), None), playing=False)
    screen.player.jump(len(screen.reel.steps) // 2)
    return screen


def paper() -> Screen:
    from game.paper.sources import Printing, battle_to_print
    from game.ui.paper.screen import PrintScreen

    view = open_scenario("tavira_passage").battle.view(None)
    return PrintScreen((("as built", lambda: Printing("Tavira", battle_to_print(view, ""))),))


HOSTED: dict[str, Callable[[Host], Screen]] = {  # screens made without the main program
    "menu": menu, "menu-yours": yours, "menu-players": players, "saves": saves,
}  # fmt: skip
PAGES: dict[str, Callable[[], Screen]] = {
    **TABLES, **WORKSHOPS, "house-rules": house_rules, "settings": settings, "keys": keys, "problems": problems,
    "account": account, "keep": keep, "lesson": lesson, "replay": replay, "paper": paper,
}  # fmt: skip
NAMES = frozenset(HOSTED) | frozenset(PAGES)


def screen_of(name: str, program: Callable[[], Host]) -> Screen:
    """Return a screen by its name; `program` makes one that has no files. Raises KeyError."""
    return HOSTED[name](program()) if name in HOSTED else PAGES[name]()
