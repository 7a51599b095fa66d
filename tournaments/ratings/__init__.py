"""Ratings of players: what they are, kept in step with the games."""
