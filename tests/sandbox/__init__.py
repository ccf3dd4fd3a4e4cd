"""What a confined program can do and what it cannot, on every rung that the machine has."""
