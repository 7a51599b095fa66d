"""A club and its people: organisers, accounts, players, and who may see what."""
