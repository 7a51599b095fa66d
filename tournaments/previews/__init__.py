"""What messengers show of a public page: a podium in words and as a picture."""
