"""Tests of the odds lab."""
