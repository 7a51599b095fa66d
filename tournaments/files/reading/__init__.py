"""Files that hold a list: what they say as lines of text. Workbooks are read in a child process."""
