"""Draws of rounds: making, viewing, changing and publishing them."""
