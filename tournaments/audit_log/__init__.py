"""What can be checked of a contest: its log, its document, both held against what is stored."""
