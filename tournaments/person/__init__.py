"""A person at the table: `stych join` plays a seat in the terminal, as any bot does."""
