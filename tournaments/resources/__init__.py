"""Finds files that come with the package. If it is installed, they lie beside this module."""
