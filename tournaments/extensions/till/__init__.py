"""The till of a contest: its cash book, receipts, cash counts, and the prize fund."""
