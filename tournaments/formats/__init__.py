"""The course of a contest: its phases, who goes on from one to the next. Pure."""
