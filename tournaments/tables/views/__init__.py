"""Pages: check access, make one call, respond."""
