"""A standby: a second computer that replicates the first one's database and can take over."""
