"""Computer players for tests."""
