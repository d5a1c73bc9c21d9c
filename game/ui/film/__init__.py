"""A battle as a film: one page for any browser, or an animated picture; no part of the rules."""
