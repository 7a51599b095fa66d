"""Players' ratings, updated with every game; their pages are the extension of the same name."""
