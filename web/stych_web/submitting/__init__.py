"""Submitting over the web: authors and their sessions, uploads, and the jobs that check bots."""
