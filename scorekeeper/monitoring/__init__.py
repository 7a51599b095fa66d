"""What went wrong, told to whoever runs the club: kinds of trouble, the log, what failed tonight.

The log holds when and where something failed, with the program's own words for it, which may name
what was being stored; and of a refused sign-in the name that was typed and the address it came
from. It holds no password, no code of a table or an evening, no sign-in link. Its owner alone can
read it, and five files of a megabyte are all that is kept.
"""
