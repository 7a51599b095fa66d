"""A whole contest or season with believable hands, to try things on."""
