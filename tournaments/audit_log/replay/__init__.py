"""A contest made again from its log, or from its document, and compared. Pure."""
