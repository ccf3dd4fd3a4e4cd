"""Tests of `stych doctor`."""
