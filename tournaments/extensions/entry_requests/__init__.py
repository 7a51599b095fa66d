"""Announcements of contests, requests to enter, and the waiting list."""
