"""A step of a demonstration as a picture without a window; no part of the rules.

It is small and without words, or the board with its plates.
"""

from __future__ import annotations

from pygame import Rect, Surface

from game.board.boards import board_of
from game.core.display import Token
from game.demonstrations.frames import flown
from game.demonstrations.steps import DemonstrationStep
from game.ui.board.advice.drawing import draw_worth
from game.ui.board.layers import counters
from game.ui.board.layers.fire_lines import arrow_tip
from game.ui.board.layers.terrain import terrain
from game.ui.board.model.advice_picture import AdvicePicture
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import Scene
from game.ui.board.previews import ground
from game.ui.board.view import BoardView
from game.ui.demonstration.picture import placing, scenes
from game.ui.demonstration.picture.advised import advice_of
from game.ui.demonstration.picture.callouts import callouts
from game.ui.demonstration.picture.scenes import places
from game.ui.render.hulls import hulls, sprite
from game.ui.render.lines import dashed_line, line
from game.ui.render.shapes import heading, polar, stamp
from game.ui.render.theme import Colour, mix, theme


def telling(steps: list[DemonstrationStep]) -> DemonstrationStep:
    """Return the most informative step: the first with the adviser's map, else with fire, else with a move, else the
    middle one."""
    for step in steps:
        if step.asked is not None and step.say.advise is not None and "worth" in step.say.advise.show:
            return step
    for wanted in ("fire", "contact", "hazard", "repair", "move"):
        found = [step for step in steps if any(one.kind == wanted and (one.dice or flown(one)) for one in step.events)]
        if found:
            return found[0]
    return steps[len(steps) // 2]


def preview(steps: list[DemonstrationStep], size: tuple[int, int]) -> Surface:
    """Return a picture of the most informative step, of the given size in real pixels."""
    step = telling(steps)
    table = step.view.state.table
    camera = Camera(Rect(0, 0, *size), board=board_of(table))
    camera.fit(places([step]), False, 2.0, theme.px(10))
    out = ground(size, camera)
    terrain(out, camera, table.bodies)
    if (advice := advice_of(step)) is not None and advice.worth:
        draw_worth(out, camera, advice)
    _ways(out, camera, step)
    k = min(1.0, max(0.42, camera.scale * size[1] / max(1, size[0]) / 9 / theme.scale))
    for ship in step.view.state.ships.values():
        sheet = step.view.sheet(ship.id)
        if ship.in_play or sheet.health <= 0:
            glyph = sheet.glyph if sheet.glyph in hulls() else "box-freighter"
            stamp(
                out,
                sprite(glyph, ship.facing * 30, colour_of(step, ship.side), k, wreck=not ship.in_play),
                camera.xy(ship.at),
            )
    counters.draw_tokens(out, camera, Scene.of(step.view, counters=_lost(step)))
    return out


def _lost(step: DemonstrationStep) -> tuple[Token, ...]:
    """Return flights and missiles lost in the step, at their last place, because the picture shows their path."""
    left = {one.key for one in step.view.tokens if isinstance(one, Token)}
    return tuple(
        one for one in step.start.tokens if isinstance(one, Token) and one.shape != "card" and one.key not in left
    )


def _ways(out: Surface, camera: Camera, step: DemonstrationStep) -> None:
    """Draw paths dotted, and lines of fire solid with a head."""
    for event in step.events:
        colour = mix(colour_of(step, step.view.state.owner(event.who)), theme.palette.panel, 0.15)
        if event.kind == "move" and flown(event):
            dashed_line(out, camera.many(event.path), colour, 1.6, 2, 4, 230)
        elif event.kind == "fire" and len(event.line) > 1:
            a, b = camera.xy(event.line[0]), camera.xy(event.line[-1])
            tip = polar(-14 * theme.scale, heading(a, b), b)
            line(out, a, tip, colour, 1.8)
            arrow_tip(out, tip, heading(a, b), colour)


def colour_of(step: DemonstrationStep, key: str) -> Colour:
    side = step.view.state.sides.get(key)
    return theme.seat(side.seat if side else 2)


ROOM = 96  # design pixels round the camera's view, for words


def still(step: DemonstrationStep, steps: list[DemonstrationStep], size: tuple[int, int]) -> Surface:
    """Return the board at the end of the step, of the given size in real pixels."""
    out = Surface(size)
    board = BoardView(Rect(0, 0, *size))
    look_at(board, step, steps, False)
    scene, plates = picture_of(board, step, advice_of(step))
    board.draw(out, scene)
    placing.draw(out, out.get_rect(), plates)
    return out


def look_at(board: BoardView, step: DemonstrationStep, steps: list[DemonstrationStep], glide: bool) -> None:
    """Point the camera of a board as a step asks."""
    points, margin, words = scenes.camera_view(step, steps)
    board.show(board_of(step.view.state.table), points, margin, theme.px(ROOM) if words else 0, glide)


def picture_of(
    board: BoardView, step: DemonstrationStep, advice: AdvicePicture | None = None, dice: bool = True
) -> tuple[Scene, list[placing.Placed]]:
    """Return the scene of a step at rest, and the plates over it. Plates with dice are included only with `dice`. While
    the camera glides there are no plates."""
    plain = scenes.scene_of(step, advice=advice)
    told = [one for one in callouts(step) if dice or not any(event.dice for event in one.told)]
    plates = placing.place_plates(board, plain, told) if board.camera.still else []
    return (plain.but(reserved=placing.ground_of(plates)) if plates else plain), plates
