"""Meetings of club teams: settings, line-ups, results, ranking."""
