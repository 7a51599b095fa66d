"""Version 1 of the draw, kept unchanged to verify its draws."""
