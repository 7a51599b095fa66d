"""Codes in translated words."""
