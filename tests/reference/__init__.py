"""A club kept from 23 November 2026, and what the program showed of it then.

`python -m tests.reference` writes again what is shown of the kept club: addresses, help,
documents, pages. A change that alters them on purpose commits the files that it altered.
"""
