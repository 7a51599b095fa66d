"""Draws of rounds: made, looked at, changed by hand, published."""
