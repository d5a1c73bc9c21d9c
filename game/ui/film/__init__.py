"""A battle as a film: a single page for any browser, or an animated picture; no part of the rules."""
