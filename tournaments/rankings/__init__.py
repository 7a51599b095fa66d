"""The ranking of a contest, its exports, and corrections after the end."""
