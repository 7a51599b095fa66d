"""A list of old results for tests, and the day on which it is read."""

from datetime import date

TODAY = date(2026, 11, 21)
NOËL = "21/12/2024;Noël;1;Anne Dupont & Paul Martin;4 250\n;;2;Rose Petit & Ali Benali;4 100"
