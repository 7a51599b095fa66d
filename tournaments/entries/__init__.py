"""Entries: adding them, check-in, payments, substitutes, withdrawals."""
