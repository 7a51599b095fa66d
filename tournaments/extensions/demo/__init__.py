"""Demonstration contests and seasons with believable hands."""
