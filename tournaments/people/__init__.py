"""Player pages: statistics, head to head, removing a name, merging two players."""
