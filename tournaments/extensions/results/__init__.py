"""After the end: results with prizes and sponsors on one page, on a poster, for the newspaper."""
