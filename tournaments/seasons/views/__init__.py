"""The pages of leagues and of their seasons."""
