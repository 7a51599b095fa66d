"""Fixed teams that all meet each other: the calendar, the meetings, the table."""
