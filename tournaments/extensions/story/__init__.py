"""The story of a contest: who led when, the biggest hand, the comeback."""
