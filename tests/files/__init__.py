"""Tests of how the files of others are opened and read."""
