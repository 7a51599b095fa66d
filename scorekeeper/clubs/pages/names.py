"""Names as people look for them: É beside E, whatever the capitals. Pure."""

import unicodedata


def folded(text: str) -> str:
    """Return a text without accents and capitals, to sort by and to search in.

    The database cannot do it: SQLite knows the capitals of the plain alphabet only.
    """
    plain = unicodedata.normalize("NFKD", text)
    return "".join(mark for mark in plain if not unicodedata.combining(mark)).casefold()


def words_of(text: str) -> list[str]:
    return folded(text).split()
