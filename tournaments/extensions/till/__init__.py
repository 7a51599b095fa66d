"""The till: the cash book of a contest, receipts, the till counted, the prize fund."""
