"""Reading of uploaded files as lines of text; workbooks are read in a child process."""
