"""The commands of the text table, besides orders, each with its line of help."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches

from game.battle.idling import rest_pass
from game.core.names import join_words, sentence, whole_percent
from game.core.orders import Id, Illegal, Order, Prompt
from game.demonstrations.reel import reel_of
from game.seating.dangers import plate_words
from game.seating.order_words import briefly
from game.seating.why import ALL_IN_POINTS, models_of, weighed_rows
from game.text import chances, forms, hand, position, rule_pages, sheets
from game.text.pieces import labels, named_piece
from game.text.table import NO, YES, PlainTable
from game.text.terminal import STRAY, plain_word

LINES = 20  # lines of the log that are shown unless another number is typed
OVER = "The battle is over."
NAME_TARGET = "Name the target: all and its name take everything that bears on it."
NOT_YOURS = "You are not asked for an order now."


@dataclass(frozen=True)
class Command:
    """A command: what it does to the table with the words after it, and its line of help."""

    does: Callable[[PlainTable, str], object]
    use: str
    help: str


def obey(table: PlainTable, line: str) -> None:
    """Carry out what was typed: a command, the number of a listed choice, or an order."""
    word, _, rest = line.partition(" ")
    command, table.sure = command_called(word), line.endswith("!")
    if command is not None and not _is_order(table, line):
        command.does(table, rest.strip(STRAY))
    elif _is_listed(table, line):
        _pick(table, int(line))
    else:
        _order(table, line)


def command_called(word: str) -> Command | None:
    """Return the command with a name or another word for it, whatever sign ends the sentence."""
    known = word.casefold() if word in ALIASES else word.strip(STRAY).casefold()
    return COMMANDS.get(ALIASES.get(known, known))


def _is_listed(table: PlainTable, text: str) -> bool:
    """Return whether a text is a number for the last list. A number that is not in the list counts too, unless it is an
    order: 0 stands for straight on."""
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        return False
    return hand.order_picked(table.hand, int(text)) is not None or not _is_order(table, text)


def _is_order(table: PlainTable, line: str) -> bool:
    """Return whether a line that begins like a command is an order that may be given now."""
    view = table.view
    try:
        return bool(table.hand.chosen) and view.why_not(hand.read_order(view, line, table.hand.chosen)) is None
    except Illegal:
        return False


# -- orders ------------------------------------------------------------------------------------------------------------


def _order(table: PlainTable, line: str) -> None:
    view = table.view
    if view.state.outcome:
        table.say(OVER)
        return
    text = line.removesuffix("!").strip()
    head, colon, number = text.partition(":")
    if colon and (key := named_piece(view, head)) and _choose(table, key) and _is_listed(table, number.strip()):
        _pick(table, int(number))
        return
    if key := named_piece(view, text):
        _choose(table, key)
        table.repeat()
        return
    try:
        order = hand.read_order(view, text, table.hand.chosen)
    except hand.NoOrder as why:
        if plain_word(text) in (*YES, *NO):
            table.say("There is no question to answer with yes or no.")
            return
        near = get_close_matches(line.partition(" ")[0].casefold(), COMMANDS, 1)
        table.refuse(why, why.by)
        if near and not colon:
            table.say(f"Did you mean the command {near[0]}? Type help for all of them.")
        return
    table.give(order)


def _choose(table: PlainTable, key: Id) -> bool:
    """Make a piece the one that is ordered next; return whether it may be."""
    view = table.view
    mine = view.mine()
    if mine and key in mine.ids:
        table.hand.chosen = key
        return True
    return False


def _pick(table: PlainTable, number: int) -> None:
    """Put the order of a listed number in hand; in a secret phase it is given at once, as on the form of the window."""
    view = table.view
    order = hand.order_picked(table.hand, number)
    if order is None:
        table.say(f"The last list has no number {number}. Type choices or ends for a new one.")
        return
    if (why := view.why_not(order)) is not None:
        table.refuse(why, order.by)
    elif view.phase.secret:
        table.give(order)
    else:
        table.hand.drafts[order.by] = order
        table.say(f"In hand for {labels(view)[order.by]}: {forms.both(view, order)}.")
        table.say(*chances.order_lines(view, order), "Type give to give it.")
    if table.hand.listed.orders and not table.left:
        again = table.view
        mine = again.mine()
        if mine and order.by in mine.ids:
            table.hand.listed = forms.form_of(again, table.hand.order_of(again, order.by))


def _give(table: PlainTable, rest: str) -> None:
    view, drafts = table.view, table.hand.drafts
    key = _piece(table, rest)
    if not key:
        return
    if key not in drafts and key not in view.written:
        table.say(f"Nothing is in hand for {labels(view)[key]}. Type choices, or type its order.")
    elif key in drafts:
        table.give(drafts[key])
    else:
        table.say(f"{labels(view)[key]} has its order already: {briefly(view, view.draft(key))}.")


def _all(table: PlainTable, rest: str) -> None:
    """Put everything that bears on a target in hand; without one, on the enemy with the most expected damage, or else
    the order that rules of thumb suggest."""
    view, key = table.view, table.hand.chosen
    if not key:
        table.say(NOT_YOURS)
        return
    target = named_piece(view, rest) if rest else ""
    if rest and not target:
        table.say(_nobody(rest))
        return
    if not target and getattr(view.draft(key), "input_mode", "") == "fire":
        target = chances.best_target(view, key)
    order = view.volley(key, target) if target else view.suggestion(key)
    if order is None:
        stop = view.why_not_hit(key, target) if target else None
        unnamed = not target and getattr(view.draft(key), "input_mode", "") != "choose" and chances.bears(view, key)
        table.say(sentence(stop.why) if stop else NAME_TARGET if unnamed else "The rules of thumb name no order here.")
        return
    if (why := view.why_not(order)) is not None:
        table.refuse(why, key)
        return
    table.hand.drafts[key] = order
    table.say(f"In hand for {labels(view)[key]}: {forms.both(view, order)}.")
    table.say(*chances.order_lines(view, order), "Type give to give it.")


def _pass(table: PlainTable, rest: str) -> None:
    """Let one piece do nothing in this phase, after a question if it could act."""
    view, key = table.view, _piece(table, rest)
    if not key:
        return
    if view.phase.secret:
        table.say("Orders are secret here: a ship without one goes on as it is once you lock them.")
        return
    mine = view.mine()
    one = Prompt(mine.side, (key,), (key,)) if mine else None
    order = rest_pass(table.battle, one, whole=False) if one else None
    if order is None:
        table.say(f"{labels(view)[key]} must decide here. Type choices for what it may do.")
        return
    draft = view.draft(key)
    could = [chances.could_act(view, [key])] if draft.forgoes(view.state) else []
    warned = chances.warnings(view, order, table.hand.drafts)
    if table.confirm([*dict.fromkeys((*could, *warned))]):
        table.give(order, sure=True)


def _done(table: PlainTable, rest: str) -> None:
    """End the side's part in the phase: lock secret orders, or let all that wait do nothing."""
    view = table.view
    mine = view.mine()
    if mine is None or view.phase.idle is None:
        table.say(OVER if view.state.outcome else NOT_YOURS)
        return
    able = [key for key in mine.waiting if not view.idles_only(key)]
    if view.phase.secret:
        _lock(table, able)
        return
    moves = any(getattr(view.draft(key), "input_mode", "") == "plot" for key in able if key in view.state.ships)
    if moves and not any(view.draft(key).stays for key in able):
        table.say("Ships that move openly get their orders one by one: pass lets one go on as it is.")
        return
    if table.confirm([chances.could_act(view, able)] if able else [], "End your part of the phase? yes or no"):
        table.flow.rest(mine.side)
        before = len(table.battle.records)
        table.flow.pass_over()
        if len(table.battle.records) == before and (order := rest_pass(table.battle, mine)):
            table.give(order, sure=True)
        table.drop_animations()


def _lock(table: PlainTable, able: list[Id]) -> None:
    """Lock a side's secret orders; first name the ships without one, and those that may be lost."""
    view, drafts = table.view, table.hand.drafts
    mine = view.mine()
    order = view.phase.idle(view.state, mine) if view.phase.idle and mine else None
    if order is None:
        return
    found = [f"{labels(view)[key]} has none: it {view.draft(key).idle_words(view.state)}." for key in able]
    known = chances.fates(view, drafts)
    for key in chances.endangered_pieces(view, drafts):
        found += chances.fate_lines(view, key, known[key])
    if found:
        found += chances.end_lines(view, drafts)
    if table.confirm(found, "Lock the orders? yes or no"):
        table.give(order, sure=True)


def _undo(table: PlainTable, rest: str) -> None:
    try:
        order = table.flow.undo()
    except Illegal as why:
        table.refuse(why)
        return
    view = table.view
    names = labels(view)
    table.say(f"Taken back: {names.get(order.by, order.by)}: {briefly(view, order)}.")
    table.repeat()


# -- looking -----------------------------------------------------------------------------------------------------------


def _nobody(text: str) -> str:
    return f"There is no ship or other piece called “{text[:40]}”. Type ships and enemies for their names."


def _piece(table: PlainTable, rest: str) -> Id:
    """Return the piece with that name, or the chosen one; empty, and say so, if there is none."""
    view = table.view
    key = named_piece(view, rest) if rest else table.hand.chosen
    if not key or view.state.piece(key) is None:
        table.say(_nobody(rest) if rest else NOT_YOURS)
        return ""
    return key


def _look(table: PlainTable, rest: str) -> None:
    table.say(*position.look_lines(table.view))


def _ships(table: PlainTable, rest: str) -> None:
    view = table.view
    for side in view.state.sides if view.side is None else (view.side,):
        table.say(f"{view.state.sides[side].name}:", *position.fleet_lines(view, side))


def _enemies(table: PlainTable, rest: str) -> None:
    view = table.view
    for side in view.state.sides:
        if side != view.side:
            table.say(f"{view.state.sides[side].name}:", *position.fleet_lines(view, side))


def _table(table: PlainTable, rest: str) -> None:
    table.say(*position.table_lines(table.view))


def _sheet(table: PlainTable, rest: str) -> None:
    if key := _piece(table, rest):
        table.say(*sheets.sheet_lines(table.view, key, table.hand.drafts.get(key)))


def _ranges(table: PlainTable, rest: str) -> None:
    if key := _piece(table, rest):
        table.say(f"From {labels(table.view)[key]}:", *position.range_lines(table.view, key))


def _ask_again(table: PlainTable, rest: str) -> None:
    """Say again what is asked, of whom, and which other orders the side may give."""
    view = table.view
    table.say(*position.asked_lines(view, table.hand.drafts, table.hand.chosen))
    table.say(*position.written_lines(view, table.hand.drafts))
    table.say(*(f"You may also type {order}: {title}." for title, order in view.words()))
    for title, phases in view.words_elsewhere().items() if not view.state.outcome else ():
        table.say(f"Not now: {title}. It may be given in the phase {join_words(phases, 'or')}.")


def _choices(table: PlainTable, rest: str) -> None:
    if key := _asked_piece(table, rest):
        view = table.view
        table.hand.listed = forms.form_of(view, table.hand.order_of(view, key))
        table.say(*table.hand.listed.lines)
        if table.hand.listed.orders:
            table.say("Type a number to choose it." + " Type ends for where it can go." * bool(view.ends(key)))


def _asked_piece(table: PlainTable, rest: str) -> Id:
    """Return a piece that may be ordered now, and make it the chosen one; empty, and say so, if it may not be."""
    key = _piece(table, rest)
    if key and not _choose(table, key):
        table.say(f"{labels(table.view)[key]} is not asked for an order now.")
        return ""
    return key


def _ends(table: PlainTable, rest: str) -> None:
    words = rest.split()
    whole, near = "all" in words, ""
    view = table.view
    if "near" in words:
        at = words.index("near")
        near = named_piece(view, " ".join(words[at + 1 :]))
        if view.state.piece(near) is None:
            table.say(_nobody(" ".join(words[at + 1 :])))
            return
        words = words[:at]
    if key := _asked_piece(table, " ".join(one for one in words if one != "all")):
        table.hand.listed = forms.ends_of(view, table.hand.order_of(view, key), near, whole)
        table.say(*table.hand.listed.lines)


def _examples(table: PlainTable, rest: str) -> None:
    if key := _asked_piece(table, rest):
        view = table.view
        table.say(f"Orders for {labels(view)[key]} are written so:", *forms.examples(view, key))
        table.say(*(f"For the whole side: {order}: {title}." for title, order in view.words()))


def _odds(table: PlainTable, rest: str) -> None:
    """Tell the chances of the order in hand, of a typed one, or of one piece's guns against another piece."""
    view, drafts = table.view, table.hand.drafts
    left, sign, right = rest.partition(">")
    if sign and ":" not in left and not (left.strip() and _is_order(table, rest)):
        firer = named_piece(view, left) if left.strip() else table.hand.chosen
        target = named_piece(view, right)
        if not view.state.piece(firer) or not view.state.piece(target):
            table.say(_nobody((right if view.state.piece(firer) else left).strip()))
            return
        table.say(*chances.attack_lines(view, firer, target, drafts))
    elif order := _order_typed(table, rest):
        told = list(chances.order_lines(view, order))
        table.say(f"{labels(view)[order.by]}: {briefly(view, order)}.", *told)


def _risk(table: PlainTable, rest: str) -> None:
    """Tell what may become of a piece by a typed order, or of all pieces by the orders they have."""
    view = table.view
    orders = dict(table.hand.drafts)
    if rest and not named_piece(view, rest):
        order = _order_typed(table, rest)
        if order is None:
            return
        orders[order.by] = order
        table.say(*(chances.risk_line(risk) for risk in view.risks(order)))
        keys = [order.by]
    else:
        keys = [named_piece(view, rest)] if rest else []
    known = chances.fates(view, orders)
    told = [key for key in known if key in keys or (not keys and plate_words(known[key]))]
    for key in told:
        table.say(*chances.fate_lines(view, key, known[key]))
    if not keys:
        table.say(*chances.end_lines(view, orders))
    if not told and not keys:
        table.say("Nothing of yours is in danger but from fire." if known else "No forecast is made in this phase.")


def _order_typed(table: PlainTable, rest: str) -> Order | None:
    """Return a typed order, or the one in hand; None, and say why, if it may not be given."""
    view = table.view
    try:
        if rest:
            order = hand.read_order(view, rest, table.hand.chosen)
        elif table.hand.chosen:
            order = table.hand.order_of(view, table.hand.chosen)
        else:
            table.say(NOT_YOURS)
            return None
    except hand.NoOrder as why:
        table.refuse(why, why.by)
        return None
    if (bar := view.why_not(order)) is not None:
        table.refuse(bar, order.by)
        return None
    return order


def _why(table: PlainTable, rest: str) -> None:
    """Tell why the computer gave its last orders, as far as they were shown."""
    why = table.why
    while why.behind:
        why.work(0.0)
    if not why.numbers:
        table.say(why.silence)
    for number in why.numbers:
        reasons = why.match.reasons.last_turn(table.view.side, len(table.battle.records))[0][number]
        title, heads, rows = weighed_rows(table.view, reasons)
        table.say(f"{labels(table.view).get(reasons.piece, reasons.piece)}, {title}s that were weighed:")
        for words, given, figures in rows:
            told = ", ".join(f"{head} {figure}" for head, figure in zip(heads, figures))
            table.say(f"{words}{' (given)' if given else ''}: {told}.")
        models = models_of(reasons, len(why.people) == 1)
        if models[1]:
            table.say(f"{models[0]} {', '.join(f'{words} {whole_percent(share)}' for words, share in models[1])}.")
    if why.numbers:
        table.say(ALL_IN_POINTS)


def _log(table: PlainTable, rest: str) -> None:
    """Read the last lines of the log, as many as said, all, or those about a piece or with a word."""
    view = table.view
    lines = list(view.log)
    if rest.isdecimal() and len(rest) < 6:
        lines = lines[-int(rest) :] if int(rest) else []
    elif rest and rest.casefold() != "all":
        key = named_piece(view, rest)
        word = rest.casefold()
        lines = [
            one for one in lines if (one.concerns(key) if key else word in position.event_line(view, one).casefold())
        ]
    elif not rest:
        lines = lines[-LINES:]
    table.say(*(position.log_lines(view, lines) if lines else ["Nothing of it stands in the log."]))


def _replay(table: PlainTable, rest: str) -> None:
    """Tell the battle step by step as its replay does, of one turn or from the beginning."""
    view = table.view
    wanted = int(rest) if rest.isdecimal() and len(rest) < 6 else 0
    told = 0
    for step in reel_of(table.battle, view.side).steps:
        if wanted and step.turn != wanted:
            continue
        told += 1
        parts = (step.say.say, step.say.more.replace(" → ", ", then "))
        words = " ".join(f"{part}." if part[1:2] == " " else sentence(part) for part in parts if part)  # f S f: a move
        table.say(f"{view.system.turn_word.capitalize()} {step.turn}. {words}")
    if not told:
        table.say(f"Nothing has happened in {view.system.turn_word} {rest}.")


def _rule(table: PlainTable, rest: str) -> None:
    """Read a page of the rules: by number, by words, or of the last refusal or the present phase."""
    view = table.view
    address = rest or table.hand.refused or view.phase.rule
    table.say(*rule_pages.rule_lines(address, view.system))


def _help(table: PlainTable, rest: str) -> None:
    if command := command_called(rest):
        table.say(f"{command.use}: {command.help}")
    elif rest:
        _rule(table, rest)
    else:
        table.say(*HELP)
        table.say(*(f"{command.use}: {command.help}" for command in COMMANDS.values()))


def _save(table: PlainTable, rest: str) -> None:
    if table.recorder is None:
        table.say("This battle is not saved.")
    else:
        table.say(table.recorder.trouble or f"Every order is saved as it is given, in {table.recorder.journal.path}.")


def _quit(table: PlainTable, rest: str) -> None:
    table.left = True


HELP = (
    "Type an order after the name of its ship, as halyard: P2+2; without a name it is for the ship before the prompt.",
    "Type a name alone to choose that ship. Names may be cut short where only one begins so.",
    "An exclamation mark at the end of an order answers yes to the question whether it is to be given all the same.",
)
COMMANDS: dict[str, Command] = {
    "look": Command(_look, "look", "everything on the table, as you see it"),
    "asked": Command(_ask_again, "asked", "what is asked now, of whom, and what is in hand"),
    "ships": Command(_ships, "ships", "your own ships and other pieces, one a line"),
    "enemies": Command(_enemies, "enemies", "the other side's, as far as you see them"),
    "table": Command(_table, "table", "the size of the table, terrain, wind and other marks"),
    "sheet": Command(_sheet, "sheet NAME", "everything on the sheet of a ship"),
    "ranges": Command(_ranges, "ranges NAME", "range, bearing and arc from a ship to every enemy, and what bears"),
    "choices": Command(_choices, "choices NAME", "the form of its order: every part with its numbered values"),
    "ends": Command(_ends, "ends NAME [all] [near OTHER]", "where a ship can end its move, numbered"),
    "examples": Command(_examples, "examples NAME", "orders that may be given now, as they are written"),
    "all": Command(_all, "all [TARGET]", "take in hand all that bears on a target, or what rules of thumb name"),
    "give": Command(_give, "give [NAME]", "give the order in hand"),
    "pass": Command(_pass, "pass [NAME]", "let a ship do nothing in this phase"),
    "done": Command(_done, "done", "end your part of the phase; secret orders are locked"),
    "odds": Command(_odds, "odds NAME > TARGET, or odds [ORDER]", "exact chances of its guns, or of an order"),
    "risk": Command(_risk, "risk [NAME or ORDER]", "what may be lost by the orders written, with its chance"),
    "why": Command(_why, "why", "the reasons of a computer player for its last orders, once they were shown"),
    "undo": Command(_undo, "undo", "take back the last order, until dice were rolled or orders shown"),
    "log": Command(_log, "log [NUMBER, NAME, WORD or all]", "lines of the log"),
    "replay": Command(_replay, "replay [TURN]", "the battle told step by step"),
    "rule": Command(_rule, "rule [NUMBER or WORDS]", "a page of the rules; alone, of the last refusal or the phase"),
    "help": Command(_help, "help [COMMAND or WORDS]", "this list, or a page of the rules"),
    "save": Command(_save, "save", "where the battle is saved; every order is saved as it is given"),
    "quit": Command(_quit, "quit", "leave; the battle goes on where it was left, here or in the window"),
}
ALIASES = {
    "?": "help", "h": "help", "l": "look", "lock": "done", "end": "done", "exit": "quit", "q": "quit",
    "form": "choices", "status": "asked", "who": "asked", "own": "ships", "foes": "enemies",
    "map": "table", "terrain": "table", "range": "ranges",
}  # fmt: skip
