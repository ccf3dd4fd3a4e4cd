"""Programs for developers of this repository, which are not installed."""
