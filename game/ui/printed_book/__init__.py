"""The rule book on paper, and the page of the window that prints a part of it."""
