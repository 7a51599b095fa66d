"""A club as a whole: its data as one file, brought in on another server, erased."""
