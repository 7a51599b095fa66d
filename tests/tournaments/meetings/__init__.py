"""Meetings of club teams."""
