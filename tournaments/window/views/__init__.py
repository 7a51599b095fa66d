"""Access → one call → response."""
