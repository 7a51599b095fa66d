"""Slips: games of which only the totals are written."""
