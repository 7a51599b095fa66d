"""Pages of a club for phones without an account, and phones that belong to a player."""
