"""The command line: every verb with its arguments. Nothing of the game is loaded here."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from game.core.installation import TITLE, command
from game.demonstrations.film_look import COLOURS, FRAMES, USUAL

ABOUT = "A plotting table for ships that shoot. Without a verb: the menu."
CODES = (
    "The exit code is 0 for success, 1 if a file is faulty or a check fails, 2 for wrong usage or a command that "
    "cannot be carried out, and 130 after Ctrl+C."
)
HEADLESS = (
    "check", "battle", "fleet", "replay", "account", "picture", "illustrate", "film", "sheets", "cost", "import",
    "export", "schema", "lab", "ladder", "far",
)  # fmt: skip
PAPERS = ("a4", "letter")
FORMS = ("ftfm", "text")
TASTES = {"large": "few and large", "mixed": "mixed", "small": "many and small"}  # of random fleets
PLACED = ("left-right", "top-bottom")  # the edges that two fleets begin at
VERBS = ("play", "lesson", "sandbox", "demo", *HEADLESS)


def parser(program: str = command()) -> argparse.ArgumentParser:
    """Return the parser with every verb and its arguments; `program` is the command line before the verb."""
    whole = argparse.ArgumentParser(program, description=ABOUT, epilog=CODES)
    whole.add_argument("--version", action="version", version=TITLE, help="print the version and end")
    verbs = whole.add_subparsers(dest="verb", metavar="VERB")
    play = _verb(verbs, "play", "open a battle, or continue a saved one, in the window or as plain text")
    play.add_argument("file", type=Path, metavar="FILE", help="a battle file, or a save")
    play.add_argument("--text", action="store_true", help="at the terminal, for a screen reader or a remote connection")
    who = "with --text, of a new battle: one a side, in the file's order, such as human captain; default: the file's"
    play.add_argument("--players", nargs="+", metavar="PLAYER", help=who)
    lesson = _verb(verbs, "lesson", "learn a game by doing, in the window; about ten minutes")
    lesson.add_argument("game", nargs="?", metavar="GAME", help="a game, such as full-sail, or a file with a lesson")
    sandbox = _verb(verbs, "sandbox", "open the sandbox, on any battle file or with a ship a side")
    sandbox.add_argument("file", type=Path, nargs="?", metavar="FILE", help="a battle file, a save or a sandbox")
    demo = _verb(verbs, "demo", "show a rule step by step in the window; without a name, the gallery of them")
    demo.add_argument("name", nargs="?", metavar="NAME", help="a demonstration by its name, or any battle file")
    _whose(demo)
    _battles(verbs)
    pages = _verb(
        verbs, "illustrate", "write the rule book as HTML or PDF, or the demonstrations as pages with pictures"
    )
    words = "a file that ends in .html or .pdf: the rule book; or a folder: a page a rule, and an index"
    pages.add_argument("out", type=Path, metavar="OUT", help=words)
    words = "of the rule book only one game, or one chapter: sail, full-thrust-base/5"
    pages.add_argument("--chapter", default="", metavar="ADDRESS", help=words)
    pages.add_argument(
        "--paper",
        choices=tuple(PAPERS),
        default="a4",
        metavar="SIZE",
        help=f"of a PDF: {' or '.join(PAPERS)}, default a4",
    )
    _film(_verb(verbs, "film", "write a saved battle as a film: a page for a browser, or a moving picture"))
    _sheets(_verb(verbs, "sheets", "write the sheets of ships for paper, as PDF or SVG"))
    cost = _verb(verbs, "cost", "print mass and points of designs, or why they cannot be built")
    cost.add_argument("designs", nargs="+", metavar="DESIGN", help="a design file, or the name of a design of the game")
    _exchange(verbs)
    schema = _verb(verbs, "schema", "write the JSON Schemas of battle and design files, for editors")
    schema.add_argument(
        "out", type=Path, nargs="?", default=Path("schemas"), metavar="FOLDER", help="the folder; default: schemas"
    )
    _lab(_verb(verbs, "lab", "compute exact odds of fighters and missiles under both rules of point defence"))
    _ladder(_verb(verbs, "ladder", "measure computer players against each other"))
    _far(_verb(verbs, "far", "play against somebody elsewhere by files that you hand each other"))
    return whole


def _verb(verbs: argparse._SubParsersAction[argparse.ArgumentParser], name: str, words: str) -> argparse.ArgumentParser:
    """Add a verb. The same words stand in the list of verbs and in the help of the verb itself."""
    return verbs.add_parser(name, help=words, description=f"{words[0].upper()}{words[1:]}.")


def _battles(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the verbs that play battles, or read saves of them."""
    check = _verb(
        verbs,
        "check",
        "run the scripts of battle files and compare the results with expectations; check designs, fleets",
    )
    check.add_argument(
        "files", type=Path, nargs="+", metavar="FILE", help="a battle file, a design, a fleet, or a folder of them"
    )
    _battle(_verb(verbs, "battle", "let computer players fight a battle to its end; or place two fleets for one"))
    _fleet(_verb(verbs, "fleet", "buy a random fleet by points"))
    replay = _verb(verbs, "replay", "print the log of a saved battle")
    replay.add_argument("file", type=Path, metavar="SAVE", help="a saved battle")
    replay.add_argument("--verify", action="store_true", help="play it again from the recorded faces and from the seed")
    _whose(replay)
    account = _verb(
        verbs,
        "account",
        "print what each ship of a battle dealt and took, by turn and by weapon, and how lucky its dice were",
    )
    account.add_argument("file", type=Path, metavar="SAVE", help="a saved battle")
    _whose(account)
    for kind, words in (("csv", "every figure as CSV"), ("html", "a page of its own"), ("png", "a picture of it")):
        told = f"{words}; default: beside SAVE"
        account.add_argument(f"--{kind}", type=Path, nargs="?", const=Path(), metavar="OUT", help=told)
    picture = _verb(verbs, "picture", "draw the battle screen at one step of a battle file's script")
    picture.add_argument("file", type=Path, metavar="FILE", help="a battle file, or a save")
    _whose(picture)
    picture.add_argument("--step", type=count, metavar="N", help="entries of the script played before; default: all")
    picture.add_argument("--size", type=size, default=(1920, 1080), metavar="WxH", help="pixels; default 1920x1080")
    picture.add_argument(
        "--scale", type=scale, default=1.0, metavar="FACTOR", help="size of everything on the screen, 0.75 to 3"
    )
    picture.add_argument("--out", type=Path, required=True, metavar="PNG", help="the file to write")


def _battle(battle: argparse.ArgumentParser) -> None:
    """Add the arguments of `battle`."""
    battle.add_argument("file", type=Path, nargs="?", metavar="FILE", help="a battle file")
    battle.add_argument(
        "--players",
        nargs="+",
        metavar="PLAYER",
        help="one a side, in the file's order; one alone plays every side; default: random, for fleets human",
    )
    battle.add_argument("--seed", type=count, metavar="N", help="the first seed; default 0, for fleets a new one")
    battle.add_argument("--games", type=count, metavar="N", help="the number of battles, each with the next seed")
    battle.add_argument("--turns", type=count, metavar="N", help="stop after this turn")
    battle.add_argument("--save", type=Path, metavar="OUT", help="write the battle to a file as a save")
    battle.add_argument(
        "--force", action="store_true", help="overwrite any file with the save, or with the battle of two fleets"
    )
    two = battle.add_argument_group("two fleets", "instead of FILE: a battle file of two fleets, placed by rule")
    two.add_argument("--fleets", nargs=2, metavar="FLEET", help="the file of a fleet, or the name of a saved one")
    two.add_argument("--points", type=count, metavar="N", help="the most that either may cost; default: no limit")
    two.add_argument("--table", metavar="NAME", help="the table of a scenario, by its title; default: an empty one")
    two.add_argument("--edges", choices=PLACED, metavar="EDGES", help=f"{' or '.join(PLACED)}; default: {PLACED[0]}")
    two.add_argument("--out", type=Path, metavar="BATTLE", help="the battle file to write")


def _fleet(fleet: argparse.ArgumentParser) -> None:
    """Add the arguments of `fleet`."""
    fleet.add_argument("--points", type=count, metavar="N", help="the limit; default: an evening's, by game")
    fleet.add_argument(
        "--for", dest="folder", metavar="FLEET", help="the fleet whose designs it buys; default: the first"
    )
    fleet.add_argument("--game", metavar="GAME", help="its game; default: the first that has such a fleet")
    fleet.add_argument(
        "--seed", type=count, default=1, metavar="N", help="another number buys another fleet; default 1"
    )
    words = "; ".join(f"{key}: {taste}" for key, taste in TASTES.items() if key != taste)
    fleet.add_argument("--taste", choices=TASTES, default="mixed", metavar="TASTE", help=f"{words}; default: mixed")
    fleet.add_argument("--no-carriers", action="store_true", help="without ships that carry fighters")
    fleet.add_argument("--own", action="store_true", help="your own designs too")
    fleet.add_argument("--name", metavar="NAME", help="its name; default: that of the fleet it buys from")
    fleet.add_argument("--out", type=Path, metavar="FILE", help="the fleet file to write; default: printed only")
    fleet.add_argument("--force", action="store_true", help="overwrite FILE")


def _whose(verb: argparse.ArgumentParser) -> None:
    """Add the option for the side whose view of a battle is shown."""
    verb.add_argument("--side", "--seat", metavar="SIDE", help="show a battle in progress as this side knows it")


def _film(film: argparse.ArgumentParser) -> None:
    """Add the arguments of `film`."""
    film.add_argument("file", type=Path, metavar="SAVE", help="a saved battle")
    film.add_argument(
        "--out", type=Path, required=True, metavar="FILM", help="a file that ends in .html, .webp or .gif"
    )
    _whose(film)
    film.add_argument("--turns", type=turns, metavar="N-M", help="only these turns, such as 3 or 2-4; default: all")
    picture = film.add_argument_group("moving pictures", "the fewer pixels, frames and colours, the smaller the file")
    picture.add_argument("--size", type=size, default=USUAL.size, metavar="WxH", help="pixels; default 800x540")
    picture.add_argument(
        "--speed", type=speed, default=USUAL.speed, metavar="TIMES", help="0.5 to 8 times as fast as usual"
    )
    picture.add_argument(
        "--frames",
        type=within(*FRAMES),
        default=USUAL.frames,
        metavar="N",
        help=f"frames of each movement, {FRAMES[0]} to {FRAMES[1]}; default {USUAL.frames}",
    )
    picture.add_argument(
        "--colours",
        type=within(*COLOURS),
        default=USUAL.colours,
        metavar="N",
        help=f"colours, {COLOURS[0]} to {COLOURS[1]}; default {USUAL.colours}",
    )


def _sheets(sheets: argparse.ArgumentParser) -> None:
    """Add the arguments of `sheets`."""
    sheets.add_argument(
        "files", type=Path, nargs="+", metavar="FILE", help="a battle, a save, a fleet or a design, or a folder of them"
    )
    sheets.add_argument(
        "--out", type=Path, required=True, metavar="OUT", help="a file that ends in .pdf, or in .svg: one a page"
    )
    sheets.add_argument(
        "--paper", choices=PAPERS, default="a4", metavar="SIZE", help=f"{' or '.join(PAPERS)}, default a4"
    )
    sheets.add_argument(
        "--a-page", type=within(2, 4), default=4, metavar="N", help="at most so many ships on a page, 2 to 4"
    )
    sheets.add_argument("--as-now", action="store_true", help="with lost boxes crossed off, not as built")
    _whose(sheets)


def _exchange(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the verbs for designs of other programs."""
    taken = _verb(verbs, "import", "import designs of other programs, and list what is left out or changed")
    taken.add_argument("files", type=Path, nargs="+", metavar="FILE", help="a file of another program")
    taken.add_argument("--to", type=Path, metavar="FOLDER", help="where they are written; default: your own designs")
    taken.add_argument("--check", action="store_true", help="only list; write nothing")
    given = _verb(verbs, "export", "write designs for another program, or as text, and list what that does not support")
    given.add_argument(
        "designs", nargs="+", metavar="DESIGN", help="a design file, or the name of a design of the game"
    )
    words = "ftfm: for FullThrustFleetManager; text: plain text"
    given.add_argument("--as", dest="form", choices=FORMS, required=True, metavar="FORM", help=words)
    given.add_argument("--out", type=Path, metavar="FILE", help="the file to write; default: printed")


def _lab(lab: argparse.ArgumentParser) -> None:
    """Add the arguments of `lab`."""
    lab.add_argument(
        "file", nargs="?", metavar="FILE", help="a file of the lab, or a study by its name; without it, the window"
    )
    lab.add_argument("--list", action="store_true", help="list the studies of the program")
    lab.add_argument(
        "--out",
        type=Path,
        metavar="FOLDER",
        help="write the results there; a study continues with the results found there",
    )
    lab.add_argument("--csv", action="store_true", help="CSV only; without a folder, printed")
    lab.add_argument("--json", action="store_true", help="JSON only; without a folder, printed")
    _workers(lab)


def _workers(verb: argparse.ArgumentParser) -> None:
    """Add the options for the workers of a long-running verb."""
    verb.add_argument("--jobs", type=count, default=1, metavar="N", help="number of processes (needs joblib)")
    verb.add_argument("--dask", default="", metavar="ADDRESS", help="use this Dask cluster (needs distributed)")


def _ladder(ladder: argparse.ArgumentParser) -> None:
    """Add the arguments of `ladder`."""
    ladder.add_argument(
        "files", type=Path, nargs="*", metavar="FILE", help="a battle file, or a folder of them; default: the openings"
    )
    ladder.add_argument(
        "--players", nargs="+", required=True, metavar="PLAYER", help="the players; one alone fights itself"
    )
    ladder.add_argument(
        "--games",
        type=within(1, 100_000),
        default=10,
        metavar="N",
        help="number of seeds for every two players and file, each with seats swapped; default 10",
    )
    ladder.add_argument("--seed", type=count, default=0, metavar="N", help="the first seed; default 0")
    ladder.add_argument(
        "--until-told", action="store_true", help="stop the battles of two players once it is known who is stronger"
    )
    _workers(ladder)
    ladder.add_argument(
        "--out",
        type=Path,
        metavar="FOLDER",
        default=Path("ladder-results"),
        help="write the results there, and continue with those found there; default: ladder-results",
    )


def _far(far: argparse.ArgumentParser) -> None:
    """Add the verbs of `far`."""
    acts = far.add_subparsers(dest="act", metavar="ACT", help="default: list")
    _verb(acts, "list", "list your far battles, and what each waits for")
    begin = _verb(acts, "invite", "begin a battle, and write the invitation for the other player")
    begin.add_argument("file", type=Path, metavar="FILE", help="a battle file")
    begin.add_argument("--days", type=within(1, 365), default=7, metavar="N", help="time for an answer; default 7")
    words = "time for a decision while both are connected directly; default: none"
    begin.add_argument("--minutes", type=within(1, 600), metavar="N", help=words)
    words = (
        "house rule Plans: off is shot by shot, standing seals them with the moves; default: plans, or as the file says"
    )
    begin.add_argument("--plans", choices=("off", "plans", "standing"), help=words)
    join = _verb(acts, "accept", "accept an invitation, and write the acceptance")
    join.add_argument("file", type=Path, metavar="FILE", help="the invitation; - for standard input")
    for one in (begin, join):
        one.add_argument("--side", metavar="SIDE", help="the side that you play; default: the first that is free")
    taken = _verb(acts, "take", "take in what the other player has handed over, and print what is new")
    words = "a file, or a folder of them; default: standard input"
    taken.add_argument("files", type=Path, nargs="*", metavar="FILE", help=words)
    shown = _verb(acts, "show", "print a battle as you may see it, and what is asked of you")
    typed = _verb(acts, "play", "give orders at the table in plain text, as with play --text")
    given = _far_hand(acts)
    direct = _verb(acts, "meet", "play over a direct connection: orders are typed, an empty line hands over")
    where = direct.add_mutually_exclusive_group(required=True)
    where.add_argument("--listen", metavar="PORT", help="wait for the other player at this port, or ADDRESS:PORT")
    where.add_argument("--call", metavar="ADDRESS:PORT", help="call the other player there")
    over = _verb(acts, "claim", "break a battle off, as the other player does not answer any more")
    back = _verb(acts, "back", "wish to take back what you have handed over last, or answer such a wish")
    answer = back.add_mutually_exclusive_group()
    answer.add_argument("--agree", action="store_true", help="agree to what the other player wishes to take back")
    answer.add_argument("--decline", action="store_true", help="do not agree: all stays as it is")
    gone = _verb(acts, "remove", "take a battle that is over, broken off or refused off your list; its files are kept")
    gone.add_argument("name", metavar="ID", help="its id, or the beginning of it")
    gone.add_argument("--undo", action="store_true", help="put it back")
    again = _verb(acts, "resend", "write what you have handed over once more, for the case that it was lost")
    again.add_argument(
        "--from", dest="first", type=count, default=0, metavar="N", help="from this number; default: all"
    )
    again.add_argument("--all", action="store_true", help="what the others have handed over too, for one who lost it")
    saved, moved = _far_files(acts)
    words = "its id, or the beginning of it; default: the only one under way"
    for one in (shown, typed, given, direct, over, back, again, saved, moved):
        one.add_argument("--battle", metavar="ID", help=words)
    for one in (begin, join, given, over, back, again, moved):
        one.add_argument("--to", type=Path, metavar="PATH", help="a folder or file to write it to; default: printed")


def _far_hand(acts: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    given = _verb(acts, "hand", "give orders, and hand over what is ready")
    given.add_argument(
        "orders", nargs="*", metavar="ORDER", help="an order in notation, such as 'lancet: S1+2' or 'azure: lock'"
    )
    given.add_argument("--file", type=Path, metavar="FILE", help="more orders, one a line; - for standard input")
    given.add_argument("--take-back", type=count, default=0, metavar="N", help="first take back the last N orders")
    given.add_argument("--draft", action="store_true", help="only keep the orders; hand nothing over")
    words = "let a computer player, such as captain, give the rest of the orders"
    given.add_argument("--computer", metavar="PLAYER", help=words)
    given.add_argument("--say", metavar="TEXT", help="words to the other player")
    return given


def _far_files(
    acts: argparse._SubParsersAction[argparse.ArgumentParser],
) -> tuple[argparse.ArgumentParser, argparse.ArgumentParser]:
    """Add the verbs of `far` that write or read whole battles; return those for one battle: export and seat."""
    proof = _verb(acts, "verify", "check a whole battle from its files alone, without any secret")
    proof.add_argument(
        "files", type=Path, nargs="+", metavar="FILE", help="the files of all players, or folders of them"
    )
    saved = _verb(acts, "export", "write a battle as an ordinary save, up to the last step shown to all")
    saved.add_argument("--out", type=Path, required=True, metavar="SAVE", help="the file to write")
    saved.add_argument("--words", type=Path, metavar="FILE", help="write what was said to this file; default: left out")
    seen = _verb(acts, "watch", "follow a battle of others from its files: print what everybody may see")
    seen.add_argument(
        "files", type=Path, nargs="+", metavar="FILE", help="the files of all players, or folders of them"
    )
    seen.add_argument(
        "--follow", action="store_true", help="go on until the battle is over, with files that come later"
    )
    moved = _verb(acts, "seat", "move your seat to another machine, or hand it to another person, under a password")
    moved.add_argument("--out", type=Path, metavar="FILE", help="write it to this file")
    moved.add_argument("--in", dest="take_up", type=Path, metavar="FILE", help="take it up from this file")
    words = "you are another person: play it on with a key of your own, which the former one signs"
    moved.add_argument("--hand-on", action="store_true", help=f"with --in: {words}")
    moved.add_argument("--password", type=Path, metavar="FILE", help="a file with the password; default: typed")
    return saved, moved


def count(text: str) -> int:
    """Parse a whole number, not negative."""
    if text.isdecimal() and len(text) <= 18:
        return int(text)
    raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 0 up")


def within(least: int, most: int) -> Callable[[str], int]:
    """Return a parser of whole numbers in a range."""

    def read(text: str) -> int:
        if text.isdecimal() and len(text) <= 9 and least <= int(text) <= most:
            return int(text)
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from {least} to {most}")

    return read


def turns(text: str) -> tuple[int, int]:
    """Parse `2-4` as the first and the last turn, and `3` as both."""
    first, dash, last = text.partition("-")
    last = last if dash else first
    if all(one.isdecimal() and len(one) <= 4 for one in (first, last)) and 1 <= int(first) <= int(last):
        return int(first), int(last)
    raise argparse.ArgumentTypeError(f"'{text}' is not a turn such as 3, nor turns such as 2-4")


def scale(text: str) -> float:
    """Parse a factor from 0.75 to 3."""
    try:
        if 0.75 <= (factor := float(text)) <= 3:
            return factor
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"'{text}' is not a scale from 0.75 to 3")


def speed(text: str) -> float:
    """Parse a speed from 0.5 to 8."""
    try:
        if 0.5 <= (times := float(text)) <= 8:
            return times
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"'{text}' is not a speed from 0.5 to 8")


def size(text: str) -> tuple[int, int]:
    """Parse `1280x800` as width and height in pixels."""
    width, _, height = text.lower().partition("x")
    if width.isdigit() and height.isdigit() and 320 <= int(width) <= 8000 and 200 <= int(height) <= 8000:
        return int(width), int(height)
    raise argparse.ArgumentTypeError(f"'{text}' is not a size such as 1280x800 (320x200 to 8000x8000)")
