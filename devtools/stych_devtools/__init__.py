"""What measures Štych and its games: the commands bench, selfplay and soak of `stych`."""
