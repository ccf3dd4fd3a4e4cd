"""Tests that what people have keeps working."""
