"""The sandbox screen: the table in the middle with all plans on it, everything that can be set round it; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import pygame
from pygame import Surface
from pygame.event import Event

from game.battle.battle import Battle
from game.battle.loader import Opened
from game.core.orders import Id
from game.core.system import RuleSystem
from game.sandbox.comparison import Blow, Ghost, blow
from game.sandbox.sandbox import Sandbox
from game.sandbox.storage import of_battle, sandbox_of
from game.ui.board.model.scene import Scene
from game.ui.host.preferences import chosen as preferences
from game.ui.host.screen import Answer
from game.ui.keys.bindings import Keys
from game.ui.render.theme import theme
from game.ui.sandbox.board_input import Hand
from game.ui.sandbox.commands import Deeds, field_at
from game.ui.sandbox.key_bindings import BINDINGS
from game.ui.sandbox.layout import arranged
from game.ui.sandbox.panels import trails
from game.ui.sandbox.panels.panels import Panels
from game.ui.sandbox.panels.plans import Plans
from game.ui.sandbox.panels.text_entry import Lines
from game.ui.sandbox.scenes import USUAL, scene_of, without_ship
from game.ui.session.board_context import BoardContext
from game.ui.session.board_screen import BoardScreen
from game.ui.session.layout import Layout
from game.ui.session.seat_model import Desk
from game.ui.toolkit.focus import POINTER

T = TypeVar("T")
LEAST = 18.0  # MU to either side that are always shown


class SandboxScreen(BoardScreen):
    """One sandbox on the screen; `leave` says what comes after it."""

    takes_files = True

    def __init__(
        self, opened: Opened | Battle | Sandbox, leave: Callable[[], Answer], keys: Mapping[str, str] | None = None
    ) -> None:
        self.keys = Keys(preferences.settings.keys if keys is None else keys, BINDINGS)
        super().__init__(BoardContext(self.keys))
        self.sandbox = _sandbox(opened)
        self.leave = leave
        self.chosen: Id = ""
        self.target: Id = ""
        self.against: Ghost | None = None  # the ghost of the target that was picked, if it is not the plan's own
        self.body: int | None = None
        self.armed = ""  # what of the palette the next press on the table places
        self.tool, self.tools = "move", USUAL
        self.whole_palette = False
        self.naming = ""  # the plan whose name is being typed
        self.sure = ""  # the action that was pressed once and wants another press
        self.saved = self.sandbox.substance
        self.saved_at: Path | None = self.sandbox.own_file
        self.scenario_at: Path | None = None  # the scenario the start was saved as
        self.written: Path | None = None
        self.desk: Desk | None = None
        self._asked: dict[tuple[Any, ...], Any] = {}  # answers that hold until something is done or chosen
        self.legs: tuple[trails.Leg, ...] = ()
        self.ends: list[Any] = []
        self.deeds = Deeds(self)
        self.lines = Lines(self)
        self.hand = Hand(self)
        self.panels = Panels(self)
        self._scene: tuple[Any, Scene] | None = None
        self._stale_sheet = self._fitted = False
        self.plans = Plans(self)
        self.take_up(self.sandbox)

    def take_up(self, sandbox: Sandbox) -> None:
        """Work on this sandbox from now on."""
        self.sandbox, self.saved, self.saved_at = sandbox, sandbox.substance, sandbox.own_file
        self.sure, self._fitted, self.scenario_at = "", False, None
        self.note, self.note_rule = " ".join((*sandbox.notices, *self.keys.troubles)), ""
        self.armed = self.naming = self.target = ""
        self.choose(next(iter(sandbox.start.state.ships), ""))

    # -- what is shown -----------------------------------------------------------------------------------------------------

    @property
    def layout(self) -> Layout:
        """Where everything stands."""
        return arranged(self.size, self.foot_open)

    @property
    def scene(self) -> Scene:
        """What the board shows."""
        key = (self.sandbox.version, self.chosen, self.target, self.tools, id(self.desk))
        if self._scene is None or self._scene[0] != key:
            self._scene = key, scene_of(self)
        plain = self._scene[1]
        if self.hand.carried and self.hand.carried.kind == "ship":
            plain = without_ship(plain, self.hand.carried.key)
        return self.hand.scene(plain)

    def look_anew(self) -> None:
        """The sandbox has changed: ask everything again."""
        self._asked.clear()
        self.hand.forget()
        ships = self.sandbox.start.state.ships
        self.chosen = self.chosen if self.chosen in ships else ""
        self.target = self.target if self.target in ships and self.target != self.chosen else ""
        if self.body is not None and self.body >= len(self.sandbox.opened.file.table.terrain):
            self.body = None
        if self.chosen and (not self.target or ships[self.target].side == ships[self.chosen].side):
            self.target = self._nearest()
        known = {branch.key for branch in self.sandbox.branches}
        if self.against and (self.against.ship != self.target or self.against.branch not in known):
            self.against = None
        self.desk = self._desk()
        self.legs = trails.legs_of(self.sandbox)
        self.ends = trails.ends_of(self.sandbox, *self.pair, self.against is not None) if self.chosen and self.target else []
        self._scene = None
        self.change()

    def _nearest(self) -> Id:
        state = self.sandbox.start.state
        here = state.ships[self.chosen]
        others = state.enemies(here.side)
        return min(others, key=lambda one: (one.at[0] - here.at[0]) ** 2 + (one.at[1] - here.at[1]) ** 2).id if others else ""

    def _desk(self) -> Desk | None:
        """The seat of the ship in hand in the turn that is planned, just before its orders are carried out."""
        course = self.sandbox.course()
        length = course.plotting(self.sandbox.turn, self.chosen) if self.chosen else None
        if length is None:
            return None
        desk = Desk(course.battle.view_at(length, self.sandbox.start.state.ships[self.chosen].side))
        if self.chosen not in desk.view.state.ships or not desk.view.state.ships[self.chosen].in_play:
            return None
        desk.choose(self.chosen)
        desk.target = self.target if self.target in desk.view.state.ships else ""
        return desk

    def no_order(self) -> str:
        """Why the ship in hand cannot be ordered in the turn that is planned."""
        if not self.chosen:
            return "choose a ship first"
        name, turn = self.sandbox.name(self.chosen), self.sandbox.turn
        if turn not in self.sandbox.course().opens:
            return f"the battle is over before turn {turn}"
        return f"{name} takes no orders in turn {turn}"

    @property
    def pair(self) -> tuple[Ghost, Ghost]:
        """The ghost in hand, and the one she is weighed against."""
        branch, turn = self.sandbox.branch.key, self.sandbox.turn
        return Ghost(branch, turn, self.chosen), self.against or Ghost(branch, turn, self.target)

    def blows(self) -> tuple[Blow, Blow]:
        """What the ghost in hand and her target's would do to each other."""
        here, there = self.pair
        return self.once("blows", ask=lambda: (blow(self.sandbox, here, there), blow(self.sandbox, there, here)))

    def once(self, *what: Any, ask: Callable[[], T]) -> T:
        """An answer that holds until something is done or chosen, asked for once."""
        if what not in self._asked:
            self._asked[what] = ask()
        found: T = self._asked[what]
        return found

    def change_sheet(self) -> None:
        """Only the inspector looks different, as it does with every move of an order in hand."""
        self._stale_sheet = True

    # -- choosing ----------------------------------------------------------------------------------------------------------

    def choose(self, key: Id) -> None:
        """Take a ship in hand, or lay it down; what is shown of another begins at its top."""
        if (key, None) != (self.chosen, self.body):
            self.panels.sheet.scroll.to(0)
        self.chosen, self.body = key, None
        self.armed = "" if self.armed.startswith("cells ") else self.armed
        if self.target == key:
            self.target = ""
        self.look_anew()

    def choose_body(self, index: int) -> None:
        """Take a body of terrain in hand."""
        self.choose("")
        self.body = index
        self.change()

    def aim(self, key: Id, ghost: Ghost | None = None) -> None:
        """Weigh against this ship, as she stands in the plan and turn in hand, or against one ghost of hers."""
        self.target, self.against = key, ghost
        self.look_anew()

    # -- Screen ------------------------------------------------------------------------------------------------------------

    def draw(self, dst: Surface) -> None:
        """Board, plans, panels, and what lies over them."""
        self.size = dst.get_size()
        preferences.hold(self.size)
        self.lay_now()
        scene = self.plans.with_room(self.scene)
        self.board.draw(dst, scene, self._clock)
        self.plans.draw(dst, scene)
        self.panels.draw(dst)
        self.hand.draw(dst)
        self._over(dst)

    def covered(self, at: tuple[int, int]) -> bool:
        """Does a widget lie over the board there?"""
        return any(widget.rect.collidepoint(at) for widget in self.panels.over)

    def lay_now(self) -> None:
        """Lay out anew what has changed; if that is the inspector, only the inspector."""
        super().lay_now()
        if self._stale_sheet:
            self._stale_sheet = False
            self.focus.replace(self.panels.lay_sheet())

    def _lay(self) -> None:
        theme.seated = 0
        if not self._fitted:
            self.board.resize(self.layout.board)
            self.board.draw(Surface(self.size), self.scene, 0.0)  # the camera learns the table before it is told where to look
            self._fitted = True
            self.fit(glide=False)
        super()._lay()
        self._stale_sheet = False

    def fit(self, glide: bool = True) -> None:
        """Show every ship and every ghost."""
        places = [ship.at for ship in self.sandbox.start.state.ships.values()]
        places += [leg.pose.at for leg in self.legs]
        x, y = (sum(at[n] for at in places) / max(1, len(places)) for n in (0, 1))
        least = min(LEAST, self.sandbox.board.extent[2] / 3)
        places += [(x - least, y), (x + least, y)]  # a ship alone still lies on a table
        margin = 2.0 if self.sandbox.board.cells else 4.0
        self.board.camera.fit(places, glide, margin, min(theme.px(110), round(self.board.rect.w * 0.1)))

    def unfold_palette(self) -> None:
        """All designs and terrain, or the usual ones."""
        self.whole_palette = not self.whole_palette
        self.change()

    def fold_foot(self) -> None:
        """Fold the foot to a line, or open it."""
        self.foot_open = self.layout.line

    def _over(self, dst: Surface) -> None:
        """The focus ring, the hint of what is pointed at, what was told."""
        self._ring_and_hint(dst, self.hand.busy)
        if self.note:
            self._toast(dst, self.note, self.note_rule)

    def handle(self, event: Event) -> Answer:
        """Keys by the table, pointer by what lies under it."""
        self.lay_now()
        if event.type == pygame.KEYDOWN:
            self._key(event)
        elif event.type == pygame.TEXTINPUT:
            if self.focus.handle(event):
                self.change()
        elif event.type == pygame.DROPFILE:
            self.deeds.files.open(Path(event.file))
        elif event.type in POINTER:
            self._pointer(event)
        return self._answered()

    def _key(self, event: Event) -> None:
        """What is being typed first, then what the ring is round, then the table of keys."""
        typing = self.focus.at is not None and self.focus.at.wants_text
        if self._for_widgets(event):
            return
        if typing and event.key == pygame.K_ESCAPE:
            self.focus.focus(None)
            self.change()
        elif action := self.keys.action(event):
            self.deeds.do(action)

    def _pointer(self, event: Event) -> None:
        """What hangs on the pointer first; then widgets; then the board."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.note = self.note_rule = ""
            self.change()
        if self.hand.busy and self.hand.handle(event):
            return
        self._point(event)

    def tick(self, seconds: float) -> Answer:
        """Let what glides glide."""
        self._clock += seconds * 1000
        return self._answered()

    @property
    def moving(self) -> bool:
        """Does anything glide?"""
        return bool(self.board.busy) or self.answer is not None

    def rule_under(self, at: tuple[int, int]) -> str:
        """The rule of what is pointed at, of what was told, or of the sandbox."""
        under = self.focus.under()
        return (under.rule if under else "") or self.note_rule or "table/sandbox"

    def heard(self, word: Any) -> Answer:
        """A screen that lay over this one has closed; one that lists files says which was chosen."""
        self.change()
        if isinstance(word, (Path, RuleSystem)):
            self.deeds.files.open(word)
        return self._answered()

    # -- typing --------------------------------------------------------------------------------------------------------------

    def focus_on(self, name: str) -> None:
        """Give the keyboard to a field."""
        self.change()
        self.lay_now()
        found = field_at(self, name)
        if found is not None:
            self.focus.focus(found)
            for pane in self.panels.panes():
                pane.show(found)
            found.cursor, found.anchor = len(found.value), 0  # what is typed takes its place

    def follow(self) -> None:
        """The sheet speaks of the order in hand as it changes."""
        if self.desk is not None:
            drag = self.hand.drag
            if drag.active and drag.order is not None:
                self.desk.hands[drag.ship] = drag.order
            else:
                self.desk.hands.clear()
            self.desk.forget()
        self.change_sheet() if self.hand.drag.active else self.change()


def _sandbox(opened: Opened | Battle | Sandbox) -> Sandbox:
    """Whatever was handed in, as a sandbox."""
    if isinstance(opened, Sandbox):
        return opened
    return of_battle(opened) if isinstance(opened, Battle) else sandbox_of(opened)
