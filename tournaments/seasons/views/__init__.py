"""The pages of leagues and their seasons."""
