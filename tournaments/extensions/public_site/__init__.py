"""The public site of a club: seasons, results and announcements, for people and programs."""
