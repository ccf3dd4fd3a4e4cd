"""What a tournament is: its file, its entrants, and the definition that is kept of both."""
