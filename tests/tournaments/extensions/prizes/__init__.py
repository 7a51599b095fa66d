"""Prizes: pasted, set, given, handed over."""
