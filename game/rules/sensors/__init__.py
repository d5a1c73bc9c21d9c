"""Sensors: ships that are bogeys until they are identified (full-thrust-base/6.19)."""
