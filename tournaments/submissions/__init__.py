"""Submitted bots: copied safely, built, checked, and stored under the digest of their files."""
