"""Use cases that read: what a page shows, in a number of queries that does not grow."""
