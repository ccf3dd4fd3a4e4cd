"""What a confined program can do and what it cannot, on each isolation level of the machine."""
