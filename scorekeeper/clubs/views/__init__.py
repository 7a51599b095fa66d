"""Pages of clubs, accounts and players: access, one service call, response."""
