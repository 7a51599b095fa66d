"""A second computer: it copies the first one as it is written, and takes over when that dies."""
