"""The computer in the hall: where phones reach it, whether it is well, what failed."""
