"""What the pages of calls, sanctions and phones show."""
