"""Wishes for the draws: entries kept apart, seats at certain tables, the tables of the hall."""
