"""Leaderboards: what every player of a club did over a season, a month, all time."""
