"""Leaderboards: statistics of a club's players over a season, a month, all time."""
