"""The keys at the table of a far battle: those of the battle screen, and one of its own."""

from __future__ import annotations

from game.ui.keys.bindings import BINDINGS, binding

FAR = "By file"
FAR_BINDINGS = (
    *BINDINGS,
    binding(FAR, "far page", lambda c: c.context.own_key("far page"), "hand over the file, or read theirs", "J"),
)
