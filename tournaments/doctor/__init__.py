"""Consistency checks: derived data is computed again and compared with what is stored."""
