"""What this machine has for tournaments, what it lacks, and what mends that."""
