"""The formats of contests, their phases, and who goes on from one to the next. Pure."""
