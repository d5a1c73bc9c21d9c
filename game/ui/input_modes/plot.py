"""Ships are told where to go: the mode of plots; no part of the rules."""

from __future__ import annotations

from dataclasses import replace

from game.board.boards import board_of
from game.core.display import Destination, Odds
from game.core.orders import Id, Order
from game.ui.board.model.scene import Scene
from game.ui.board.plotting.drag import aims_from
from game.ui.input_modes.main import Main, giving, idle, names_of, percent
from game.ui.input_modes.mode import InputMode, Note, handed, odds_on
from game.ui.input_modes.scenes import arcs, idling, struck, threats
from game.ui.render.text import minus
from game.ui.render.theme import Colour, theme
from game.ui.session.seat_model import SeatModel


class PlotMode(InputMode):
    """Where the ships go: written in secret, or carried out one by one."""

    name = "plot"
    plots = by_piece = moves_on = aims = True
    hint = "Choose a target: what the ghost would do to it stands here."
    call = "Choose a ship: press on it and drag to where it shall end."

    def orders(self, desk: SeatModel) -> bool:
        return desk.order is not None

    def scene(self, desk: SeatModel, scene: Scene) -> Scene:
        """Ghosts, envelopes, and from the chosen ghost arcs and lines to the enemies."""
        ghost, order = desk.ghost, desk.order
        if desk.lifted and desk.lifted == desk.chosen:
            return replace(scene, ghosts=desk.poses, threats=threats(desk, scene.tools))
        known = desk.mine(desk.chosen) if desk.chosen else False
        landings = desk.landings() if desk.askable(desk.chosen) else ()
        at = {desk.chosen: ghost} if ghost else {}
        return replace(
            scene, ghosts=desk.poses, landings=landings, landing=in_hand(landings, order) if ghost else None,
            threats=threats(desk, scene.tools), overlays=(*arcs(desk, ghost), *struck(desk)),
            aims=aims_from(desk.view, desk.chosen, at) if known and (ghost or desk.target) else (),
        )  # fmt: skip

    def main(self, desk: SeatModel, others: tuple[Id, ...]) -> Main:
        if not desk.view.phase.secret:
            return in_turn(desk)
        return handed(desk, others) if desk.locked else lock(desk)

    def odds(self, desk: SeatModel) -> tuple[Odds, ...]:
        return odds_on(desk)

    def note(self, desk: SeatModel, key: Id) -> Note:
        p = theme.palette
        sealed = desk.hands.get(key) or desk.view.state.sealed.get(key)
        if sealed is None:
            return Note("no order", "todo", p.yellow) if key in desk.waiting else Note()
        return Note(minus(str(sealed)), "" if key == desk.chosen else "done", theme.accent if key == desk.chosen else p.green)

    def count(self, desk: SeatModel, side: Id) -> tuple[str, Colour | None]:
        state, p = desk.view.state, theme.palette
        fleet = state.fleet(side)
        if not desk.view.phase.secret:
            return f"{sum(ship.id in state.acted for ship in fleet)} of {len(fleet)} moved", p.text
        done = sum(ship.id in state.sealed for ship in fleet)
        return ("locked" if desk.sealed_up(side) else f"{done} of {len(fleet)} ordered"), p.text


def in_hand(landings: tuple[Destination, ...], order: Order | None) -> Destination | None:
    """The landing of an order."""
    return next((one for one in landings if one.order == order), None)


def lock(desk: SeatModel) -> Main:
    """Lock secret orders, with a warning while a ship has none."""
    waiting = tuple(key for key in desk.waiting if key not in desk.hands)
    if not waiting:
        held = tuple(desk.hands)
        return idle(desk, "Lock orders", f"{names_of(desk, held)} in hand is sealed with them" if held else "every ship has one")
    one = len(waiting) == 1
    goes = idling(desk, waiting[0]) if one else "go on as they are"
    sub = f"{names_of(desk, waiting)} {'has none: it' if one else 'have none: they'} {goes}"
    return replace(idle(desk, "Lock orders", sub, sure=True), brief=f"{len(waiting)} without an order")


def in_turn(desk: SeatModel) -> Main:
    """Moves in the open, one by one: what the chosen one has in hand is carried out, or it goes on as it does by itself."""
    key = desk.chosen if desk.askable(desk.chosen) else next(iter(desk.waiting), "")
    order, state = desk.order_of(key), desk.view.state
    if order is None:
        return idle(desk, "Go on")
    name, held, board = names_of(desk, (key,)), key in desk.hands, board_of(state.table)
    if order.prompt_text(state):
        at = desk.view.pose(order).at
        there = f"to hex {board.label(at)}" if board.cells else f"to {at[0]:g}, {at[1]:g}"
        return giving(desk, order, f"{name}: {order}", there + ("" if held else ", if you choose no other"), brief=there)
    if not held:
        goes = idling(desk, key).partition(",")[0]
        return giving(desk, order, f"{name} {goes}", "without an order of its own", sure=True)
    risks, pose = desk.view.risks(order), desk.pose_of(key) if key in state.counters else None
    there = board.label(pose.at) if pose else ""
    sub = ": ".join((f"to hex {there}" if there else minus(str(order)), *map(percent, risks[:1])))
    lost = any(one.tone == "bad" and one.chance >= 1 for one in risks)
    return giving(desk, order, f"{order.verb or 'Move'} {name}", sub, sure=lost, brief=minus(str(order)))
