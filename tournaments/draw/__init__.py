"""Draws of a contest as pure functions on frozen data: no I/O, no Django, no translation."""
