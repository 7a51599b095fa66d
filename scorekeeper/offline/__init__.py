"""What a phone keeps of the program, to go on without a connection."""
