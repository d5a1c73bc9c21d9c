"""Computer players that tests bring."""
