"""A person at the table: plays one seat of a match, as a client of the protocol like any bot."""
