"""The fleet of one seat: its points and pieces, a card for each design with the names of its ships, and the random
fleet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import partial

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.battle.designs import OWN
from game.core.game_files import ShipDesign
from game.core.names import HUMAN, LONGEST_NAME
from game.fleets.fleet import list_price
from game.fleets.random_fleet import LARGEST_SEED, TASTES, Taste
from game.ui.fleets.buying.crew import crew_choice
from game.ui.fleets.buying.designs import RULE
from game.ui.fleets.buying.model import FleetsModel, SymbolCount
from game.ui.render.hulls import badge_sprite
from game.ui.render.lines import dashed_line
from game.ui.render.shapes import box, mark, stamp
from game.ui.render.text import fit_text, text, width
from game.ui.render.theme import Colour, mix, theme
from game.ui.shipyard.rows import symbol
from game.ui.shipyard.sheet import glyph_of_design
from game.ui.toolkit.column import Column, ColumnPane
from game.ui.toolkit.parts import key_width
from game.ui.toolkit.text_field import TextField
from game.ui.toolkit.value_fields import Segments, Stepper
from game.ui.toolkit.widgets import Button, CheckRow, Still, Widget

CARD, SIGN, LINE = 82, 30, 23  # design pixels: height of a card, of its signs, and of a further line of symbols
LEFT, RIGHT = 52, 12  # design pixels beside its words
CREW = 0.42  # part of the row of a ship's name for its crew
NAMES = (14, 13, 12)  # sizes of the names of its ships; the first that fits is used


@dataclass(eq=False)
class Spent(Still):
    """The points that a seat has spent of its limit, as figures and a bar with a part for each ship."""

    prices: Sequence[int]
    limit: int | None
    colour: Colour

    def draw(self, dst: Surface) -> None:
        """Draw the figures over the bar; beyond the limit it is hatched red."""
        p, px, r = theme.palette, theme.px, self.rect
        spent = sum(self.prices)
        at = text(dst, f"{spent:,}", (r.x, r.y + px(14)), 22, p.white, "b", "midleft")
        if self.limit is not None:
            text(dst, f"of {self.limit:,} points", (at.right + px(8), r.y + px(15)), 15, p.muted, "r", "midleft")
            left = self.limit - spent
            words, ink = (f"{left:,} left", p.green) if left >= 0 else (f"{-left:,} over", p.red)
            text(dst, words, (r.right, r.y + px(15)), 15, ink, "s", "midright")
        else:
            text(dst, "points, no limit", (at.right + px(8), r.y + px(15)), 15, p.muted, "r", "midleft")
        bar = Rect(r.x, r.bottom - px(10), r.w, px(9))
        box(dst, bar, p.well, 3, 255, p.line)
        whole = max(spent, self.limit or 0, 1)
        x = float(bar.x)
        for price in self.prices:
            wide = bar.w * price / whole
            inside = self.limit is None or x + wide <= bar.x + bar.w * self.limit / whole + 1
            dst.fill(self.colour if inside else p.red, (round(x), bar.y + 1, max(1, round(wide) - 1), bar.h - 2))
            x += wide


@dataclass(eq=False)
class DesignCard(Widget):
    """The ships of one design in a fleet. − and + change their number, a press opens their names, and Alt with an arrow
    moves the card."""

    design: ShipDesign
    _: KW_ONLY
    names: Sequence[str]
    with_crews: Sequence[str]  # the same with the crews that were bought, told where there is room
    prices: Sequence[int]
    symbols: Sequence[SymbolCount]
    thrust: str
    colour: Colour
    chosen: bool = False
    repriced: tuple[int, int] | None = None
    on_count: Callable[[int], object]
    on_move: Callable[[int], object]

    @property
    def count(self) -> int:
        return len(self.prices)

    def sign(self, by: int) -> Rect:
        """Return the part with − or +."""
        px, r = theme.px, self.rect
        right = r.right - px(78)
        x = right - px(SIGN) if by > 0 else right - px(2 * SIGN + 32)
        return Rect(x, r.y + px(8), px(SIGN), px(26))

    @property
    def tag(self) -> Rect:
        """The mark of a player's own design, not yet beside its names; without width on others."""
        px = theme.px
        return Rect(0, self.rect.y + px(35), px(44) * (self.design.fleet == OWN), px(16))

    def handle(self, event: Event) -> bool:
        """Change the number on − and +, on those of the keyboard, and on 1 to 9. Delete gives all back."""
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.pressed:
            by = next((by for by in (-1, 1) if self.sign(by).inflate(0, theme.px(8)).collidepoint(event.pos)), 0)
            if by:
                self.pressed = False
                self.on_count(self.count + by)
                return True
        if event.type == pygame.KEYDOWN and self.focused and not event.mod & pygame.KMOD_CTRL:
            sign = getattr(event, "unicode", "")
            if event.mod & pygame.KMOD_ALT and event.key in (pygame.K_UP, pygame.K_DOWN):
                self.on_move(1 if event.key == pygame.K_DOWN else -1)
                return True
            if event.key == pygame.K_DELETE or (sign and sign in "+-123456789"):
                counts = {"+": self.count + 1, "-": self.count - 1}
                self.on_count(0 if event.key == pygame.K_DELETE else counts.get(sign) or int(sign.strip("+-") or 0))
                return True
        return super().handle(event)

    def draw(self, dst: Surface) -> None:
        """Draw silhouette, names, count, sum, symbols and thrust."""
        p, px, r, one = theme.palette, theme.px, self.rect, self.design
        edge = p.yellow if self.repriced else theme.accent if self.chosen else p.line
        box(dst, r, p.raised if self.hover or self.chosen else p.panel, 6, 255, edge, 2 if self.chosen else 1)
        stamp(dst, badge_sprite(glyph_of_design(one), self.colour, 20), (r.x + px(26), r.centery - px(2)))
        left, right = r.x + px(LEFT), self.sign(-1).x - px(8)
        fit_text(dst, one.name, (left, r.y + px(20)), right - left, (17, 16, 15, 14), p.white, "s", "midleft")
        tag = self.tag
        room = r.right - px(92) - left - tag.w
        tries = [fit_names(names, room, NAMES[-1]) for names in (self.with_crews, self.names)]
        below, ink = next((words for words in tries if width(words, NAMES[-1]) <= room), tries[-1]), p.muted
        if self.repriced:
            below, ink = "was {}, costs {} now".format(*self.repriced), p.yellow
        tag.x = fit_text(dst, below, (left, r.y + px(42)), room, NAMES, ink, "r", "midleft").right + px(8)
        if tag.w:
            box(dst, tag, None, 4, 255, p.yellow)
            text(dst, "yours", tag.center, 12, p.yellow, "r", "center")
        for by, kind in ((-1, "minus"), (1, "plus")):
            sign = self.sign(by)
            box(dst, sign, p.active, 5, 255, p.line)
            stamp(dst, mark(kind, p.white, 12), sign.center)
        middle = (self.sign(-1).right + self.sign(1).x) // 2
        text(dst, str(self.count), (middle, self.sign(1).centery), 17, p.white, "s", "center")
        text(dst, f"{sum(self.prices):,}", (r.right - px(12), r.y + px(21)), 17, p.white, "s", "midright")
        if self.count > 1 and len({*self.prices}) == 1:
            each = f"{self.count} × {self.prices[0]}"
            text(dst, each, (r.right - px(12), r.y + px(42)), 13, p.muted, "r", "midright")
        text(dst, self.thrust, (r.right - px(RIGHT), r.bottom - px(17)), 13, p.muted, "r", "midright")
        rows = symbol_rows(self.symbols, r.w, self.thrust)
        for n, row in enumerate(rows):
            self._symbols(dst, row, left, r.bottom - px(17 + LINE * (len(rows) - 1 - n)))

    def _symbols(self, dst: Surface, row: Sequence[SymbolCount], x: float, y: int) -> None:
        p, px = theme.palette, theme.px
        for system, count in row:
            stamp(dst, symbol(system, 19), (x + px(10), y))
            if count > 1:
                text(dst, f"×{count}", (x + px(22), y), 13, p.text, "r", "midleft")
            x += symbol_width(count)


def fit_names(names: Sequence[str], room: float, size: float) -> str:
    """Return as many names as fit at a size, and the number of further ones."""
    ends = (f" and {len(names) - n} more" if n < len(names) else "" for n in range(len(names), 0, -1))
    found = [", ".join(names[:n]) + end for n, end in zip(range(len(names), 0, -1), ends)]
    return next((words for words in found if width(words, size) <= room), found[-1])


def symbol_width(count: int) -> float:
    """Return the width of a symbol with its number, in real pixels."""
    return theme.px(26) + (width(f"×{count}", 13) + theme.px(4) if count > 1 else 0)


def symbol_rows(symbols: Sequence[SymbolCount], wide: int, thrust: str) -> list[list[SymbolCount]]:
    """Return the symbols of a card of the given width, in lines, with the thrust beside the last one."""
    room, beside = wide - theme.px(LEFT + RIGHT), width(thrust, 13) + theme.px(8)
    rows, at = [list[SymbolCount]()], 0.0
    for one in symbols:
        size = symbol_width(one[1])
        if at and at + size > room:
            rows.append([])
            at = 0.0
        rows[-1].append(one)
        at += size
    if at + beside > room:
        rows.append([rows[-1].pop()])
    return rows


@dataclass(eq=False)
class FillCard(Widget):
    """The points left, and the design that fills them best; a place to drop designs."""

    words: str
    more: str
    tone: Colour
    lit: bool = False

    def draw(self, dst: Surface) -> None:
        """Draw a dashed frame with two lines."""
        p, px, r = theme.palette, theme.px, self.rect
        ink = theme.accent if self.hover or self.lit or self.focused else p.edge
        if self.lit:
            box(dst, r, mix(theme.accent, p.panel, 0.85), 6)
        corners = [r.topleft, (r.right - 1, r.y), (r.right - 1, r.bottom - 1), (r.x, r.bottom - 1)]
        dashed_line(dst, corners, ink, 1.4, closed=True)
        fit_text(dst, self.words, (r.centerx, r.y + px(22)), r.w - px(20), (16, 15, 14, 13), self.tone, "s", "center")
        fit_text(dst, self.more, (r.centerx, r.y + px(44)), r.w - px(20), (14, 13, 12), p.muted, "r", "center")


@dataclass(eq=False)
class RosterFoot(Still):
    """The number of ships, their total size, the largest and the smallest."""

    figures: Sequence[tuple[str, str]]

    def draw(self, dst: Surface) -> None:
        """Draw the figures side by side over their words."""
        p, px, r = theme.palette, theme.px, self.rect
        for n, (value, words) in enumerate(self.figures):
            x = r.x + n * r.w // len(self.figures)
            text(dst, value, (x, r.y + px(14)), 16, p.white, "s", "midleft")
            text(dst, words, (x, r.y + px(35)), 13, p.muted, "r", "midleft")


class RosterPanel:
    """The fleet of one seat, its buttons and its cards."""

    def __init__(self, model: FleetsModel, seat: int, deeds: RosterDeeds) -> None:
        self.model, self.seat, self.deeds = model, seat, deeds
        self.pane = ColumnPane(f"roster {seat}", self._fill, (10, 8), even=True)
        self.area = Rect(0, 0, 1, 1)
        self.name = TextField(
            Rect(0, 0, 1, 1),
            "",
            name=f"fleet name {seat}",
            most=LONGEST_NAME,
            size=19,
            weight="b",
            on_enter=self._rename_fleet,
            rule=RULE,
        )
        self._names: dict[int, TextField] = {}

    @property
    def colour(self) -> Colour:
        return theme.seat(self.seat)

    def _rename_fleet(self) -> None:
        if self.name.value != self.model.muster.fleet(self.seat).name:
            self.model.attempt(lambda: self.model.muster.rename_fleet(self.seat, self.name.value))

    def lay_out(self, r: Rect, player: Widget) -> Iterable[Widget]:
        """Return the heading with the player of the seat, the buttons and the cards, in a part of the page."""
        px, model, seat = theme.px, self.model, self.seat
        self.area = r
        head = Column(Rect(r.x + px(12), r.y + px(12), r.w - px(24), r.h))
        top = head.row(48, 6)
        player.rect = Rect(top.right - min(px(190), top.w // 2), top.y, min(px(190), top.w // 2), top.h)
        self.name.rect = Rect(top.x, top.y + px(4), player.rect.x - px(8) - top.x, px(40))
        if not self.name.focused:
            self.name.write(model.muster.fleet(seat).name)
        room = self.name.rect.w - px(28)
        self.name.size = next((n for n in (19, 17, 16, 15) if width(self.name.value, n, "b") <= room), 14)
        head.add(self.name)
        head.add(player)
        price = model.muster.price
        prices = [price(ship.design, ship.quality) for ship in model.muster.fleet(seat).ships]
        secret = model.hidden(seat)
        # one part for a secret fleet, because several would reveal its ships
        pieces = [sum(prices)] if secret else prices
        head.add(Spent(head.row(44, 8), pieces, model.muster.limit(seat), self.colour, rule=RULE))
        actions = ("load fleet", "save fleet", "deal fleet", "print fleet") if model.seat == seat else ()
        lacks = "" if prices else "no ships yet"
        buttons: tuple[tuple[str, str, Callable[[int], object], str], ...] = (
            ("Load", "load", self.deeds.load, ""),
            ("Save as", "save", self.deeds.save, "a secret fleet is not saved" if secret else lacks),
            ("Random", "deal", self.deeds.deal, ""),
            ("Print", "print", self.deeds.print, "a secret fleet is not printed" if secret else lacks),
            ("", "clear", self._clear, lacks),
        )
        caps = (*map(model.cap, actions), *[""] * len(buttons))
        places = self._abreast(head.row(36, 6), [label for label, *_ in buttons[:-1]])
        for place, cap, (label, name, deed, refused) in zip(places, caps, buttons):
            cap = cap if width(label, 15, "s") + key_width(cap) + px(32) <= place.w else ""
            press, named = partial(deed, seat), f"{name} {seat}"
            button = Button(place, label, on_press=press, cap=cap, size=15, name=named, refused=refused, rule=RULE)
            if not label:
                button.sign, button.hint = "close", "Give all ships back; undo returns them"
            head.add(button)
        foot = Rect(r.x + px(16), r.bottom - px(52), r.w - px(32), px(48))
        made: list[Widget] = [*head.widgets, *self.pane.lay_out(Rect(r.x, head.y, r.w, foot.y - px(4) - head.y))]
        if prices and not secret:
            made.append(RosterFoot(foot, self._figures()))
        return made

    @staticmethod
    def _abreast(r: Rect, labels: Sequence[str]) -> list[Rect]:
        """Return places for buttons with these labels, equal parts of a row if each has room, and for a small one."""
        px = theme.px
        small, gap = px(38), px(6)
        room = r.w - small - len(labels) * gap
        needs = [round(width(one, 15, "s")) + px(20) for one in labels]
        fair = room // len(labels)
        spare = (room - sum(needs)) // len(labels)
        wides = [fair if max(needs) <= fair else need + spare for need in needs]
        parts = [Rect(r.x + sum(wides[:n]) + n * gap, r.y, wide, r.h) for n, wide in enumerate(wides)]
        return [*parts, Rect(r.right - small, r.y, small, r.h)]

    def _clear(self, seat: int) -> None:
        self.model.attempt(lambda: self.model.muster.clear(seat))

    def _figures(self) -> list[tuple[str, str]]:
        """Return the number of ships, and the sum, largest and smallest of their first figure (MASS, guns), or of their
        prices if some design on offer has no such figure, so that both sides are told alike."""
        muster, files = self.model.muster, self.model.system.files
        ships = muster.fleet(self.seat).ships
        designs = [muster.designs[ship.design] for ship in ships]
        first = [files.figures(one)[0] for one in designs]
        offered = [files.figures(one)[0] for one in muster.designs.values()]
        label, sizes = offered[0].label, [int(one.value) if one.value.isdigit() else 0 for one in first]
        if any(one.label != label or not one.value.strip("0").isdigit() for one in offered):
            label, sizes = "Points", [muster.price(ship.design, ship.quality) for ship in ships]
        words = "ship" if len(designs) == 1 else "ships"
        sums = [(sum(sizes), label.lower()), (max(sizes), "largest"), (min(sizes), "smallest")]
        return [(str(len(designs)), words), *((f"{value:,}", said) for value, said in sums)]

    # -- the cards -----------------------------------------------------------------------------------------------------

    def _fill(self, column: Column) -> None:
        model, seat = self.model, self.seat
        roster = model.muster.state.rosters[seat]
        if model.hidden(seat):
            ships = len(roster.fleet.ships)
            column.paragraph(
                "Dealt, and secret until the battle begins." if ships else "Not dealt yet.", theme.palette.muted
            )
        else:
            for key in roster.fleet.designs:
                self._card(column, key)
            self._filler(column)
            if fought := len(roster.fleet.history):
                words, press = f"{fought} battle{'s' * (fought != 1)} fought", partial(self.deeds.history, seat)
                button = Button(
                    column.row(34, 6), words, on_press=press, note="history", name=f"history {seat}", rule=RULE
                )
                column.add(button)
        if model.dealing == seat:
            self._random(column)

    def _card(self, column: Column, key: str) -> None:
        model, seat = self.model, self.seat
        fleet, design = model.muster.fleet(seat), model.muster.designs[key]
        ships = [ship for ship in fleet.ships if ship.design == key]
        names = [f"{ship.name}, damaged" if ship.left else ship.name for ship in ships]
        names = [design.ship_class] if names == [design.name] else names
        with_crews = [f"{name} ({ship.quality})" if ship.quality else name for name, ship in zip(names, ships)]
        opened, crews = model.opened == (seat, key), bool(model.system.files.crews)
        thrust = next((stat.value for stat in model.system.files.figures(design) if stat.label == "Thrust"), "")
        thrust = f"thrust {thrust}" if thrust else ""
        rows = symbol_rows(model.symbols(key), column.wide, thrust)
        column.add(
            DesignCard(
                column.row(CARD + LINE * (len(rows) - 1), 6),
                design,
                names=names,
                with_crews=with_crews,
                prices=[model.muster.price(key, ship.quality) for ship in ships],
                symbols=model.symbols(key),
                thrust=thrust,
                colour=self.colour,
                chosen=opened or (model.design == key and model.seat == seat),
                repriced=fleet.price_changes(list_price(model.system, model.muster.designs)).get(key),
                on_count=partial(self._count, key),
                on_move=partial(self._move, key),
                on_press=partial(self._open, key),
                name=f"card {seat} {key}",
                rule=RULE,
                hint=f"Press it to name its ships{' and to choose their crews' * crews}",
            )
        )
        if opened:
            for index, ship in enumerate(fleet.ships):
                if ship.design == key:
                    row = column.row(32, 4)
                    wide = round(row.w * CREW) if crews else 0
                    crew = Rect(row.right - wide, row.y, wide, row.h)
                    row.w -= wide + theme.px(6) * crews
                    column.add(self._name_field(row, index, ship.name, "" if crews else "Name"))
                    if crews:
                        column.add(crew_choice(crew, model, seat, index))
            column.space(4)

    def _name_field(self, r: Rect, index: int, name: str, label: str) -> TextField:
        field = self._names.get(index)
        if field is None:
            field = self._names[index] = TextField(
                r, name, name=f"name {self.seat} {index}", most=LONGEST_NAME, size=15, rule=RULE
            )
            field.label, field.label_width = label, 56 * bool(label)
        if not field.focused:
            field.write(name)
        field.rect = r
        room = field.frame.w - theme.px(28)
        field.size = next((size for size in (15, 14, 13) if width(field.value, size, "s") <= room), 12)
        field.on_enter = partial(self._rename, index, field)
        return field

    def _rename(self, index: int, field: TextField) -> None:
        self.model.attempt(lambda: self.model.muster.rename(self.seat, index, field.value))

    def settle(self) -> None:
        """Take names whose fields have been left."""
        fleet = self.model.muster.fleet(self.seat)
        if not self.name.focused and self.name.value not in ("", fleet.name):
            self._rename_fleet()
        for index, field in self._names.items():
            shown = index < len(fleet.ships) and self.model.opened == (self.seat, fleet.ships[index].design)
            if shown and not field.focused and field.value not in ("", fleet.ships[index].name):
                self._rename(index, field)

    def _open(self, key: str) -> None:
        model = self.model
        model.opened = (-1, "") if model.opened == (self.seat, key) else (self.seat, key)
        model.sit(self.seat)
        model.look_at(key)

    def _count(self, key: str, count: int) -> None:
        self.model.design = key
        self.model.sit(self.seat)
        self.model.attempt(lambda: self.model.muster.set_count(self.seat, key, count))

    def _move(self, key: str, by: int) -> None:
        fleet = self.model.muster.fleet(self.seat)
        to = max(0, min(len(fleet.designs) - 1, fleet.designs.index(key) + by))
        self.model.attempt(lambda: self.model.muster.move(self.seat, key, to))

    def card_at(self, at: tuple[int, int]) -> int:
        """Return the index that a card dropped at a place gets."""
        cards = [one for one in self.pane.widgets if isinstance(one, DesignCard)]
        return sum(one.rect.centery < at[1] for one in cards)

    def _filler(self, column: Column) -> None:
        model, seat = self.model, self.seat
        left, best = model.muster.points_left(seat), model.filler(seat)
        lit = bool(model.held)
        if left is not None and left < 0:
            words, more = f"{-left:,} points over the limit", "give a ship back"
        elif best is None:
            if left is not None and model.muster.fleet(seat).ships:
                return
            words, more = (
                (f"{left:,} left: drag a design here" if left is not None else "Drag a design here"),
                "or Enter on it in the list",
            )
        else:
            price = model.muster.price(best.key)
            fills = "fills it to the point" if price == left else f"is {price}"
            words, more = f"{left:,} left: {best.name} {fills}", "press to take it, or drag a design here"
        press = partial(model.add, best.key, 1, seat) if best is not None and (left or 0) >= 0 else None
        tone = theme.palette.red if (left or 0) < 0 else self.colour
        column.add(FillCard(column.row(64, 8), words, more, tone, lit, on_press=press, name=f"fill {seat}", rule=RULE))

    def _random(self, column: Column) -> None:
        model, seat = self.model, self.seat
        roster = model.muster.state.rosters[seat]
        taste = roster.taste
        column.space(6)
        column.heading("Random fleet", "secret" if roster.hidden else f"seed {roster.seed}", rule=RULE)
        kinds = column.row(36, 8)
        column.add(
            Segments(
                kinds,
                TASTES,
                chosen=TASTES.index(taste.kind),
                name=f"taste {seat}",
                rule=RULE,
                on_change=lambda n: self._deal(Taste(TASTES[n], taste.carriers, taste.own)),
            )
        )
        cells = column.cells(1 + model.muster.carriers, 28, 8, 4)
        if model.muster.carriers:
            column.add(
                CheckRow(
                    cells[0],
                    "no carriers",
                    not taste.carriers,
                    name=f"carriers {seat}",
                    rule=RULE,
                    on_press=lambda: self._deal(Taste(taste.kind, not taste.carriers, taste.own)),
                )
            )
        column.add(
            CheckRow(
                cells[-1],
                "designs of yours too",
                taste.own,
                name=f"own {seat}",
                rule=RULE,
                on_press=lambda: self._deal(Taste(taste.kind, taste.carriers, not taste.own)),
            )
        )
        computer = roster.player != HUMAN
        why = "" if computer else "only a computer's fleet can be kept secret"
        column.add(
            CheckRow(
                column.row(28, 8),
                "secret until the battle",
                roster.hidden,
                enabled=computer,
                why_not=why,
                name=f"hide {seat}",
                rule=RULE,
                on_press=lambda: self._hide(not roster.hidden),
            )
        )
        seed, again = column.cells(2, 38, 8, 6)
        column.add(
            Stepper(
                seed,
                roster.seed,
                low=1,
                high=LARGEST_SEED,
                typing=True,
                name=f"seed {seat}",
                rule=RULE,
                on_change=lambda n: self._deal(taste, int(n)),
                show=lambda n: "" if roster.hidden else f"{n:g}",
                enabled=not roster.hidden,
                why_not="nobody knows the seed of a secret fleet" if roster.hidden else "",
            )
        )
        column.add(
            Button(
                again,
                "Again",
                on_press=partial(self.deeds.deal, seat),
                cap=model.cap("deal fleet") if model.seat == seat else "",
                name=f"again {seat}",
                rule=RULE,
            )
        )

    def _deal(self, taste: Taste, seed: int | None = None) -> None:
        self.model.attempt(lambda: self.model.muster.deal(self.seat, seed, taste))

    def _hide(self, on: bool) -> None:
        self.model.attempt(lambda: self.model.muster.hide(self.seat, on))


@dataclass(frozen=True)
class RosterDeeds:
    """The actions of the buttons of a roster, given its seat."""

    load: Callable[[int], object]
    save: Callable[[int], object]
    deal: Callable[[int], object]
    print: Callable[[int], object]
    history: Callable[[int], object]
