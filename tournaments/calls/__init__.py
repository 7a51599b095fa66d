"""Calls for the referee, sanctions, messages to the phones, and the list of phones."""
