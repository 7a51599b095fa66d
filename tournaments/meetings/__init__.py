"""Meetings of club teams: set up, lined up, looked at as a whole, ranked."""
