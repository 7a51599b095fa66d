"""Contests: creating, changing and finishing them, and the organiser's dashboard."""
