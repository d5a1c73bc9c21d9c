"""Every part of the battle screen by itself: built from a context, with no screen round it; and that the screen binds
them."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from pygame import Rect, Surface
from pygame.event import Event

from game.core.events import Event as Told
from game.core.orders import Order
from game.seating.outcomes import Act
from game.ui.battle.actions import Actions
from game.ui.battle.board_input import BattleInput
from game.ui.battle.panels.bottom_panel import BottomContext, BottomPanel
from game.ui.battle.panels.panels import BattlePanels
from game.ui.battle.pause_menu import Ending, Pause
from game.ui.battle.screen import BattleScreen
from game.ui.battle.turn_flow import TurnFlow
from game.ui.host.preferences import preferences
from game.ui.host.screen import Pop, Push
from game.ui.playback.animation import Animation, PlayerBar
from game.ui.session.battle_context import BattleContext
from game.ui.session.board_context import arranged
from game.ui.session.commands import Commands
from game.ui.session.history_view import Past
from game.ui.toolkit.value_fields import Tabs
from game.ui.toolkit.widgets import Button
from tests.support.ui.part_samples import Asked, asks_of, battle_context, screen_of

pytestmark = pytest.mark.usefixtures("still")


def foot_of(context: BattleContext) -> BottomPanel:
    asked = Asked()
    open_, moment, changed, left = map(asked.noting, ("open", "moment", "changed", "left"))
    does = BottomContext(open_, moment, changed, left)
    return BottomPanel(does, lambda: context.own)


def turns_of(context: BattleContext) -> TurnFlow:
    """Return a turn flow with its callbacks in the context, as the screen sets them."""
    turn_flow = TurnFlow(context, foot_of(context))
    screen = screen_of(context)
    screen.give, screen.measure = turn_flow.give, turn_flow.measure
    return turn_flow


def commands_of(context: BattleContext) -> Actions:
    turn_flow = turns_of(context)
    pointer = BattleInput(context, turn_flow.animation)
    made = Actions(context, pointer, turn_flow)
    screen = screen_of(context)
    screen.do, screen.choose, screen.click = made.do, made.choose, made.click
    screen.drop, screen.keep, screen.keep_in_view = pointer.drop, pointer.keep, pointer.keep_in_view
    return made


def panels_of(context: BattleContext) -> BattlePanels:
    made = commands_of(context)
    return BattlePanels(context, made.bottom_panel, made.aiming, made.writing, made.turn_flow, lambda: False)


def read(context: BattleContext, text: str) -> Order:
    return context.battle.read(context.model.chosen, text)


# -- the context itself ------------------------------------------------------------------------------------------------


def test_what_is_told_is_a_sentence_and_wants_a_new_layout() -> None:
    context = battle_context()
    context.stale = False
    context.tell("no such order", "table/plotting")
    assert (context.note, context.note_rule, context.stale) == ("No such order.", "table/plotting", True)


def test_the_desk_that_is_shown_is_that_of_the_past_while_it_is_looked_at() -> None:
    context = battle_context("fire")
    past = Past(context.flow, 0)
    context.past = past
    assert context.shown is not context.model and context.shown.view.state.phase < context.model.view.state.phase
    context.past = None
    assert context.shown is context.model


# -- the input on the board --------------------------------------------------------------------------------------------


def hand_of(context: BattleContext, asked: Asked) -> BattleInput:
    """Return the input on a board of 600 by 400 pixels on which every ship is seen."""
    screen = screen_of(context)
    screen.give, screen.measure = asked.noting("give", True), asked.noting("measure")
    screen.choose, screen.click = asked.noting("choose"), asked.noting("click")
    pointer = BattleInput(context, Animation(foot_of(context).thrown.tray))
    pointer.board.draw(Surface((600, 400)), context.scene, 0.0)
    pointer.board.fit(None, everything=True)
    pointer.board.draw(Surface((600, 400)), context.scene, 10_000.0)
    return pointer


def pixel(context: BattleContext, key: str) -> tuple[int, int]:
    x, y = context.board.camera.xy(context.model.view.state.ships[key].at)
    return round(x), round(y)


def test_a_click_on_the_board_names_the_ship_that_lies_there() -> None:
    context, asked = battle_context(), Asked()
    pointer, at = hand_of(context, asked), pixel(context, "vesper")
    pointer.handle(Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
    pointer.handle(Event(pygame.MOUSEBUTTONUP, pos=at, button=1))
    assert asked.calls[-1] == ("click", "vesper")
    screen_of(context).covers = lambda: [Rect(0, 0, 600, 400)]
    pointer.handle(Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
    pointer.handle(Event(pygame.MOUSEBUTTONUP, pos=at, button=1))
    assert asked.names.count("click") == 1, "a widget lies over it"


def test_plotting_keys_take_the_ship_in_hand_and_accept_seals_its_order() -> None:
    context, asked = battle_context(), Asked()
    pointer = hand_of(context, asked)
    pointer.nudge(-1, 0)
    assert pointer.drag.active and str(context.model.drafts["lancet"]) == "P1"
    assert pointer.accept()
    assert asked.calls[-1] == ("give", read(context, "P1")), "what is written in secret is given at once"
    pointer.nudge(0, 1)
    assert pointer.drop() and not pointer.drag.active
    assert str(context.model.drafts["lancet"]) == "P1", "nobody took it in this test: it is in hand as before"


def test_nothing_is_plotted_in_the_past() -> None:
    context, asked = battle_context(), Asked()
    pointer = hand_of(context, asked)
    assert pointer.may_plot("lancet") and not pointer.may_plot("vesper")
    context.past = Past(context.flow, 0)
    assert not pointer.may_plot("lancet")
    pointer.nudge(1, 0)
    assert not pointer.drag.active


# -- the turn flow -----------------------------------------------------------------------------------------------------


def test_the_turn_flow_gives_an_order_and_forgets_what_was_told() -> None:
    context = battle_context()
    turn_flow, before = turns_of(context), len(context.battle.records)
    context.note = "Something was told."
    assert turn_flow.give(read(context, "P1+1"))
    assert [str(record.order) for record in context.battle.records[before:]] == ["P1+1"]
    assert context.note == "" and context.model.view.state.sealed["lancet"] is not None
    assert context.model.waiting == ("halyard",)


def test_the_turn_flow_tells_why_an_order_is_refused() -> None:
    context = battle_context()
    turn_flow, before = turns_of(context), len(context.battle.records)
    assert not turn_flow.give(read(context, "P9"))
    assert context.note.endswith(".") and len(context.battle.records) == before


def test_the_turn_flow_shows_what_was_rolled_before_anybody_is_asked_again() -> None:
    context = battle_context("fire")
    turn_flow = turns_of(context)
    volley = context.model.view.volley("lancet", "vesper")
    assert volley is not None and turn_flow.give(volley)
    assert turn_flow.playing and turn_flow.main.command == "skip" and context.model.prompt is None
    turn_flow.animation.skip_all()
    turn_flow.all_shown()
    assert context.flow.result is not None and context.model.chosen == "lancet", "a result waits for a word"
    assert not turn_flow.playing and turn_flow.phase_shown == turn_flow.context.flow.result.events[0].phase


def test_what_is_pressed_while_others_act_waits_for_the_seat() -> None:
    context = battle_context("fire")
    turn_flow = turns_of(context)
    volley = context.model.view.volley("lancet", "vesper")
    assert not turn_flow.keeps("target"), "somebody is asked"
    assert volley is not None and turn_flow.give(volley)
    assert turn_flow.keeps("target") and turn_flow.pressed == [("azure", "target")]
    assert not turn_flow.keeps("help"), "what is no part of an order is done at once"


# -- commands ----------------------------------------------------------------------------------------------------------


def test_commands_switch_what_the_board_shows() -> None:
    context = battle_context()
    made = commands_of(context)
    assert "arcs" in context.tools
    made.do("arcs")
    assert "arcs" not in context.tools and context.stale
    made.do("threat")
    assert "threat" in context.tools
    made.do("ruler")
    assert context.ruling and context.own.ruler is not None, "it begins at the ship in hand"


def test_commands_choose_the_next_ship_that_needs_an_order() -> None:
    context = battle_context()
    made = commands_of(context)
    made.do("next")
    assert context.model.chosen == "halyard"
    made.do("next")
    assert context.model.chosen == "lancet"
    made.click("vesper")
    assert context.model.target == "vesper" and context.model.chosen == "lancet", "an enemy becomes the target"
    made.do("back")
    assert context.model.target == ""
    made.do("back")
    assert isinstance(context.answer, Push) and isinstance(context.answer.screen, Pause)


def test_commands_take_the_last_order_back() -> None:
    context = battle_context()
    made = commands_of(context)
    assert context.screen.give(read(context, "P1"))
    made.do("undo")
    assert context.note == "Taken back: Lancet, P1." and "lancet" not in context.model.view.state.sealed
    made.do("undo")
    assert context.note.startswith("Cannot be taken back:")


# -- plates over the battle --------------------------------------------------------------------------------------------


def buttons(page: Pause | Ending) -> dict[str, Button]:
    found = page.lay_out(Rect(0, 0, 1280, 800))
    return {widget.label: widget for widget in found if isinstance(widget, Button)}


def test_the_menu_says_what_can_be_done_and_what_the_battle_beneath_hears() -> None:
    context, asked = battle_context(), Asked()
    screen_of(context).draw_plain = asked.noting("draw")
    menu = Pause(context)
    found = buttons(menu)
    assert "Save and leave" not in found and "Settings" not in found, "nobody has said what they lead to"
    assert not found["Take the last order back"].enabled
    menu.draw(Surface((640, 480)))
    assert asked.names == ["draw"], "the battle is seen behind it"
    context.leave = lambda: None
    buttons(menu)["Save and leave"].press()
    assert isinstance(menu.answer, Pop) and menu.answer.word == "leave"


def test_the_keys_that_stand_on_rows_of_the_menu_press_them() -> None:
    for cap, name in (("F8", "AccountPage"), ("F2", "KeyList")):
        context = battle_context()
        screen_of(context).draw_plain = Asked().noting("draw")
        menu = Pause(context)
        menu.draw(Surface((640, 480)))
        assert cap in {one.cap for one in buttons(menu).values()}
        answer = menu.handle(Event(pygame.KEYDOWN, key=getattr(pygame, f"K_{cap}"), mod=0, unicode=""))
        assert isinstance(answer, Push) and type(answer.screen).__name__ == name
    assert not buttons(menu)["Take the last order back"].enabled
    assert menu.handle(Event(pygame.KEYDOWN, key=pygame.K_u, mod=0, unicode="u")) is None, (
        "a row that is refused is not pressed"
    )


def test_a_reason_that_a_row_shows_is_not_in_its_hint_too() -> None:
    menu = Pause(battle_context())
    undo = buttons(menu)["Take the last order back"]
    assert not undo.enabled and undo.why_not and not undo.reason_to_hint
    undo.rect.w //= 4
    assert undo.reason_to_hint == undo.why_not, "it is cut on the row"


def test_an_order_in_one_word_is_given_at_the_second_press() -> None:
    context, asked = battle_context(), Asked()
    screen_of(context).give = asked.noting("give", True)
    menu = Pause(context)
    title, order = context.model.view.words()[0]
    buttons(menu)[title].press()
    assert not asked.calls and menu.answer is None
    buttons(menu)["Press again to be sure"].press()
    assert asked.calls == [("give", order)] and isinstance(menu.answer, Pop)


def test_the_end_names_the_winner_and_leads_to_the_log() -> None:
    context = battle_context()
    turns = turns_of(context)
    for _, order in context.model.view.words():
        turns.give(order)
        break
    assert context.battle.state.outcome is not None
    page = Ending(context)
    widgets = page.lay_out(Rect(0, 0, 1280, 800))
    assert "Amber Pact wins" in {words[0] for widget in widgets for words in getattr(widget, "parts", ())}
    buttons(page)["Look back"].press()
    assert isinstance(page.answer, Pop) and page.answer.word == "earlier"


# -- the bar under what is played back ---------------------------------------------------------------------------------


def test_the_bar_of_what_is_played_is_there_only_while_ships_move() -> None:
    preferences.settings = preferences.settings.model_copy(update={"speed": 1.0})
    context = battle_context()
    animation = turns_of(context).animation
    bar = PlayerBar(lambda: None if context.past else animation.moving)
    pause = Event(pygame.KEYDOWN, key=pygame.K_p, mod=0)
    assert not animation.moving and not bar.handle(pause)
    way = Told("move", "", "Lancet moves", "lancet", path=((20.0, 20.0), (26.0, 20.0)), facings=(3, 3))
    shot = Told("fire", "", "", "lancet", "vesper", line=((20.0, 20.0), (40.0, 20.0)))
    animation.show([Act("fire", (shot,)), Act("move", (way,))], context.model.view, context.model.view)
    animation.tick(0.01)
    assert animation.act is not None and animation.act.kind == "fire" and not bar.handle(pause), (
        "a volley is over too soon"
    )
    animation.skip()
    animation.tick(0.01)
    animation.tick(0.01)
    assert bar.handle(pause) and animation.player is not None and animation.player.paused
    context.past = Past(context.flow, 0)
    assert not bar.handle(pause), "who looks at the past watches nothing"


# -- panels ------------------------------------------------------------------------------------------------------------


def test_the_panels_show_the_ships_the_main_button_and_the_form() -> None:
    context = battle_context()
    panels = panels_of(context)
    found = {widget.name: widget for widget in panels.lay_out(context.layout)}
    assert {"main", "ship lancet", "ship cinder", "notation", "tool arcs", "corner undo"} <= found.keys()
    main = found["main"]
    assert isinstance(main, Button) and main.label == panels.report.main.label
    found["ship halyard"].press()
    assert context.model.chosen == "halyard"


def test_a_switch_of_the_panels_asks_for_its_action() -> None:
    context, asked = battle_context(), Asked()
    panels = panels_of(context)
    screen_of(context).do = asked.noting("do")
    found = {widget.name: widget for widget in panels.lay_out(context.layout)}
    found["tool range"].press()
    found["main"].press()
    assert asked.calls == [("do", "range"), ("do", "press")]


# -- the screen that owns them -----------------------------------------------------------------------------------------


def test_the_parts_ask_the_screen_that_made_them() -> None:
    screen = BattleScreen(battle_context().battle)
    asked: Commands = screen
    assert screen.context.screen is asked
    assert [name for name in asks_of(Commands) if not hasattr(screen, name)] == []


def test_the_name_of_the_odds_gives_way_to_the_pace_of_the_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    context = battle_context()
    panel = foot_of(context)
    monkeypatch.setattr(BottomPanel, "deep", True)
    monkeypatch.setattr(panel, "_odds_name", lambda model: "Odds: units of crew on Steadfast Oak")
    panel.tab = 1
    for wide in (600, 684, 1200):
        layout = replace(arranged((1280, 800), True), bottom_panel=Rect(164, 480, wide, 300))
        found = {one.name: one for one in panel.lay_out(layout, context.model)}
        tabs, pace = found["foot tabs"], found["pace"]
        assert isinstance(tabs, Tabs) and tabs.places()[-1].right < pace.rect.x, wide
        assert (tabs.names[2] == "Odds") == (wide < 1200)
