"""What the program does without the web."""
