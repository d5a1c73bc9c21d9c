"""Run one verb of the command line: in the window, or without one. Nothing is loaded before the verb is known.

`main.py` of a checkout and the command `dead-reckoning` of an installed package both call `run`.
"""

from __future__ import annotations

import errno
import gc
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches
from importlib import import_module, metadata, util
from pathlib import Path
from typing import TYPE_CHECKING

from game.cli.parser import HEADLESS, VERBS, parser
from game.cli.streams import let_streams_print_everything, refuse
from game.core.installation import command, packaged

if TYPE_CHECKING:
    from game.account.account import Account
    from game.battle.loader import Opened
    from game.core.orders import Id
    from game.demonstrations.film_look import FilmLook
    from game.demonstrations.steps import StepCursor
    from game.ui.app.program import Program
    from game.ui.host.screen import Answer

# allocations between runs of the garbage collector: a battle keeps most of them, and each run costs a late frame
COLLECT = 50_000
# verbs that write files or play without a window: their modules and functions
FILE_WORK = {
    "lab": ("lab", "lab"), "ladder": ("lab", "ladder"), "far": ("far", "far"), "sheets": ("sheets", "sheets"),
    "fleet": ("fleets", "fleet"), "import": ("exchange", "take_over"), "export": ("exchange", "give_away"),
}  # fmt: skip
MEND = "install Dead Reckoning again with pip" if packaged() else "run make play, or pip install -r requirements.txt"
PACKAGES = {"PIL": "pillow", "yaml": "PyYAML", "ruamel": "ruamel.yaml"}  # where its name differs from its module's
NO_SCREEN = (
    f"There is no screen here to open a window on; without one there are {', '.join(HEADLESS)} ({command()} --help)."
)


def run() -> int:
    """Run the command line as the whole process: Ctrl+C, a closed pipe and a full disk behind the output end it without
    a traceback."""
    gc.set_threshold(COLLECT)
    if getattr(sys, "frozen", False):  # built to stand alone, it is its own Python: a worker does its work here
        import multiprocessing

        multiprocessing.freeze_support()
    let_streams_print_everything()
    try:
        code = main()
        print(end="", flush=True)
        return code
    except KeyboardInterrupt:
        return 130
    except OSError as fault:
        if not isinstance(fault, BrokenPipeError) and (fault.errno != errno.ENOSPC or fault.filename is not None):
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(fault, BrokenPipeError):  # nobody reads the output any more
            return 0
        print("The disk is full: what was printed is cut off.", file=sys.stderr)
        return 1


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line, and return its exit code (`game/cli/exit_codes.py`)."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    given = list(sys.argv[1:] if argv is None else argv)
    if given and not given[0].startswith("-") and given[0] not in VERBS:
        return refuse(unknown(given[0]))
    asked = parser().parse_args(given) if given else Namespace(verb=None)  # the parser takes a while to build
    if trouble := unfit("text" if getattr(asked, "text", False) else asked.verb):
        return refuse(trouble)
    if asked.verb in (None, "play", "sandbox"):
        return open_window(asked)
    if asked.verb in ("demo", "lesson"):
        return lesson(asked.game) if asked.verb == "lesson" else demonstration(asked.name, asked.side)
    if asked.verb == "illustrate":
        from game.cli.sheets import write_pages

        return write_pages(asked)
    if asked.verb == "lab" and not (asked.file or asked.list or unfit("play")):
        return odds_lab()
    if asked.verb == "account":
        return write_account(asked)
    if asked.verb == "film":
        from game.cli.film import film

        return film(asked, develop)
    if asked.verb in FILE_WORK:
        module, name = FILE_WORK[asked.verb]
        return int(getattr(import_module(f"game.cli.{module}"), name)(asked))
    from game.cli import commands

    if asked.verb == "picture":
        return commands.picture(asked, draw)
    return int(getattr(commands, asked.verb)(asked))


def at_the_terminal(asked: Namespace) -> int:
    """Play a battle as plain text."""
    if not asked.text:
        return refuse("--players goes with --text; the window asks who plays.")
    from game.cli.text import play_text

    return play_text(asked)


def open_window(asked: Namespace) -> int:
    """Open the menu, a battle or the sandbox; report a file that cannot be read before opening a window."""
    if asked.verb == "play" and (asked.text or asked.players):
        return at_the_terminal(asked)
    if asked.verb and asked.file and (fault := unreadable(asked.file)):
        print(fault, file=sys.stderr)
        return 1
    if asked.verb == "sandbox":
        return window(None, lambda program: (program.sandbox(asked.file),))
    return window(asked.file if asked.verb else None)


def unknown(word: str) -> str:
    """Return the sentence for a verb that does not exist: the file to open, the nearest verb, or the list of verbs."""
    if os.path.exists(word):
        return f"To open {word}: {command()} play {word}"
    near = get_close_matches(word, VERBS, 1)
    return f"There is no verb '{word}'. " + (
        f"Did you mean '{near[0]}'?" if near else f"The verbs are {', '.join(VERBS)}."
    )


def unfit(verb: str | None) -> str:
    """Return why the verb cannot run on this machine, in one sentence; empty if it can."""
    wanted = ("yaml", "ruamel", "pydantic", "numpy", "shapely", "pymunk", "PIL", "reportlab")
    missing = [name for name in wanted if util.find_spec(name) is None]
    if missing:
        return f"{PACKAGES.get(missing[0], missing[0])} is not installed here: {MEND}."
    if verb not in (None, "play", "lesson", "sandbox", "demo", "picture", "illustrate", "film"):
        return ""
    kinds = [name for name in ("pygame", "pygame-ce") if installed(name)]
    if len(kinds) == 2:
        again = "pygame-ce" if packaged() else "-r requirements.txt"
        return (
            "Both pygame and pygame-ce are installed here, and one spoils the other: "
            f"pip uninstall pygame pygame-ce, then pip install {again}."
        )
    if "pygame-ce" not in kinds:
        return f"pygame-ce is not installed here: {MEND}."
    if verb not in ("picture", "illustrate", "film") and not screen():
        return NO_SCREEN
    return ""


def installed(name: str) -> bool:
    """Return whether a package of this name is installed."""
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def screen() -> bool:
    """Return whether there is a display to open a window on."""
    if sys.platform in ("win32", "darwin") or os.environ.get("SDL_VIDEODRIVER"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def unreadable(path: Path) -> str:
    """Return why a file cannot be opened as a battle, for the terminal; empty if it can."""
    from game.battle.loader import load_start
    from game.formats.validation import BadFile

    try:
        load_start(path)
    except BadFile as bad:
        return str(bad)
    return ""


def demonstration(name: str | None, side: str | None) -> int:
    """Open the window on the gallery, or on one demonstration; a battle under way is shown as a side knows it."""
    from game.battle.loader import open_battle
    from game.battle.seats import seat
    from game.demonstrations.catalogue import find_demonstration
    from game.formats.validation import BadFile

    path = eyes = None
    try:
        path = find_demonstration(name) if name else None
        eyes = seat(open_battle(path), side) if path else None
    except LookupError as why:
        return refuse(str(why))
    except BadFile:
        pass  # the window shows the fault

    def then(program: Program) -> Iterator[Answer]:
        yield Push(program.gallery())
        if path is not None:
            yield program.demonstration(path) if eyes is None else program.replay_save(path, eyes)

    from game.ui.host.screen import Push

    return window(None, then)


def lesson(game: str | None) -> int:
    """Open the window on the lesson of a game, or of the first."""
    from game.lessons.catalogue import find_lesson

    try:
        path = find_lesson(game)
    except LookupError as why:
        return refuse(str(why))
    return window(None, lambda program: (program.lesson(path),))


def window(file: Path | None, then: Callable[[Program], Iterable[Answer]] | None = None) -> int:
    """Open the window, on the menu or on one battle, or with `then` on top of the menu."""
    from game.ui.app.display import display_opens

    if not display_opens():
        return refuse(NO_SCREEN)
    gc.disable()  # nothing allocated before the first frame is garbage; the window switches collection on again
    try:
        from game.ui.app import start

        return start.run(file, then)
    finally:
        gc.enable()


def odds_lab() -> int:
    """Open the window on the odds lab."""
    from game.ui.host.screen import Push

    return window(None, lambda program: (Push(program.lab()),))


def draw(opened: Opened, out: Path, pixels: tuple[int, int], scale: float, side: Id | None) -> None:
    """Draw the battle screen of a battle, as a side sees it if one is named, into a PNG file."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    from game.export.picture import write_picture

    write_picture(opened, out, pixels, scale, side)


def write_account(asked: Namespace) -> int:
    """Print the account of a battle, or write it; a picture of it needs pygame."""
    from game.cli.account import account

    if asked.png is not None and (trouble := unfit("picture")):
        return refuse(trouble)

    def pencil(found: Account) -> bytes:
        from game.export.account import account_picture

        return account_picture(found)

    return account(asked, pencil)


def develop(reel: StepCursor, out: Path, look: FilmLook, say: Callable[[int, int], object]) -> bytes:
    """Make the film that a path names: a page, or a moving picture."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    from game.export.picture import prepare
    from game.ui.film.moving_picture import moving_picture
    from game.ui.film.page import film_page

    prepare()
    ending = out.suffix.lower()
    return film_page(reel) if ending == ".html" else moving_picture(reel, ending[1:].upper(), look, say)
