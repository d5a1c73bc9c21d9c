"""The page on which two players connect directly: one listens, the other calls; no part of the rules."""

from __future__ import annotations

from collections.abc import Iterable

from pygame import Rect, Surface

from game.ui.far.model import FarDesk
from game.ui.far.parts import RULE
from game.ui.host.screen import Answer, Pop
from game.ui.render.text import lines, text, wrap
from game.ui.render.theme import Colour, theme
from game.ui.toolkit.page import Page, margin
from game.ui.toolkit.text_field import TextField
from game.ui.toolkit.value_fields import Segments
from game.ui.toolkit.widgets import Button, Widget

WORDS = (
    "Both of you sit at your machines: one listens, the other calls. Then both play at the table, and files go by "
    "themselves as soon as they are due. The connection is encrypted, and lets in nobody but your opponent. It is made "
    "again when it breaks, and ends when you leave the battle; files may go by hand in between. Most homes cannot be "
    "reached from outside without opening a port; then files are the better way."
)
PORT = 7777
last = {"listens": True, "address": "", "port": str(PORT)}  # what was typed last


def status(desk: FarDesk) -> tuple[str, Colour]:
    """Return how the connection of the open battle stands, and the colour of that."""
    p, line = theme.palette, desk.open.direct if desk.open else None
    if line is None:
        return "Not connected. Nothing listens.", p.muted
    if line.connected:
        return "Connected. Both play at the table.", p.green
    if line.met_at:
        return "Lost: trying again. Files may go by hand meanwhile.", p.red
    where = f"Waiting at {line.address}, port {line.port}." if line.listens else f"Calling {line.address}."
    return where if line.listens or "does not answer" not in line.told else f"{line.told} Trying again.", p.yellow


class DirectPage(Page):
    """Listen or call, and see how the connection stands."""

    subject = RULE

    def __init__(self, desk: FarDesk) -> None:
        super().__init__()
        self.desk, self.trouble = desk, ""
        self.told = Rect(0, 0, 1, 1)

    @property
    def moving(self) -> bool:
        return bool(self._laid) and self.desk.busy

    def tick(self, seconds: float) -> Answer:
        if self.desk.tick():
            self.relay()
        return None

    def titles(self, area: Rect) -> tuple[str, str]:
        one = self.desk.open
        return "Play directly", one.table.far.title if one else ""

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        px, m = theme.px, margin(area)
        wide = min(area.w - 2 * m, px(1000))
        y = px(110) + px(24) * len(lines(WORDS, wide, 17)) + px(16)
        made: list[Widget] = [self.close_button(area)]
        line = self.desk.open.direct if self.desk.open else None
        if line is None:
            listens = bool(last["listens"])
            names = ["Listen here", "Call"]
            made.append(
                Segments(
                    Rect(m, y, px(300), px(44)),
                    names,
                    chosen=0 if listens else 1,
                    on_change=self._turn,
                    name="way",
                    rule=RULE,
                )
            )
            y += px(56)
            label = "At" if listens else "Address"
            hint = "all addresses of this machine" if listens else "such as 192.168.1.5"
            made += [
                self._field(Rect(m, y, wide - px(150 + 170 + 24), px(44)), "address", label, hint),
                self._field(Rect(m + wide - px(150 + 170 + 12), y, px(150), px(44)), "port", "Port", str(PORT)),
                Button(
                    Rect(m + wide - px(170), y, px(170), px(44)),
                    names[0] if listens else "Call",
                    on_press=self._begin,
                    kind="main",
                    name="meet",
                    rule=RULE,
                ),
            ]
        else:
            ends = Rect(m, y, px(300), px(44))
            made.append(Button(ends, "End the connection", on_press=self._end, name="part", rule=RULE))
        self.told = Rect(m, y + px(64), wide, px(80))
        return made

    def _field(self, r: Rect, name: str, label: str, hint: str) -> TextField:
        return TextField(
            r,
            str(last[name]),
            label=label,
            label_width=70 if name == "address" else 44,
            placeholder=hint,
            name=name,
            on_change=lambda words: last.update({name: words}),
            on_enter=self._begin,
            rule=RULE,
        )

    def _turn(self, index: int) -> None:
        last["listens"] = index == 0
        self.relay()

    def _begin(self) -> None:
        """Listen, or call."""
        address, port, listens = str(last["address"]).strip(), str(last["port"]).strip(), bool(last["listens"])
        if not port.isdecimal() or not 0 < int(port) < 65536:
            self.trouble = "A port is a number up to 65535, such as 7777."
        elif not (address or listens):
            self.trouble = "Say at which address the other player listens."
        else:
            self.trouble = self.desk.meet(address or "0.0.0.0", int(port), listens)
        self.relay()

    def _end(self) -> None:
        if self.desk.open is not None:
            self.desk.open.part()
        self.relay()

    def enter(self) -> bool:
        if self.desk.open is not None and self.desk.open.direct is None:
            self._begin()
        else:
            self.answer = Pop()
        return True

    def paint(self, dst: Surface) -> None:
        super().paint(dst)
        px, m = theme.px, margin(dst.get_rect())
        wrap(dst, WORDS, (m, px(110)), self.told.w, 17, theme.palette.text, lead=24)
        words, colour = status(self.desk)
        text(dst, words, self.told.topleft, 17, colour, "s")
        if self.trouble:
            wrap(dst, self.trouble, (m, self.told.y + px(30)), self.told.w, 16, theme.palette.red)
