"""The fates of pieces under their orders, in the words and marks of the screen; no part of the rules."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from game.battle.danger import DANGERS
from game.core.display import Point, Pose, Risk, percents
from game.core.forecast import Fate
from game.core.names import short_rule
from game.core.state import AnyState, Outcome

GRAVE = 0.05  # the chance from which a danger is red; smaller ones are yellow
SURE, NONE = "certain", "none"  # as returned by `percent`
SLIGHT = 0.01  # a less likely loss is not shown in place of a likelier harm
DOUBTFUL = 0.05  # a chance known only to be at most this is not shown
SHOWN = 3  # most causes of a loss named in one line
LINES = 5  # most lines on the card of an order


@dataclass(frozen=True, slots=True)
class Doom:
    """A piece that its order may cost: its path, the place of the possible loss, and what happens, in a few words.
    Without a place the path goes to its end, or `leaves` the table. A chance that is not `grave` is drawn in yellow."""

    path: tuple[Point, ...]
    words: str
    at: Point | None = None
    leaves: bool = False
    grave: bool = True
    lines: tuple[tuple[str, str], ...] = ()  # the order's card: words, and a figure at their right
    rule: str = ""

    @property
    def first_words(self) -> str:
        """Why it is in danger: the possible loss, or else the first damage."""
        return self.words or " ".join(next(iter(self.lines), ()))


def losses(fate: Fate) -> list[Risk]:
    """Return the risks that may cost the piece itself."""
    return [risk for risk in fate.risks if risk.tone == "bad" and risk.chance > 0]


def harms(fate: Fate) -> list[Risk]:
    """Return the risks that may cost a part of it, or its move; without slight ones that are not known exactly."""
    told = [risk for risk in fate.risks if risk.tone in ("harm", "note")]
    return [risk for risk in told if risk.chance > 0 or risk.most >= DOUBTFUL]


def in_danger(fate: Fate) -> bool:
    """Return whether the piece may be lost, or harmed on its way."""
    return any(risk.tone in DANGERS and risk.chance > 0 for risk in fate.risks)


def is_grave(fate: Fate) -> bool:
    """Return whether the piece is lost with more than a small chance."""
    return fate.lost >= GRAVE


def lost_percent(fate: Fate) -> str:
    """Return the chance that the piece is lost, as far as its dice were followed: `40 to 60 %`."""
    return percents(fate.lost, min(1.0, fate.lost + fate.unlikely_tail))


def chance_words(fate: Fate) -> str:
    """Return the same; empty if the loss is certain."""
    said = lost_percent(fate)
    return "" if said == SURE else said


def chance_of(risk: Risk) -> str:
    """Return the chance of one risk in words, as far as dice were followed."""
    return percents(risk.chance, risk.most)


def row_words(fate: Fate) -> tuple[str, str]:
    """Return the danger for a line of the list, and for little room: `Tavira: lost 50 %`, `lost 50 %`."""
    found, harm = losses(fate), next(iter(harms(fate)), None)
    if harm and (not found or harm.chance > fate.lost):
        words, said, lost = _harm_words(fate), chance_of(harm), lost_percent(fate)
        if found and lost != NONE:
            little = f"harm {said.removeprefix(SURE)}".strip()
            return f"{words}, lost {lost}", brief_words(found[0], fate) if fate.lost >= SLIGHT else little
        return words, f"harm {said.removeprefix(SURE)}".strip()
    if not found:
        return "", ""
    if len(found) == 1:
        return risk_words(found[0], lost_percent(fate)), brief_words(found[0], fate)
    named = " and ".join(dict.fromkeys(one.what for one in found[:SHOWN] if one.what))
    lost = f"lost {chance_words(fate)}".strip()
    return f"{named}: {lost}" if named else lost, lost


def _harm_words(fate: Fate) -> str:
    """Return the likeliest harm; if the piece does it to itself, also the next of another kind, as two drive strains
    are alike."""
    first, *others = harms(fate)
    kind = first.words.rpartition(": ")[2]
    more = (one for one in others if first.tone == "note" and one.words.rpartition(": ")[2] != kind)
    return ", ".join(risk_words(one, chance_of(one)) for one in (first, *islice(more, 1)))


def risk_words(risk: Risk, chance: str) -> str:
    """Return a risk in words with its chance; a certain one has no figure."""
    words = danger_words(risk)
    return words if chance == SURE else f"{words} {chance}"


def danger_words(risk: Risk) -> str:
    """Return the danger and its cause; for leaving the table, the two are one."""
    if risk.leaves:
        return f"leaves the {risk.leaves}"
    # `is caught by the explosion of Tern` is wrong for Tern itself
    told_whole = not risk.what or (risk.tone != "bad" and risk.what in risk.words)
    return risk.words if told_whole else f"{risk.what}: {lost_words(risk)}"


def lost_words(risk: Risk) -> str:
    """Return the words for a loss with a named cause; for a mere harm, the rule's words."""
    return "lost" if risk.tone == "bad" else risk.words


def brief_words(risk: Risk, fate: Fate) -> str:
    """Return the same in two or three words."""
    said = "lost" if not risk.leaves else f"off {risk.leaves}" if risk.leaves != "battle" else "off table"
    return f"{said} {chance_words(fate)}".strip()


def plate_words(fate: Fate) -> str:
    """Return the danger in full; a certain loss is called the end of the piece."""
    words = row_words(fate)[0]
    return words if fate.lost < 1 or words.endswith("lost") else f"{words}: gone"


def card_lines(fate: Fate) -> tuple[tuple[str, str], ...]:
    """Return lines of the card as words and figure: the chance of any loss, each cause, remedies, harms. There are at
    most `LINES`, so that the card hides little of the board: remedies are left out first, then the least likely causes
    are only counted."""
    found, told = losses(fate), [*losses(fate), *harms(fate)]
    first, rows = ([("out of the battle", lost_percent(fate))] if len(found) > 1 else []), list[tuple[str, str]]()
    for one in told:
        rows.append((danger_words(one), chance_of(one)))
        if one.tone == "bad" and (saves := one.saves or ("" if one.leaves or not one.what else one.words)):
            rows.append((saves, f"F1  {short_rule(one.rule)}".strip()))
        elif len(found) == 1 and one is found[0] and one.rule:
            rows.append(("it is out of the battle", f"F1  {short_rule(one.rule)}"))
    if len(first) + len(rows) <= LINES:
        return *first, *rows
    if len(first) + len(told) <= LINES:
        return *first, *((danger_words(one), chance_of(one)) for one in told)
    likely = sorted(told, key=lambda one: -one.chance)[: LINES - 1 - len(first)]
    kept = [(danger_words(one), chance_of(one)) for one in told if one in likely]
    return *first, *kept, (f"and {len(told) - len(kept)} more", "")


def end_words(state: AnyState, end: Outcome, others_move: bool) -> str:
    """Return what ends the battle with this turn, as foretold without fire."""
    winner = f"{state.sides[end.winner].name} wins" if end.winner else "a draw"
    others = "the others hold on and " if others_move else ""
    return f"If {others}nobody fires, most likely the end of it: {winner}, {end.why}"


def doom_of(fate: Fate, pose: Pose) -> Doom | None:
    """Return the board's mark of a loss, on the way to the order's destination; None if the piece is not lost."""
    found = losses(fate)
    if not found and not harms(fate):
        return None
    first = next(iter(found), None)
    leaves = any(one.leaves for one in found)
    return Doom(
        pose.path or (pose.at,),
        plate_words(fate) if found else "",
        first.at if first and not leaves else None,
        leaves,
        is_grave(fate),
        card_lines(fate),
        (found or harms(fate))[0].rule,
    )
