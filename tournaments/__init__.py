"""Competitions: tournaments, leagues and seasons."""
