"""Play and score belote: clubs, players, evenings, games and their hands."""

__version__ = "0.15.0"
