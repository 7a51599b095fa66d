"""A club as a whole: exported to one file, imported on another server, erased."""
