"""Dead Reckoning: the window, and the verbs that need none. Nothing is loaded before it is known to be wanted."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches
from importlib import metadata, util
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.battle.loader import Opened
    from game.ui.app.program import Program
    from game.ui.host.screen import Answer

HEADLESS = ("check", "battle", "replay", "picture", "illustrate", "cost", "schema")
VERBS = ("play", "sandbox", "demo", *HEADLESS)
COLLECT = 50_000  # new values after which the collector looks: a battle keeps most of them, and each look costs a late frame
NO_SCREEN = f"There is no screen here to open a window on; without one there are {', '.join(HEADLESS)} (main.py --help)."


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the command line says; the exit code is 0 for done, 1 for found wrong, 2 for not understood or not possible."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    gc.set_threshold(COLLECT)
    given = list(sys.argv[1:] if argv is None else argv)
    if given and not given[0].startswith("-") and given[0] not in VERBS:
        return refuse(unknown(given[0]))
    asked = parser().parse_args(given)
    if trouble := unfit(asked.verb):
        return refuse(trouble)
    if asked.verb in ("play", "sandbox") and asked.file and (fault := unreadable(asked.file)):
        print(fault, file=sys.stderr)
        return 1
    if asked.verb in (None, "play"):
        return window(asked.file if asked.verb else None)
    if asked.verb == "sandbox":
        return window(None, lambda program: (program.sandbox(asked.file),))
    if asked.verb == "demo":
        return demonstration(asked.name)
    if asked.verb == "illustrate":
        return illustrated(asked.out)
    from game.cli import commands

    if asked.verb == "picture":
        return commands.picture(asked, draw)
    return int(getattr(commands, asked.verb)(asked))


def parser() -> argparse.ArgumentParser:
    """Every verb with its arguments."""
    whole = argparse.ArgumentParser("main.py", description="A plotting table for ships that shoot. Without a verb: the menu.")
    verbs = whole.add_subparsers(dest="verb", metavar="VERB")
    play = verbs.add_parser("play", help="open a battle, or take up a saved one, in the window")
    play.add_argument("file", type=Path)
    sandbox = verbs.add_parser("sandbox", help="open the sandbox, on any battle file or with a ship a side")
    sandbox.add_argument("file", type=Path, nargs="?")
    demo = verbs.add_parser("demo", help="show a rule step by step in the window; without a name, the gallery of them")
    demo.add_argument("name", nargs="?", help="a demonstration by its name, or any battle file")
    check = verbs.add_parser("check", help="run the scripts of battle files and hold them to what they expect")
    check.add_argument("files", type=Path, nargs="+", metavar="FILE", help="a battle file, or a folder of them")
    battle = verbs.add_parser("battle", help="let computer players fight a battle to its end")
    battle.add_argument("file", type=Path)
    battle.add_argument("--players", nargs="+", default=["random"], metavar="PLAYER", help="one a side, in the file's order")
    battle.add_argument("--seed", type=count, default=0)
    battle.add_argument("--games", type=count, default=1, help="so many battles, each with the next seed")
    battle.add_argument("--turns", type=count, help="stop after this turn")
    battle.add_argument("--save", type=Path, metavar="OUT", help="write the battle down as a save")
    battle.add_argument("--force", action="store_true", help="put the save in place of whatever file stands at OUT")
    replay = verbs.add_parser("replay", help="read out the minutes of a saved battle")
    replay.add_argument("file", type=Path, metavar="SAVE")
    replay.add_argument("--verify", action="store_true", help="play it again from the recorded faces and from the seed")
    picture = verbs.add_parser("picture", help="draw the battle screen at one step of a battle file's script")
    picture.add_argument("file", type=Path)
    picture.add_argument("--step", type=count, metavar="N", help="entries of the script played before; default: all")
    picture.add_argument("--size", type=size, default=(1920, 1080), metavar="WxH", help="pixels; default 1920x1080")
    picture.add_argument("--scale", type=scale, default=1.0, help="size of everything on the screen, 0.75 to 3")
    picture.add_argument("--out", type=Path, required=True, metavar="PNG")
    pages = verbs.add_parser("illustrate", help="write the demonstrations as pages with pictures, one a rule, and an index")
    pages.add_argument("out", type=Path, help="the folder")
    cost = verbs.add_parser("cost", help="mass and points of designs, or why they cannot be built")
    cost.add_argument("designs", nargs="+", metavar="DESIGN", help="a design file, or the name of a design of the game")
    schema = verbs.add_parser("schema", help="write the JSON Schemas of battle and design files, for editors")
    schema.add_argument("out", type=Path, nargs="?", default=Path("schemas"), help="the folder; default: schemas")
    return whole


def count(text: str) -> int:
    """A whole number, not below nothing."""
    if text.isdecimal() and len(text) <= 18:
        return int(text)
    raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 0 up")


def scale(text: str) -> float:
    """A factor from 0.75 to 3."""
    try:
        if 0.75 <= (factor := float(text)) <= 3:
            return factor
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"'{text}' is not a scale from 0.75 to 3")


def size(text: str) -> tuple[int, int]:
    """`1280x800` as width and height in pixels."""
    width, _, height = text.lower().partition("x")
    if width.isdigit() and height.isdigit() and 320 <= int(width) <= 8000 and 200 <= int(height) <= 8000:
        return int(width), int(height)
    raise argparse.ArgumentTypeError(f"'{text}' is not a size such as 1280x800 (320x200 to 8000x8000)")


def unknown(word: str) -> str:
    """What to say of a verb that does not exist."""
    if os.path.exists(word):
        return f"To open {word}: python main.py play {word}"
    near = get_close_matches(word, VERBS, 1)
    return f"There is no verb '{word}'. " + (f"Did you mean '{near[0]}'?" if near else f"The verbs are {', '.join(VERBS)}.")


def unfit(verb: str | None) -> str:
    """Why the verb cannot be done on this machine, in one sentence; empty if it can."""
    missing = [name for name in ("yaml", "ruamel", "pydantic", "numpy", "shapely", "pymunk") if util.find_spec(name) is None]
    if missing:
        return f"{missing[0]} is not installed here: run make play, or pip install -r requirements.txt."
    if verb not in (None, "play", "sandbox", "demo", "picture", "illustrate"):
        return ""
    kinds = [name for name in ("pygame", "pygame-ce") if installed(name)]
    if len(kinds) == 2:
        return (
            "Both pygame and pygame-ce are installed here, and one spoils the other: "
            "pip uninstall pygame pygame-ce, then pip install -r requirements.txt."
        )
    if "pygame-ce" not in kinds:
        return "pygame-ce is not installed here: run make play, or pip install -r requirements.txt."
    if verb not in ("picture", "illustrate") and not screen():
        return NO_SCREEN
    return ""


def installed(name: str) -> bool:
    """Is a package of this name installed?"""
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def screen() -> bool:
    """Is there something to open a window on?"""
    if sys.platform in ("win32", "darwin") or os.environ.get("SDL_VIDEODRIVER"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def unreadable(path: Path) -> str:
    """Why a file cannot be opened as a battle, for the terminal it was named in; empty if it can."""
    from game.battle.loader import set_up
    from game.formats.validation import BadFile

    try:
        set_up(path)
    except BadFile as bad:
        return str(bad)
    return ""


def demonstration(name: str | None) -> int:
    """Open the window on the gallery, or on one demonstration."""
    from game.demonstrations.catalogue import found

    try:
        path = found(name) if name else None
    except LookupError as why:
        return refuse(str(why))

    def then(program: Program) -> Iterator[Answer]:
        yield Push(program.gallery())
        if path is not None:
            yield program.demonstration(path)

    from game.ui.host.screen import Push

    return window(None, then)


def window(file: Path | None, then: Callable[[Program], Iterable[Answer]] | None = None) -> int:
    """Open the window, on the menu or on one battle, or with what `then` lays over the menu."""
    import pygame

    try:
        pygame.display.init()
    except pygame.error:
        return refuse(NO_SCREEN)
    if pygame.display.get_driver() in ("dummy", "offscreen") and not os.environ.get("SDL_VIDEODRIVER"):
        return refuse(NO_SCREEN)  # a display is named, but nobody answers there
    from game.ui.app.program import run

    return run(file, then)


def draw(opened: Opened, out: Path, pixels: tuple[int, int], scale: float) -> None:
    """Draw the battle screen of a battle into a PNG file."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    from game.export.picture import write_picture

    write_picture(opened, out, pixels, scale)


def illustrated(out: Path) -> int:
    """Write the demonstrations as pages into a folder, and say how many there are."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    from game.export.pages import illustrate

    try:
        written = illustrate(out, say=lambda words: print(words, flush=True))
    except OSError as trouble:
        return refuse(f"{trouble.filename or out} cannot be written: {trouble.strerror or trouble}.")
    for bad in written.bad:
        print(bad, file=sys.stderr)
    print(f"{written.pages} pages and {written.pictures} pictures in {out}: begin with {out / 'index.html'}")
    return 1 if written.bad else 0


def refuse(why: str) -> int:
    """Say why not, and give the exit code for it."""
    print(why, file=sys.stderr)
    return 2


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:  # the reader of our lines has gone: nothing more to say
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
