"""The gRPC servers that bots connect to, their sessions, and the start of local bots.

docs/protocol.md describes what is exchanged, docs/security.md the bounds of the servers.
"""
