"""Leagues and seasons: what counts, the table, its penalties, its end."""
