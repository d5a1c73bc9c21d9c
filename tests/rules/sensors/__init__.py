"""Tests of bogeys and sensors."""
