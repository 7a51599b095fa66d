"""What everybody in the hall sees: the board, the public pages, what is printed for a round."""
