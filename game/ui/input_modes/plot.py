"""The input mode of movement orders; no part of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from game.board.boards import board_of
from game.core.display import Destination, Odds, Pose
from game.core.orders import Id, Order
from game.seating.dangers import Doom, doom_of, in_danger, is_grave, row_words
from game.ui.board.model.scene import Scene
from game.ui.input_modes.mode import InputMode, Main, Note, giving, idle, locked_button, names_of, odds_on, percent
from game.ui.input_modes.scenes import (
    aims_from,
    arcs,
    flying_threats,
    idling,
    struck,
    threats,
    weak_sides,
    without_arcs,
)
from game.ui.render.text import minus
from game.ui.render.theme import Colour, theme
from game.ui.seat.seat_model import SeatModel


class PlotMode(InputMode):
    """Movement orders, written in secret or carried out one by one."""

    name = "plot"
    plots = by_piece = moves_on = aims = True
    hint = "Choose a target: what the ghost would do to it stands here."
    call = "Choose a ship: press on it and drag to where it shall end."

    def orders(self, model: SeatModel) -> bool:
        return model.order is not None

    def scene(self, model: SeatModel, scene: Scene) -> Scene:
        """Return the scene with ghosts, envelopes, and arcs and lines to enemies from the chosen ghost."""
        ghost, order = model.ghost, model.order
        if model.lifted and model.lifted == model.chosen:
            found = threats(model, scene.tools), flying_threats(model, scene.tools)
            return scene.but(ghosts=model.poses, threats=found[0], grounds=found[1])
        known = model.mine(model.chosen) if model.chosen else False
        destinations = model.destinations() if model.askable(model.chosen) else ()
        own, gone = arcs(model, ghost), model.foresight.lost_early(model.chosen)
        drawn = (*(without_arcs(own) if gone else own), *model.order_overlays(), *struck(model))
        destination = in_hand(destinations, order) if ghost else None
        return scene.but(
            ghosts={**hold_on(model), **model.poses},
            destinations=destinations,
            destination=destination,
            threats=threats(model, scene.tools),
            grounds=flying_threats(model, scene.tools),
            overlays=weak_sides(model, model.fire.aim, drawn),
            aims=aims_from(model.foresight.ahead, model.chosen) if known and ghost and not gone else (),
        )

    def rests(self, model: SeatModel) -> bool:
        """Return False: ships that move openly get their orders one by one."""
        return super().rests(model) and (model.flies or bool(_stays(model)))

    def foregone(self, model: SeatModel, key: Id) -> bool:
        return not model.idles(key) and model.view.draft(key).forgoes(model.view.state)

    def main(self, model: SeatModel, others: tuple[Id, ...]) -> Main:
        if not model.view.phase.secret:
            return in_turn(model)
        return locked_button(model, others) if model.locked else lock(model)

    def odds(self, model: SeatModel) -> tuple[Odds, ...]:
        """Return the odds of the order if it is an attack, or of everything that would bear from its destination."""
        order = model.order
        own = model.once("own odds", ask=lambda: model.view.odds(order)) if order and not model.flies else ()
        return own or odds_on(model)

    def note(self, model: SeatModel, key: Id) -> Note:
        p = theme.palette
        sealed = model.drafts.get(key) or model.view.plots.get(key)
        if key in model.strays and key in model.drafts:
            return Note(model.strays[key].words, "todo", p.yellow)
        if sealed is None and key in model.waiting and model.idles(key):
            return with_warning(model, key, Note(idling(model, key), "", p.muted))
        if sealed is None:
            return with_warning(model, key, Note("no order", "todo", p.yellow) if key in model.waiting else Note())
        # such an order is carried out when the piece's turn comes
        if key in model.view.state.counters and not model.view.phase.secret:
            return Note("now", "", theme.accent) if key == model.chosen else Note("planned", "done", p.text)
        words = minus(model.briefly(sealed))
        plain = Note(words, "" if key == model.chosen else "done", theme.accent if key == model.chosen else p.green)
        return with_warning(model, key, plain)

    def count(self, model: SeatModel, side: Id) -> tuple[str, Colour | None]:
        state, p = model.view.state, theme.palette
        fleet = state.fleet(side)
        if model.flies and model.waiting:
            return f"{len(model.waiting)} to move", p.yellow
        if not model.view.phase.secret:
            return f"{sum(ship.id in state.acted for ship in fleet)} of {len(fleet)} {_stays(model) or 'moved'}", p.text
        done = sum(ship.id in state.sealed for ship in fleet)
        open_ones = done + sum(ship.id not in state.sealed and not model.idles(ship.id) for ship in fleet)
        return (
            "locked" if model.sealed_up(side) else f"{done} of {open_ones} ordered" if open_ones else "no choice"
        ), p.text


def _stays(model: SeatModel) -> str:
    """Return the words for ships that stay, in a phase without movement; empty if ships move."""
    return next((kind.stays for kind in model.view.phase.accepts if kind.stays), "")


def hold_on(model: SeatModel) -> dict[Id, Pose]:
    """Return the planned poses of enemies, drawn at their expected places."""
    foreseen = model.foresight.foreseen
    return {ship.id: foreseen[ship.id] for ship in model.enemies() if ship.id in foreseen}


def with_warning(model: SeatModel, key: Id, plain: Note) -> Note:
    """Return the note of a ship with the possible cost of its order."""
    fate = model.foresight.known_fates.get(key)
    danger, brief = row_words(fate) if fate else ("", "")
    if fate is None or not danger:
        return plain
    mark = "warn" if in_danger(fate) else plain.mark
    return replace(plain, mark=mark, danger=danger, brief=brief, grave=is_grave(fate))


def dooms(model: SeatModel) -> Mapping[Id, Doom]:
    """Return the possible costs of orders, for the board."""
    found = {}
    for key, fate in model.foresight.known_fates.items():
        pose = model.pose_of(key) or (model.left_alone(key) if model.askable(key) else None)
        if pose is not None and (doom := doom_of(fate, pose)):
            found[key] = doom
    return found


def in_hand(destinations: tuple[Destination, ...], order: Order | None) -> Destination | None:
    """Return the destination of an order."""
    return next((one for one in destinations if one.order == order), None)


def lock(model: SeatModel) -> Main:
    """Return the button that locks secret orders, with a warning while a ship has none. It first seals the order of a
    ship that left its formation."""
    order, stray = model.drafts.get(model.chosen), model.strays.get(model.chosen)
    if order is not None and stray is not None:
        name = names_of(model, (model.chosen,))
        return giving(model, order, f"Seal {name}", f"{minus(model.briefly(order))}: {stray.words}", brief=stray.words)
    waiting = tuple(key for key in model.waiting if key not in model.drafts and not model.idles(key))
    lost, told = endangered_pieces(model), danger_words(model)
    brief = f"{len(lost)} in danger"
    if not waiting and lost:
        return idle(model, "Lock orders", told, sure=True, lost=lost, brief=brief)
    if not waiting:
        held = tuple(model.drafts)
        be = "are" if len(held) > 1 else "is"
        words = f"{names_of(model, held)} in hand {be} sealed with them" if held else "every ship has one"
        return idle(model, "Lock orders", words)
    one = len(waiting) == 1
    goes = idling(model, waiting[0]) if one else "go on as they are"
    sub = f"{names_of(model, waiting)} {'has none: it' if one else 'have none: they'} {goes}"
    if lost:
        sub = f"{len(waiting)} without order, {brief}"
    else:
        brief = f"{len(waiting)} without an order"
    return replace(idle(model, "Lock orders", sub, sure=True, lost=lost), brief=brief)


def endangered_pieces(model: SeatModel) -> tuple[Id, ...]:
    """Return this side's pieces whose orders endanger them, in the order of the list, without those that have no
    choice."""
    fates, chosen = model.foresight.known_fates.items(), {*model.waiting, *model.drafts, *model.view.plots}
    return tuple(key for key, fate in fates if in_danger(fate) and key in chosen and not model.idles(key))


def danger_words(model: SeatModel) -> str:
    """Return the number of pieces in danger, as in `2 of 4 end in danger`."""
    lost = len(endangered_pieces(model))
    return f"{lost} of {len(model.foresight.known_fates)} end{'s' * (lost == 1)} in danger"


def in_turn(model: SeatModel) -> Main:
    """Return the button of open moves, which carries out the order of the chosen piece, or sends it straight on."""
    key = model.chosen if model.askable(model.chosen) else next(iter(model.waiting), "")
    order, state = model.order_of(key), model.view.state
    if order is None:
        return idle(model, "Go on")
    name, held, board = names_of(model, (key,)), key in model.drafts, board_of(state.table)
    fate = model.foresight.known_fates.get(key)
    danger, least = row_words(fate) if fate and in_danger(fate) and not model.idles(key) else ("", "")
    lost = (key,) if danger else ()
    if order.prompt_text(state):
        at = model.view.pose(order).at
        there = f"to hex {board.label(at)}" if board.cells else f"to {at[0]:g}, {at[1]:g}"
        label = f"{name}: {model.briefly(order)}"
        told = danger or there + ("" if held else ", if you choose no other")
        return giving(model, order, label, told, brief=least or there, sure=bool(lost), lost=lost)
    if not held:
        goes = idling(model, key).partition(",")[0]
        sure = bool(lost) or (not model.idles(key) and model.known("forgoes", key, ask=lambda: order.forgoes(state)))
        drags = key == model.chosen and key in state.counters and model.destinations()
        asks = "click an enemy, or drag it there" if hasattr(order, "target") else "drag it, or click where it goes"
        told = asks if drags else "without an order of its own"
        return giving(model, order, f"{name} {goes}", danger or told, sure=sure, brief=least, lost=lost)
    risks, pose = model.view.risks(order), model.pose_of(key) if key in state.counters else None
    there = board.label(pose.at) if pose else ""
    said = minus(model.in_words(order))
    sub = ": ".join((f"to hex {there}" if there else said, *map(percent, risks[:1])))
    sub, brief = danger or sub, least or (said.partition(",")[0] if pose else minus(model.briefly(order)))
    return giving(model, order, f"{order.verb or 'Move'} {name}", sub, sure=bool(lost), brief=brief, lost=lost)
