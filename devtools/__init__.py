"""What developers of this repository run; nothing of it is installed."""
