"""Finds the files that come with the package: sample bots, templates, documents, examples."""
