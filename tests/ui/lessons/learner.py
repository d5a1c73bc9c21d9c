"""Play a lesson at its screen, by mouse or by keys: each step is done as its strip says, never by Show me."""

from __future__ import annotations

from pathlib import Path

from game.battle.loader import load_start
from game.core.orders import Order
from game.formats.battle_schema import Given
from game.lessons.lesson import Lesson
from game.lessons.rehearsal import TaughtStep
from game.ui.input_modes.choose import answers, tasks
from game.ui.lessons.marks import named_widgets
from game.ui.lessons.screen import LessonScreen
from tests.support.ui.screen_driver import Sitting

PRESSES = 4  # of the main button for one order: an answer to a question, a result that is read


class Learner(Sitting):
    """Someone who does what the strip of a lesson says. A subclass does it by mouse or by keys."""

    def __init__(self, path: Path, size: tuple[int, int] = (1280, 800)) -> None:
        self.lesson = Lesson(load_start(path))
        super().__init__(LessonScreen(self.lesson), size)

    def rest(self) -> None:
        """Run frames until nothing moves, confirming shots that are shown one by one."""
        super().rest()
        while self.screen.animation.held:
            self.screen.commands.skip()
            super().rest()

    def acted(self) -> None:
        self.settle()

    def step(self) -> None:
        """Do the present step."""
        step = self.lesson.step
        assert step is not None
        before = self.lesson.index
        assert self.secrets_told() == []
        for entry in step.solution:
            self.clear()
            self.give(entry)
        self.clear() if step.entry.done.target or step.entry.done.ship else None
        if self.lesson.index == before and step.entry.done.ship:
            self.choose(step.entry.done.ship)
        if self.lesson.index == before and step.entry.done.target:
            self.aim(step.entry.done.target)
        if self.lesson.index == before and step.entry.done.read:
            self.go_on()
        assert self.lesson.index > before, (step.entry.lesson, self.screen.context.note, self.lesson.remark)

    def secrets_told(self) -> list[str]:
        """Return what the screen knows of orders that the other side has sealed."""
        battle, view = self.lesson.battle, self.screen.model.view
        others = {key for key, ship in battle.state.ships.items() if ship.side != self.lesson.seat}
        if not view.phase.secret:
            return []
        since = [one for one in view.log if (one.turn, one.phase) == (view.state.turn, view.state.phase)]
        return [*(others & {*view.plots}), *(one.text for one in since if one.who in others)]

    def clear(self) -> None:
        """Read results until the next decision."""
        for _ in range(20):
            if not self.screen.flow.result:
                return
            self.main()

    def give(self, entry: Given) -> None:
        """Give an order of the solution."""
        battle = self.lesson.battle
        order = battle.read(entry.by, entry.order)
        count = len(battle.records)
        if entry.by not in battle.state.sides and self.screen.model.chosen != entry.by:
            self.choose(entry.by)
        if entry.by not in battle.state.sides:
            self.put(order)
        for _ in range(PRESSES):
            if any(record.order == order for record in battle.records[count:]):
                return
            self.main()
        told = [f"{record.order.by}: {record.order}" for record in battle.records[count:]]
        raise AssertionError(f"{entry.by}: {entry.order} is not given but {told}: {self.screen.context.note}")

    def in_hand(self, field: str) -> object:
        """Return the value of a field of the order in hand."""
        order = self.screen.model.order
        return order.value(field) if order is not None else None

    def main(self) -> None: ...

    def go_on(self) -> None: ...

    def choose(self, ship: str) -> None: ...

    def aim(self, target: str) -> None: ...

    def put(self, order: Order) -> None:
        """Put an order into the hand."""


class ByKeys(Learner):
    """With the keyboard alone: orders are typed."""

    def main(self) -> None:
        self.key("RETURN")

    def go_on(self) -> None:
        self.key("d")

    def choose(self, ship: str) -> None:
        for _ in range(8):
            self.key("n")
            if self.screen.model.chosen == ship:
                return
        raise AssertionError(f"N never chooses {ship}")

    def aim(self, target: str) -> None:
        for _ in range(8):
            self.key("e")
            if self.screen.model.target == target:
                return
        raise AssertionError(f"E never aims at {target}")

    def put(self, order: Order) -> None:
        ways = {"fire": self.pick, "assign": self.assign, "choose": self.answer}
        ways.get(self.screen.model.input_mode, self.write)(order)

    def write(self, order: Order) -> None:
        """Type it into the form's line."""
        self.key("o")
        self.type(str(order))
        self.key("RETURN")

    def pick(self, order: Order) -> None:
        """Choose the target, then the guns by their numbers."""
        pairs = [word.split(">") for word in str(order).split()[1:]]
        if pairs and self.screen.model.target != pairs[0][1]:
            self.aim(pairs[0][1])
        guns = [gun.key for gun in self.screen.model.fire.guns(order.by)]
        for gun, _ in pairs:
            self.key(str(guns.index(gun) + 1))

    def answer(self, order: Order) -> None:
        """Press the number of each field until it has its value; of a single field the number of that value."""
        model, fields = self.screen.model, order.fields(self.screen.model.view.state)
        if len(fields) == 1 and model.order is not None:
            values = [one.value for one in answers(model, model.order, fields[0])]
            self.key(str(values.index(order.value(fields[0].name)) + 1))
            return
        for number, field in enumerate(fields, 1):
            for _ in range(12):
                if self.in_hand(field.name) == order.value(field.name):
                    break
                self.key(str(number))

    def assign(self, order: Order) -> None:
        """Press the number of each lost system as often as parties are to work on it."""
        known = [task.key for task in tasks(self.screen.model, order.by)]
        for task, parties in (word.split(":") for word in str(order).split()[1:]):
            self.key(*[str(known.index(task) + 1)] * int(parties))


class ByMouse(Learner):
    """With the mouse alone: ships are dragged and clicked, guns and fields pressed."""

    def main(self) -> None:
        self.press("main")

    def go_on(self) -> None:
        self.press("lesson on")

    def choose(self, ship: str) -> None:
        self.press(f"ship {ship}")

    def aim(self, target: str) -> None:
        self.click(self.pixel(target))

    def pixel(self, key: str) -> tuple[float, float]:
        return self.xy(self.screen.model.view.state.known_piece(key).at)

    def put(self, order: Order) -> None:
        {"plot": self.drag, "fire": self.pick, "assign": self.assign}.get(self.screen.model.input_mode, self.fill)(
            order
        )

    def drag(self, order: Order) -> None:
        """Drag the ship to where the order leads."""
        self.pull(self.pixel(order.by), self.xy(order.pose(self.lesson.battle.state).at))
        self.settle()
        self.up(self.xy(order.pose(self.lesson.battle.state).at))
        self.fill(order)

    def pick(self, order: Order) -> None:
        """Click the target, then the guns."""
        pairs = [word.split(">") for word in str(order).split()[1:]]
        if pairs and self.screen.model.target != pairs[0][1]:
            self.aim(pairs[0][1])
        for gun, _ in pairs:
            self.press(f"gun {gun}")

    def assign(self, order: Order) -> None:
        """Press the number of parties for each task."""
        for task, parties in (word.split(":") for word in str(order).split()[1:]):
            self.press(f"parties {order.by} {task} {parties}")

    def fill(self, order: Order) -> None:
        """Press buttons of each field until it has its value."""
        for field in order.fields(self.screen.model.view.state):
            for _ in range(8):
                now, wanted = self.in_hand(field.name), order.value(field.name)
                if now == wanted or not self.towards(field.name, now, wanted):
                    break

    def towards(self, field: str, now: object, wanted: object) -> bool:
        """Press a button that brings a field nearer to a value; return whether there is one."""
        if f"pick {field}" in self.names() and isinstance(wanted, str):
            self.press(f"pick {field}")
            self.click(self.pixel(wanted))
            return True
        if isinstance(now, int) and isinstance(wanted, int) and f"{field} +1" in self.names():
            self.press(f"{field} {1 if wanted > now else -1:+d}")
            return True
        order = self.screen.model.order
        told = self.screen.model.value_words(order, field, wanted) if order is not None else ""
        for name in (f"{field} {wanted}", f"{field} {told}"):
            if name in self.names():
                self.press(name)
                return True
        power = field.replace("feed", "power")
        for button in [one for one in self.names() if one == power or one.startswith(f"{field} ")]:
            if self.in_hand(field) != wanted:
                self.press(button)
        return False


def marks_missing(learner: Learner, step: TaughtStep) -> list[str]:
    """Return what a step points at and the screen does not show."""
    return [name for name in step.entry.buttons if not named_widgets(learner.screen.focus.widgets, [name])]
