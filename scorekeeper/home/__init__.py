"""The first page and the help."""
