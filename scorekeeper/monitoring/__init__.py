"""Errors, reported to those who run the club: their kinds, the log, tonight's failures.

The log holds when and where something failed, and the exception's message, which may name what was
being stored; for a refused sign-in, the name that was typed and the address it came from. It holds
no password, no code of a table or an evening, and no sign-in link. Only its owner can read it, and
five files of a megabyte are kept.
"""
