"""Crashes by a null pointer before it has dialled in."""

import ctypes

ctypes.string_at(0)
