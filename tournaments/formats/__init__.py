"""The formats of a tournament: who meets whom, stage by stage. Each is an object in its file."""
