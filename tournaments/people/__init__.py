"""A player's page, head to head, names taken away, two entries of one person."""
