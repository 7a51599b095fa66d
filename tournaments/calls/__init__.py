"""Calls of the referee, warnings and penalties, messages to the phones, which phones there are."""
