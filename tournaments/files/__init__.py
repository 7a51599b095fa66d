"""Import of pasted or uploaded lists, and export of lists for spreadsheets."""
