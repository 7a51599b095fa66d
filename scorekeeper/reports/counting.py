"""What a server's operator has counted: signals, heard by nobody where none asked for figures."""

from django.dispatch import Signal

hand_written = Signal()
sign_in_refused = Signal()
request_answered = Signal()
"""Sent with the `status` of an answer and the `seconds` that it took."""
