"""Slips: games entered with their totals only."""
