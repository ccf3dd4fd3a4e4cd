"""The report: an HTML page about a tournament, or all divisions of a file. It works offline.

The pages of `stych web` use its drawings, its heat maps and its HTML of the rules as well.
"""
