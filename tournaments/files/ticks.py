"""Values in a column of ticks: "oui", "x", "10 €", "payé par chèque". Pure."""

from typing import Final

from tournaments.files.rows import word_set, words_in

_YES: Final = word_set(
    "oui o ok x yes y true vrai v paye payee regle cheque cb carte especes liquide virement cash"
    " present presente ici"
)
_BESIDE_YES: Final = word_set("en par le e eur euro euros")
_NO: Final = word_set("non n no false faux impaye absent absente a payer doit 0 00")
_YES_MARKS: Final = frozenset("✓✔☑✅×")
_NO_MARKS: Final = frozenset("-–—.✗✘☐❌€")


def is_ticked(cell: str) -> bool | None:
    """Return whether a cell is ticked; None if it contains something else."""
    words = words_in(cell) - _BESIDE_YES
    if not words:
        return True if set(cell) & _YES_MARKS else False if set(cell) <= _NO_MARKS else None
    if words <= _NO:
        return False
    return True if all(word in _YES or word.isdigit() for word in words) else None
