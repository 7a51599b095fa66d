"""Rebuilds a contest from its log or from its document, and compares the two. Pure."""
