"""A club on two installations: the hall's computer writes its contests, a server shows them."""
