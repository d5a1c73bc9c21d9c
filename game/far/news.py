"""News of battles by file: which battles wait for this player, found without opening any of them."""

from __future__ import annotations

from game.far import sharing, store
from game.far.messages.message import NotTaken, battle_told, frames


class FarNews:
    """Counts battles that wait for the player, and files in the shared folder that have not been read. `tick` looks at
    one more file."""

    def __init__(self) -> None:
        self.due = self.fresh = 0
        self._texts: dict[str, str] = {}
        self._folder = sharing.shared_folder()
        self._watched = sharing.WatchedFolder(self._folder) if self._folder else None
        self.look_again()

    def look_again(self) -> None:
        """Look at the battles again: some may have been played, and files read."""
        if (folder := sharing.shared_folder()) != self._folder:
            self.stop()
            self._folder, self._texts = folder, {}
            self._watched = sharing.WatchedFolder(folder) if folder else None
        self.due = sum(store.is_due(path) for path in store.battles())
        self._texts = {name: text for name, text in self._texts.items() if self._is_fresh(text)}
        self.fresh = len(self._texts)

    def stop(self) -> None:
        if self._watched:
            self._watched.stop()

    @property
    def waiting(self) -> bool:
        """Return whether `tick` has anything to do."""
        return bool(self._watched and self._watched.waiting)

    def tick(self) -> bool:
        """Look at one file of the shared folder. Return whether the words have changed."""
        before, came = self.words, self._watched.take() if self._watched else None
        if came and came[1]:
            name, text = came
            self._texts.pop(name, None)
            if self._is_fresh(text):
                self._texts[name] = text
            self.fresh = len(self._texts)
        return self.words != before

    @property
    def words(self) -> str:
        """Return in a few words how much waits; empty if nothing does."""
        if self.fresh:
            return "a file has come" if self.fresh == 1 else f"{self.fresh} files have come"
        return f"your turn in {self.due}" if self.due else ""

    @staticmethod
    def _is_fresh(text: str) -> bool:
        """Return whether a text holds a message for this player that is not on disk yet."""
        played = {path.name: path for path in store.battles()}
        try:
            for body, signature in frames(text):
                path = played.get(battle_told(body))
                if path is not None and signature not in store.signatures(path):
                    return True
                if path is None and store.is_invitation(text) and battle_told(body) not in store.declined():
                    return True
        except NotTaken:
            pass
        return False
