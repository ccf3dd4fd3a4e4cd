"""The gRPC server that bots dial into, their sessions, and the launching of local bots."""
