"""Play and score belote: clubs, players, evenings, games and their hands."""
