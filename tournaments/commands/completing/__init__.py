"""What a shell is told when somebody presses Tab; nothing here is slow to load."""
