"""What is read of a whole club."""
