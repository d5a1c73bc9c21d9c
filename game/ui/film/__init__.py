"""A battle as a film: one page that any browser plays, or a moving picture; no part of the rules."""
