"""Money of a contest: the cash book and its share in the prize fund. Whole cents. Pure."""
