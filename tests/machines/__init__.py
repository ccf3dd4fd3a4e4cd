"""The product as somebody meets it who has just cloned it, on machines of many kinds.

`python -m tests.machines` makes each of them from the one it runs on, and plays on it what the
README says, with nothing prepared. It needs the standard library alone: nothing is installed yet.
"""
