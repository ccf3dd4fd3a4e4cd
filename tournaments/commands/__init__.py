"""What the commands of `stych` do, in groups; tournaments.cli puts them together."""
