"""A club before its first evening: its name, tonight, or a trial first."""
