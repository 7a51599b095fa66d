"""Use cases that write: one verb each, keyword-only, one transaction."""
