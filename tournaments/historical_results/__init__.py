"""Results of the past, from the club's old lists."""
