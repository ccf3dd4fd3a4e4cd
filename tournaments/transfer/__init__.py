"""A tournament moved whole between data folders: definition, matches, measured parts, journal."""
