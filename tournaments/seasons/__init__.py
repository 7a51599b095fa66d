"""Leagues, seasons and their tables, and the fixtures of fixed teams."""
