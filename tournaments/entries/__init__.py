"""Entries: who takes part, who is here, who has paid, who leaves."""
