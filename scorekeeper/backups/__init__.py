"""Backups of everything a club has entered: made automatically, thinned, checked, restored."""
