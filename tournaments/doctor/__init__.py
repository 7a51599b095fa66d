"""Everything that is stored and follows from something else, worked out again and compared."""
