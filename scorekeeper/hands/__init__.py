"""Hands: typed or sent by phones, scored, corrected; the sheet that shows them."""
