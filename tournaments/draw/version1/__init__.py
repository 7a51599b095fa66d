"""How version 1 drew: kept as it was, so that what it drew can be drawn again bit for bit."""
