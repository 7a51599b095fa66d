"""Money of a contest: the cash book, and what of it makes the prize fund. Whole cents. Pure."""
