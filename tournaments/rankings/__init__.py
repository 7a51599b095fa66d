"""The ranking of a contest and its files, and what was corrected after its end."""
