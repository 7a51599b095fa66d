"""The computer in the hall: where phones reach it, whether it works, what failed."""
