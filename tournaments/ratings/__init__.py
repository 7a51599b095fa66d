"""Players' ratings, updated with every game."""
