"""What a club shows without an account: rankings, people's pages, and a phone of one's own."""
