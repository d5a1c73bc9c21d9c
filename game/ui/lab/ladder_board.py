"""The model of the page of ladders: the plan in hand, the player's ladders, the open one, and the standings of its
players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.core.values import Data
from game.formats.atomic_file import CannotSave
from game.lab.processes import NewestQuestion
from game.lab.running import cores
from game.ladder.background import BackgroundLadder, new_ladder, stored_ladders
from game.ladder.page import failures, other_versions
from game.ladder.plan import LadderFile, LadderPlan, shipped_files
from game.ladder.standings import couple_rows, player_rows
from game.ui.lab.studies import LOOK

USUAL = ("captain", "random")  # players chosen at first


@dataclass(frozen=True)
class StandingsAsked:
    """A question: the standings of a plan's players after these battles, over all games or one. `state` distinguishes
    it from any other question."""

    state: tuple[object, ...]
    rows: Sequence[Data]
    plan: LadderPlan
    game: str


class Standings(NewestQuestion[StandingsAsked]):
    """The standings of players. `players` and `couples` are the rows of figures that answer `known`, the newest
    answered question."""

    def __init__(self) -> None:
        super().__init__()
        self.players: Sequence[Data] = ()
        self.couples: Sequence[Data] = ()
        self.known: StandingsAsked | None = None

    def ask(self, question: StandingsAsked) -> None:
        """Answer a question next, unless it is the same as before."""
        if self.asked is None or self.asked.state != question.state:
            super().ask(question)

    def answer(self, question: StandingsAsked) -> bool:
        """Count the battles of one game, or of all."""
        files = {one.name for one in question.plan.files if question.game in ("", one.game)}
        met, names = [row for row in question.rows if row["file"] in files], question.plan.names
        self.players, self.couples = player_rows(met, names), couple_rows(met, question.plan.couples, {})
        self.known = question
        return True


class LadderBoard:
    """The ladders and the plan in hand. `said` is a sentence for the player. `game` is the key of the game whose
    battles count, empty for all."""

    def __init__(self) -> None:
        self.shipped = shipped_files()
        self.plan = LadderPlan(self.shipped, USUAL)
        self.ladders = stored_ladders()
        self.open: BackgroundLadder | None = None
        self.jobs = max(1, cores() - 1)
        self.said = self.game = ""
        self.standings = Standings()
        self._since = 0.0
        self._seen: object = None

    # -- the plan in hand ----------------------------------------------------------------------------------------------

    @property
    def offered(self) -> Sequence[LadderFile]:
        """The battles that can be chosen: those of the program, and the others of the plan that was opened."""
        opened = self.open.plan.files if self.open and self.open.plan else ()
        return (*self.shipped, *(one for one in dict.fromkeys((*opened, *self.plan.files)) if one not in self.shipped))

    def switch_player(self, name: str) -> None:
        """Add a player to the plan, or remove it."""
        names = self.plan.names
        kept = [one for one in names if one != name] if name in names else [*names, name]
        self.plan = replace(self.plan, players=tuple(kept))

    def switch_files(self, files: Sequence[LadderFile]) -> None:
        """Add battles to the plan, or remove them if all of them are in it."""
        on = set(self.plan.files)
        on = on - {*files} if on >= {*files} else on | {*files}
        self.plan = replace(self.plan, files=tuple(one for one in self.offered if one in on))

    @property
    def refusal(self) -> str:
        """The reason the plan cannot be fought; empty if it can."""
        if not self.plan.players:
            return "Choose at least one player."
        return "" if self.plan.files else "Choose at least one opening."

    @property
    def battles(self) -> int:
        """The number of battles in the plan."""
        plan = self.plan
        each = sum(1 if one == other else 2 for one, other in plan.couples)
        return each * len(plan.files) * plan.games

    # -- ladders -------------------------------------------------------------------------------------------------------

    @property
    def verb(self) -> str:
        """The label of the button, for the action of its next press."""
        if self.open is None:
            return "Begin"
        return "Hold" if self.open.running else "Go on" if self.open.done else "Begin"

    def press(self) -> None:
        """Begin, pause or go on."""
        self.said = ""
        if self.open is not None and self.open.running:
            self.open.hold()
        elif self.refusal:
            self.said = self.refusal
        elif self.open is not None and self.open.busy:
            self.said = "The ladder is still being read."
        else:
            if self.open is None:
                self.open = new_ladder(self.plan)
                self.ladders = [self.open, *self.ladders]
            if self.open.finished and self.open.plan == self.plan:
                self.said = "All of it is fought. Choose more players, openings or dice, or begin a new ladder."
                return
            self.open.plan = self.plan
            self.open.start(self.jobs)

    def show(self, ladder: BackgroundLadder) -> None:
        """Open a ladder, with its plan in hand."""
        if ladder.plan is None:
            self.said = ladder.trouble
            return
        self.stop()
        self.open, self.plan, self.game, self.said = ladder, ladder.plan, "", ""
        ladder.look()

    def renew(self) -> None:
        """Make a new ladder with the plan in hand."""
        self.stop()
        self.open, self.game, self.said = None, "", ""

    def next_ladder(self) -> None:
        """Open the next ladder that can be opened."""
        sound = [one for one in self.ladders if one.plan is not None]
        if not sound:
            self.said = "There is no ladder to open yet."
            return
        place = sound.index(self.open) + 1 if self.open in sound else 0
        self.show(sound[place % len(sound)])

    def stop(self) -> None:
        """Pause the ladder that is being fought."""
        if self.open is not None:
            self.open.hold()

    def write(self) -> None:
        """Write the tables and the page of the open ladder, and show their path."""
        if self.open is None or not self.open.rows:
            self.said = "No battle has been fought yet."
            return
        try:
            self.said = f"Written: {self.open.write()}, and its tables as CSV beside it."
        except CannotSave as why:
            self.said = str(why)

    # -- how the players stand -----------------------------------------------------------------------------------------

    @property
    def games(self) -> list[str]:
        """The games of the open ladder."""
        plan = self.open.plan if self.open and self.open.plan else self.plan
        return list(dict.fromkeys(one.game for one in plan.files))

    def next_game(self) -> None:
        """Count the battles of the next game, or of all."""
        games = ["", *self.games]
        self.game = games[(games.index(self.game) + 1) % len(games)] if self.game in games else ""
        self.ask()

    def ask(self) -> None:
        """Ask for the present standings of the open ladder."""
        one = self.open
        if one is not None and one.plan is not None:
            state = (one.folder, one.changes, self.game, one.plan.players)
            self.standings.ask(StandingsAsked(state, one.rows, one.plan, self.game))

    @property
    def shown(self) -> bool:
        """Return whether the standings are those of the open ladder."""
        known = self.standings.known
        return known is not None and self.open is not None and known.state[0] == self.open.folder and bool(known.rows)

    @property
    def warnings(self) -> list[str]:
        """The problems in the open ladder, a sentence each."""
        if self.open is None or self.open.plan is None:
            return []
        said = [self.open.trouble, other_versions(self.open.others, self.open.folder), *failures(self.open.run())]
        return [one for one in said if one]

    @property
    def moving(self) -> bool:
        """Return whether anything is being fought, read or counted."""
        unread = any(one.plan is not None and not one.known for one in self.ladders)
        return unread or self.standings.busy or bool(self.open and self.open.busy) or self._seen != self._state()

    def _state(self) -> object:
        return self.standings.known, [(one.changes, one.busy) for one in self.ladders]

    def tick(self, seconds: float) -> bool:
        """Update ladders and standings at intervals. Return True if something has changed."""
        self._since += seconds
        if self._since < LOOK:
            return False
        self._since = 0.0
        for one in self.ladders:
            one.check()
            if one is not self.open and one.known and not one.busy:
                one.rows = ()  # reread when it is opened
        self.standings.check()
        if not any(one.busy for one in self.ladders):
            unread = next((one for one in self.ladders if one.plan is not None and not one.known), None)
            if unread is not None:
                unread.look()
        self.ask()
        seen, self._seen = self._seen, self._state()
        return seen != self._seen
