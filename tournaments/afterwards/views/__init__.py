"""Pages: access, one domain call, response."""
