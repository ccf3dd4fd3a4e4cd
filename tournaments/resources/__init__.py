"""Folders to begin a bot with. In an installed package the templates stand beside this file."""
