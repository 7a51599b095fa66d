"""Codes of contests in translated words, by subject."""
