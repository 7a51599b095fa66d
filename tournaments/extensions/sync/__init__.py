"""Sync of a club between the hall's computer, which writes, and a server, which shows."""
