"""The pages of ratings: what they mean, a player's history, whom the games cannot tell apart."""
