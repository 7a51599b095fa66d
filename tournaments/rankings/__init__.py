"""The ranking of a contest, its prizes and its files, and what was corrected after its end."""
