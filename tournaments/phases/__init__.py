"""Pools and brackets: choosing and showing them, and deciding level tables."""
