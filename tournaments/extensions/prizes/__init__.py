"""The prizes of a contest: what they are, who gets which, handing them over."""
