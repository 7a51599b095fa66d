"""Results from before the club used the program, imported from its old lists."""
