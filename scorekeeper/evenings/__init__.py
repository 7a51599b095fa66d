"""Club evenings: the board of the night, who is here, the ranking of the players."""
