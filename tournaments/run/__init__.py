"""A tournament that is played: from what is missing to records, and how it stands."""
