"""What people see: tables, replays, progress."""
