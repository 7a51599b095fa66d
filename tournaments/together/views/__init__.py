"""What a club shows to phones, and the phones that are a player's."""
