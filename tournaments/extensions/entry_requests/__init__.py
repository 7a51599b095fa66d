"""Entering before the day: a contest announced to everybody, requests, the waiting list."""
