"""Battles by file: what waits for whom, files handed over and taken in, and how such a battle begins."""
