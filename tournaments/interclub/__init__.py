"""Clubs of one server together: who plays in several, ratings over all that take part."""
