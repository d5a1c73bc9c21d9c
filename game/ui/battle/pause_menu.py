"""Plates over the battle screen: the menu, and the end of the battle; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.board.boards import board_of
from game.core.names import join_words, number, score_words, sentence
from game.core.orders import Id, Order
from game.seating.outcomes import ships_left
from game.ui.account.screen import AccountPage
from game.ui.host.screen import Answer, Pop, Push
from game.ui.render.backdrop import veil
from game.ui.render.hulls import badge_sprite
from game.ui.render.shapes import box, paste
from game.ui.render.theme import theme
from game.ui.session.battle_context import BattleContext
from game.ui.toolkit.blocks import WordRow
from game.ui.toolkit.column import Column
from game.ui.toolkit.page import Page
from game.ui.toolkit.widgets import Button, Widget

LOWEST = 0.6  # least factor by which rows are lowered


def account_page(context: BattleContext) -> Push:
    """Return the account as the side may know it now."""
    return Push(AccountPage(context.shown.view))


def keep_page(context: BattleContext) -> Push:
    """Return the page that keeps the surviving ships of a side as a fleet."""
    from game.ui.account.keep_page import KeepPage

    return Push(KeepPage(context.battle))


def replay_page(context: BattleContext) -> Answer:
    """Return the replay as the side may know it."""
    return Push(context.replay(context.flow.match, context.flow.seat)) if context.replay else None


def print_page(context: BattleContext) -> Push:
    """Return the page that prints the sheets of the ships that the side knows, its own first, as built or as they are
    now."""
    from game.paper.sources import Printing, battle_to_print
    from game.ui.paper.screen import PrintScreen

    title = context.battle.title or "Ships"

    def printing(as_now: bool) -> Printing:
        return Printing(title, battle_to_print(context.shown.view, "", as_now))

    view = context.shown.view
    own = view.state.sides[view.side].name if view.side in view.state.sides else ""
    return Push(PrintScreen((("as built", partial(printing, False)), ("as now", partial(printing, True))), own))


def film_page(context: BattleContext) -> Answer:
    """Return the page that writes the replay as a film."""
    return Push(context.film(context.battle, context.flow.seat)) if context.film else None


class LowColumn(Column):
    """A column with its rows lowered by a factor, so that all fit in a low window."""

    def __init__(self, area: Rect, share: float) -> None:
        super().__init__(area)
        self.share = share

    def row(self, high: float, gap: float = 0) -> Rect:
        return super().row(high * self.share, gap * self.share)


class PausePlate(Page):
    """A column on a plate in the middle, with the battle dimmed behind it."""

    wide, pad = 460, 28  # design pixels

    def __init__(self, context: BattleContext) -> None:
        super().__init__()
        self.context = context
        self.frame = Rect(0, 0, 1, 1)

    def fill(self, column: Column) -> None: ...

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        px = theme.px
        # the page may be open before the battle is first drawn
        theme.backdrop = board_of(self.context.shown.view.state.table).look.backdrop
        wide = min(px(self.wide), area.w - px(32))
        column = Column(Rect(0, 0, wide - 2 * px(self.pad), area.h))
        self.fill(column)  # pages fill a whole column; if it is too high, a lower one
        room = area.h - 2 * px(self.pad) - px(8)
        if column.y > room:
            column = LowColumn(column.area, max(LOWEST, room / column.y))
            self.fill(column)
        self.frame = Rect(0, 0, wide, column.y + 2 * px(self.pad) - px(10))
        self.frame.center = area.center
        for widget in column.widgets:
            widget.rect.move_ip(self.frame.x + px(self.pad), self.frame.y + px(self.pad))
        return column.widgets

    def paint(self, dst: Surface) -> None:
        self.context.screen.draw_plain(dst)
        paste(dst, veil(dst.get_size()), (0, 0))
        p = theme.palette
        box(dst, self.frame, p.panel, 10, 255, p.edge)


class Pause(PausePlate):
    """The menu of a battle."""

    subject = "table/saving"

    def __init__(self, context: BattleContext) -> None:
        super().__init__(context)
        self.words: dict[str, Order] = {}  # the side's one-word orders, by the labels of their buttons
        self.sure = ""  # the word whose button was pressed once

    def fill(self, column: Column) -> None:
        """Add the rows. Resume comes first and has the focus."""
        p, context = theme.palette, self.context
        state = context.battle.state
        column.add(WordRow(column.row(30, 4), [(context.battle.title or "Battle", p.white, "b")], size=24))
        trouble = context.trouble()
        column.paragraph(
            trouble or "Every order is on disk as soon as it is given.", p.red if trouble else p.muted, after=14
        )
        cap, fault, word = context.keys.cap, context.flow.undo_fault(), context.battle.system.turn_word
        self._button(column, "Back to the battle", "resume", kind="main", cap="Esc")
        why = fault.why if fault else ""
        self._button(column, "Take the last order back", "undo", cap=cap("undo"), why=why, rule="table/undo")
        for side in context.flow.others() if context.battle.phase.secret else ():
            label = f"Give the seat to {state.sides[side].name}"
            self._button(column, label, "hand over", cap=cap("hand over"), rule="table/curtain")
        for title, order in context.model.view.words():
            sure = self.sure == title
            label, note = ("Press again to be sure", title.lower()) if sure else (title, "asks once more")
            self._button(column, label, title, note=note, name=title)
            for risk in context.model.view.risks(order) if sure else ():
                column.paragraph(sentence(risk.words), p.red, 15)
            self.words[title] = order
        for title, phases in context.model.view.words_elsewhere().items() if not state.outcome else ():
            self._button(column, title, title, why=f"in the phase {join_words(phases, 'or')}, when it is your turn")
        if state.outcome:
            self._button(column, "How it ended", "ending", note="who won, and why")
        self._button(
            column, "Account", "account", cap=cap("account"), rule="table/account", note=f"by ship, {word}, weapon"
        )
        if context.replay:
            self._button(column, "Replay", "replay", cap=cap("replay"), rule="table/replay", note=f"{word} by {word}")
        self._button(column, "Sheets on paper", "print", cap=cap("print"), rule="table/paper", note="PDF, SVG")
        self._button(column, "Keys", "help", cap=cap("help"), rule="table/keys")
        if context.settings:
            self._button(column, "Settings", "settings", rule="table/settings", note="scale, speed, sound")
        if context.leave:
            self._button(column, "Save and leave", "leave", rule="table/saving", note=context.leads)

    def _button(self, column: Column, label: str, word: str, *, why: str = "", **named: str) -> None:
        """Add a row of the menu. If it is refused, the reason is shown below its label."""
        press = partial(self._say, word)
        place = column.row(46 if why else 42, 8)
        column.add(Button(place, label, on_press=press, refused=why, sub=why, **named))  # type: ignore[arg-type]

    def _say(self, word: str) -> None:
        if word in self.words:
            self._give(word)
        elif word == "settings" and self.context.settings:
            self.answer = Push(self.context.settings())
        elif word == "account":
            self.answer = account_page(self.context)
        elif word == "replay":
            self.answer = replay_page(self.context)
        elif word == "print":
            self.answer = print_page(self.context)
        elif word == "help":
            from game.ui.keys.list_page import KeyList

            self.answer = Push(KeyList(self.context.keys))
        else:
            self.answer = Pop(word if word != "resume" else None)

    def _give(self, word: str) -> None:
        """Give an order that cannot be taken back, at the second press only."""
        if self.sure != word:
            self.sure = word
            self.relay()
        elif self.context.screen.give(self.words[word]):
            self.answer = Pop()

    def key(self, event: Event) -> bool:
        """Press the row with this key, whatever keys the player has chosen."""
        cap = self.context.keys.cap(self.context.keys.action(event))
        for one in self.focus.widgets if cap else ():
            if isinstance(one, Button) and one.cap == cap and one.enabled and cap != "Esc":
                one.press()
                return True
        return super().key(event)

    def enter(self) -> bool:
        self.answer = Pop()
        return True


class AfterBattle(NamedTuple):
    """A button of the page at the end of a battle: the word for the battle screen, its key, and where it is shown."""

    word: str
    label: str
    cap: str
    hint: str
    there: Callable[[BattleContext], bool] = lambda context: True


AFTERWARDS = (  # buttons in order, two in a row
    AfterBattle("account", "Account", "A",
                "What each ship dealt and took, by {turn}, by weapon; and how lucky the dice were."),
    AfterBattle("replay", "Replay", "P", "The whole battle once more, {turn} by {turn}.",
                lambda context: context.replay is not None),
    AfterBattle("film", "Film", "V", "Write it as a film: a page for a browser, or a moving picture.",
                lambda context: context.film is not None),
    AfterBattle("keep", "Keep the fleet", "K", "What is left of a side is kept as a fleet, for the next battle."),
    AfterBattle("rematch", "Rematch", "R", "The same start, other dice.", lambda context: context.rematch is not None),
    AfterBattle("rematch swapped", "Rematch, sides swapped", "S",
                "The same start, other dice, and the players change sides.",
                lambda context: context.rematch is not None),
)  # fmt: skip


class Ending(PausePlate):
    """The winner, the reason, and the score of each side."""

    wide = 560

    def fill(self, column: Column) -> None:
        p, state = theme.palette, self.context.battle.state
        ended = state.outcome
        if ended is None:
            return
        self.subject = ended.rule
        winner, word = state.sides.get(ended.winner), self.context.battle.system.turn_word
        colour = theme.seat(winner.seat) if winner else p.white
        column.add(
            WordRow(column.row(44, 4), [(f"{winner.name} wins" if winner else "Nobody wins", colour, "b")], size=38)
        )
        lengths = [f"{turns} {word}{'s' * (state.turn != 1)}" for turns in (state.turn, number(state.turn))]
        after = "" if any(one in ended.why for one in lengths) else f", after {lengths[0]}"
        column.paragraph(f"{ended.why[:1].upper()}{ended.why[1:]}{after}.", p.text, 17, ended.rule, 14)
        scores = dict(ended.scores)
        for side in state.sides.values():
            column.add(SideLine(column.row(44, 6), self.context, side.id, scores.get(side.id)))
        column.space(10)
        column.add(
            Button(
                column.row(48, 8),
                "Look back",
                on_press=lambda: self._say("earlier"),
                kind="main",
                cap="Enter",
                sub="step through every order with the log",
            )
        )
        shown = [one for one in AFTERWARDS if one.there(self.context)]
        for place, one in column.grid(shown, 2, 42, 8, 8):
            press = partial(self._say, one.word)
            column.add(
                Button(
                    place,
                    one.label,
                    on_press=press,
                    cap=one.cap,
                    key=pygame.key.key_code(one.cap),
                    hint=one.hint.format(turn=word),
                )
            )
        if self.context.leave:
            column.add(
                Button(
                    column.row(42, 8), "Save and leave", on_press=lambda: self._say("leave"), note=self.context.leads
                )
            )

    def _say(self, word: str) -> None:
        make = {"account": account_page, "replay": replay_page, "film": film_page, "keep": keep_page}.get(word)
        self.answer = make(self.context) if make else Pop(word)

    def enter(self) -> bool:
        """Show the past."""
        self._say("earlier")
        return True

    def back(self) -> Answer:
        """Show the board."""
        return Pop()


class SideLine(WordRow):
    """A side with its ships (lost ones as wrecks) and its score."""

    def __init__(self, rect: Rect, context: BattleContext, side: Id, score: float | None) -> None:
        state = context.battle.state
        ships = [ship for ship in state.ships.values() if ship.side == side]
        colour = theme.seat(state.sides[side].seat)
        view = context.battle.view(None)
        sheets = [view.sheet(ship.id) for ship in ships]
        gone = [not (ship.in_play or sheet.coming) for ship, sheet in zip(ships, sheets)]
        super().__init__(
            rect,
            [(state.sides[side].name, colour, "s"), (ships_left(view, side), theme.palette.muted, "r")],
            "" if score is None else f"score {score_words(score)}",
            gap=12,
        )
        self.glyphs = [(sheet.glyph, lost) for sheet, lost in zip(sheets, gone)]
        self.ink = colour

    def draw(self, dst: Surface) -> None:
        whole = self.rect
        self.rect = Rect(whole.x, whole.y, whole.w, theme.px(20))
        super().draw(dst)
        self.rect = whole
        step = min(theme.px(30), whole.w / max(1, len(self.glyphs)))
        for n, (glyph, wreck) in enumerate(self.glyphs):
            picture = badge_sprite(glyph, self.ink, 11, wreck)
            paste(
                dst,
                picture,
                (
                    whole.x + n * step + theme.px(12) - picture.get_width() / 2,
                    whole.bottom - theme.px(12) - picture.get_height() / 2,
                ),
            )
