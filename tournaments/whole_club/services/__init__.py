"""What is done with a whole club."""
