"""The state shared by the parts of a sandbox screen, instead of the screen itself; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from game.core.orders import Id, Illegal, Order
from game.core.values import HouseValue
from game.sandbox.branch_replay import BranchReplay
from game.sandbox.comparison import Ghost, PlannedAttack, blow
from game.sandbox.export import nothing_to_show
from game.sandbox.remedies import Remedy, remedy, without_parts
from game.sandbox.sandbox import Sandbox
from game.ui.board.model.memo import Answers
from game.ui.host.screen import Answer
from game.ui.keys.bindings import Keys
from game.ui.keys.sandbox_bindings import BINDINGS
from game.ui.render.theme import theme
from game.ui.sandbox.model.adviser import SandboxAdviser
from game.ui.sandbox.model.copies import Copies
from game.ui.sandbox.model.edits import Carried, SandboxEdits
from game.ui.sandbox.model.legs import End, Leg, ends_of, legs_of
from game.ui.sandbox.model.order_edits import PlanRefusal, SwitchedOn, last_deed
from game.ui.seat.seat_model import SeatModel
from game.ui.session.board_context import USUAL, BoardContext
from game.ui.session.commands import BoardCommands
from game.ui.toolkit.column import ScrolledPane

SHIP, HOUSE, SCENARIO = range(3)  # indexes of the tabs at the right
LEAST = 18.0  # MU that are always shown to either side of a ship


class SandboxCommands(BoardCommands, Protocol):
    """The commands of the screen that its parts use."""

    def take(self, carried: Carried) -> None:
        """Let the pointer drag something."""

    def let_go(self) -> None:
        """Forget what is being dragged or plotted."""

    def to_top(self) -> None: ...

    def focus_on(self, name: str, begun: str = "") -> None:
        """Focus a field, to type something or to complete `begun`."""

    def save_path(self) -> tuple[Path, bool]:
        """Return the path of the file to be saved, and whether its title is taken."""

    def save_now(self, over: bool) -> None:
        """Save the file, over the one with its title or beside it."""

    def pointer_place(self) -> tuple[int, int] | None:
        """Return the place of the pointer."""

    def pane_at(self, at: tuple[int, int] | None) -> ScrolledPane | None:
        """Return the pane at a place."""


class SandboxContext(BoardContext):
    """The sandbox being edited, the choices in it, and its last saved state. `commands` change it. `leave` returns the
    screen after the sandbox. `asked` counts how often all answers were discarded."""

    screen: SandboxCommands

    def __init__(
        self,
        sandbox: Sandbox,
        screen: SandboxCommands,
        leave: Callable[[], Answer] = lambda: None,
        keys: Keys | None = None,
    ) -> None:
        super().__init__(screen, keys or Keys({}, BINDINGS))
        self.sandbox, self.leave = sandbox, leave
        self.commands = SandboxEdits(self)
        self.chosen: Id = ""
        self.target: Id = ""
        self.against: Ghost | None = None  # the ghost picked as target, if it is not the plan's own
        self.body: int | None = None
        self.armed = ""  # the palette's entry that the next press on the table places
        self.tool, self.tools = "move", USUAL
        self.whole_palette = False  # where there is little room: true for every design, false for the usual ones
        self.palette_page = ""  # the open fleet, or terrain
        self.dice_open = False  # where there is no room for both: true for the coming dice, false for the plans
        self.saving = ""  # the kind being saved: sandbox, scenario or demonstration
        self.naming = ""  # the plan whose name is being typed
        self.sure = ""  # the action that waits for a second press
        self.copies = Copies(sandbox)
        self.changed_only, self.sets_open, self.naming_set = False, False, False  # state of the tab of house rules
        self.open_groups = set[str]()  # open groups of house rules
        self.tab = SHIP  # the open tab of the column at the right
        self.refused: PlanRefusal | None = None  # the last refused order
        self.switched: SwitchedOn | None = None
        self.sought = dict[str, str]()  # search words, by the part that is searched
        self.strip_from = 0  # the first visible card of the strip of manoeuvres
        self.model: SeatModel | None = None
        self.legs: tuple[Leg, ...] = ()
        self.ends: list[End] = []
        self.asked = 0
        self.fitted = False  # true once every ship has been in view since the sandbox was opened
        self.stale_sheet = False  # true if only the inspector must be laid out again
        self.adviser = SandboxAdviser(self)
        self.once = Answers()  # cached until something is done or chosen

    def take_up(self, sandbox: Sandbox) -> None:
        """Edit this sandbox from now on."""
        self.sandbox, self.copies = sandbox, Copies(sandbox)
        self.sure, self.fitted = "", False
        self.note, self.note_rule = " ".join((*sandbox.notices, *self.keys.troubles)), ""
        self.armed = self.naming = self.target = self.saving = ""
        self.sought.clear()
        self.strip_from, self.switched = 0, None
        self.choose(next(iter(sandbox.start.state.ships), ""))

    # -- shown state ---------------------------------------------------------------------------------------------------

    def change_sheet(self) -> None:
        """Lay out only the inspector again, after a step of an order in hand."""
        self.stale_sheet = True

    def unfold_palette(self) -> None:
        """Show all designs and terrain, or the usual ones."""
        self.whole_palette = not self.whole_palette
        self.change()

    def part_of(self, at: tuple[int, int]) -> str:
        """Return the part of the window at a place: strip, left, right or table."""
        layout = self.layout
        parts = {"strip": layout.tools, "left": layout.left_panel, "right": layout.sheet}
        return next((name for name, rect in parts.items() if rect.collidepoint(at)), "table")

    def open_palette(self, page: str) -> None:
        """Open another page of the palette."""
        self.palette_page = page
        self.sought["palette"] = ""
        self.change()

    def open_tab(self, tab: int) -> None:
        """Open another tab of the column at the right, at its top."""
        if tab != self.tab:
            self.tab = tab
            self.screen.to_top()
        self.change()

    def fold_group(self, name: str) -> None:
        """Open or close a group of house rules."""
        self.open_groups ^= {name}
        self.change()

    def show_changed(self) -> None:
        """Show only changed house rules, or all."""
        self.changed_only = not self.changed_only
        self.change()

    def open_sets(self) -> None:
        """Show the stored sets of house rules, or hide them."""
        self.sets_open = not self.sets_open
        self.change()

    def ask_save(self, kind: str) -> None:
        """Ask for a title and a kind: sandbox, scenario or demonstration. Kinds that cannot be written are left out."""
        if kind == "demonstration" and (why := nothing_to_show(self.sandbox)):
            self.tell(why.why, why.rule)
            return
        self.saving = kind
        self.screen.focus_on("save title")

    def fit(self, glide: bool = True) -> None:
        """Show every ship and every ghost."""
        places = [ship.at for ship in self.sandbox.start.state.ships.values()]
        places += [leg.pose.at for leg in self.legs]
        x, y = (sum(at[n] for at in places) / max(1, len(places)) for n in (0, 1))
        least = min(LEAST, self.sandbox.board.extent[2] / 3)
        places += [(x - least, y), (x + least, y)]  # a single ship is shown with some of the table round it
        margin = 2.0 if self.sandbox.board.cells else 4.0
        self.board.camera.fit(places, glide, margin, min(theme.px(110), round(self.board.rect.w * 0.1)))

    # -- asking --------------------------------------------------------------------------------------------------------

    def look_anew(self) -> None:
        """Discard all answers after the sandbox has changed."""
        self.once.clear()
        self.refused = None
        self.screen.let_go()
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
        self.model = self._model()
        self.legs = legs_of(self.sandbox)
        self.ends = ends_of(self.sandbox, *self.pair, self.against is not None) if self.chosen and self.target else []
        self.asked += 1
        self.change()

    def _nearest(self) -> Id:
        state = self.sandbox.start.state
        here = state.ships[self.chosen]
        others = state.enemies(here.side)
        return (
            min(others, key=lambda one: (one.at[0] - here.at[0]) ** 2 + (one.at[1] - here.at[1]) ** 2).id
            if others
            else ""
        )

    def _model(self) -> SeatModel | None:
        """Return the model of the chosen ship's side in the planned turn, just before its orders are carried out."""
        return self._seat_in(self.sandbox.course())

    def model_under(self, house: Mapping[str, HouseValue]) -> SeatModel | None:
        """Return the same model under other house rules."""
        return self.once("under", *sorted(house), ask=lambda: self._seat_in(self.sandbox.course_under(house)))

    def _seat_in(self, course: BranchReplay) -> SeatModel | None:
        length = course.plotting(self.sandbox.turn, self.chosen) if self.chosen else None
        if length is None:
            return None
        model = SeatModel(course.battle.view_at(length, self.sandbox.start.state.ships[self.chosen].side))
        if self.chosen not in model.view.state.ships or not model.view.state.ships[self.chosen].in_play:
            return None
        model.choose(self.chosen)
        planned = course.planned_move(self.sandbox.turn, self.chosen)
        if planned and (model.order is None or str(model.order) != planned):  # moved in the open: not given yet here
            with suppress(Illegal):
                model.set_draft(model.view.read(self.chosen, planned))
        model.aim_at(self.target if self.target in model.view.state.ships else "")
        return model

    def no_order(self) -> str:
        """Return why the chosen ship cannot get an order in the planned turn."""
        if not self.chosen:
            return "choose a ship first"
        name, turn, word = self.sandbox.name(self.chosen), self.sandbox.turn, self.sandbox.turn_word
        if turn not in self.sandbox.course().opens:
            return f"the battle is over before {word} {turn}"
        return f"{name} takes no orders in {word} {turn}"

    # -- refusals ------------------------------------------------------------------------------------------------------

    @property
    def refusal(self) -> PlanRefusal | None:
        """The order in hand, typed or in the form, that cannot be given, or else the last refused one."""
        model = self.model
        if model is not None and (wrong := model.hand.wrong) is not None:
            return PlanRefusal(self.chosen, model.hand.typed, wrong)
        if model is not None and model.order is not None and (fault := model.fault()):
            return PlanRefusal(model.order.by, str(model.order), fault)
        return self.refused

    @property
    def remedy(self) -> Remedy | None:
        """The house rules to switch on so that the refused order can be given."""
        refused = self.refusal
        if refused is None or not refused.text.strip():
            return None
        by, text, why, phase = refused.by, refused.text, refused.why, refused.phase
        return self.once("remedy", by, text, phase, ask=lambda: remedy(self.sandbox, by, text, why, phase))

    @property
    def parts(self) -> list[tuple[str, Order]]:
        """The parts without which the refused order could be given, each with the order that remains."""
        refused, found = self.refusal, self.remedy
        model = self.model_under(found.house if found else {})
        if refused is None or model is None or (found and not found.still):
            return []
        try:
            order = model.view.read(refused.by, refused.text)
        except Illegal:
            return []
        return self.once("parts", order, ask=lambda: without_parts(self.sandbox, order, found.house if found else {}))

    @property
    def just_switched(self) -> SwitchedOn | None:
        """The house rules switched on by the last command."""
        told = self.switched
        return told if told and told.deed == last_deed(self.sandbox) else None

    @property
    def pair(self) -> tuple[Ghost, Ghost]:
        """The present ghost, and the one it is compared with."""
        branch, turn = self.sandbox.branch.key, self.sandbox.turn
        return Ghost(branch, turn, self.chosen), self.against or Ghost(branch, turn, self.target)

    def blows(self) -> tuple[PlannedAttack, PlannedAttack]:
        """Return the attacks of the present ghost and its target on each other."""
        here, there = self.pair
        return self.once("blows", ask=lambda: (blow(self.sandbox, here, there), blow(self.sandbox, there, here)))

    # -- choosing ------------------------------------------------------------------------------------------------------

    def choose(self, key: Id) -> None:
        """Choose a ship, or none. Its sheet begins at the top."""
        if (key, None) != (self.chosen, self.body):
            self.screen.to_top()
        self.tab = SHIP if key else SCENARIO if self.tab == SHIP else self.tab
        self.chosen, self.body = key, None
        self.armed = "" if self.armed.startswith("cells ") else self.armed
        if self.target == key:
            self.target = ""
        self.look_anew()

    def choose_body(self, index: int) -> None:
        """Choose a body of terrain."""
        self.choose("")
        self.body, self.tab = index, SHIP
        self.change()

    def aim(self, key: Id, ghost: Ghost | None = None) -> None:
        """Make a ship the target, as it is in the present plan and turn, or one ghost of it."""
        self.target, self.against = key, ghost
        self.look_anew()
