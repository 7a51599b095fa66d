"""Copies of everything a club has entered: made by themselves, thinned, checked, put back."""
