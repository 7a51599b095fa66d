"""What the pages of the till show."""
