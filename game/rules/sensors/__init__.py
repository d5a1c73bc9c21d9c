"""Sensors: ships that are bogeys until somebody finds out what they are (full-thrust-base/6.19)."""
