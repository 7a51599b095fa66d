"""A second computer that has everything, a second late, and takes over when the first one dies."""
