"""Draws of a contest: pure functions on frozen data. No I/O, no Django, no translation."""
