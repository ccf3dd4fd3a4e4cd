"""The competition: schedules, ratings, tables, and the command `stych`."""
