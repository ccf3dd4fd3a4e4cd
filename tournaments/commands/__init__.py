"""The commands of `stych`, a file for each or for a few; tournaments.cli has the table of them."""
