"""Forms of games and hands."""
