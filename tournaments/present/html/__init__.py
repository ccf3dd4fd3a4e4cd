"""The report: an HTML page about a tournament or a competition that works without a network.

The pages of `stych web` use its drawings, its heat maps and its HTML of the rules as well.
"""
