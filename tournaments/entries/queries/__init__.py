"""What pages, prints and files show, read in few queries."""
