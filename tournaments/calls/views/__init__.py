"""The pages of calls, sanctions, messages and phones."""
