"""Pages of games and hands: access, one service call, response."""
