"""Results of a finished contest, with prizes and sponsors: page, poster, newspaper text."""
