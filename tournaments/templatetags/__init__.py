"""What templates of both apps show of contests."""
