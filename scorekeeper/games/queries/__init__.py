"""What pages, prints and files show of games, read in few queries."""
