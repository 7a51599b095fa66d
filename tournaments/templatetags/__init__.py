"""Template tags about contests, for both apps."""
