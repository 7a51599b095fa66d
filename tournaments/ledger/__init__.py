"""The chained log of a contest, its locks, and what follows from a game."""
