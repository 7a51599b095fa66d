"""Club evenings: the tables of the night, who is here, the ranking of the players."""
