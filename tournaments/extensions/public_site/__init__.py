"""The club's window: what a club shows of its seasons to everybody, and to programs."""
