"""Games and their hands: start, enter, correct, stop, look up."""
