"""Bots that were submitted: taken in safely, built, checked, and stored by their contents."""
