"""What templates of both apps show of people."""
