"""Use cases that write: verb first, keyword-only."""
