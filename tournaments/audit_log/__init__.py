"""The log and the document of a contest, and their comparison with what is stored."""
