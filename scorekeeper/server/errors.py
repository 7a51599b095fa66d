"""The reason why the program cannot start, in one line."""


class StartProblemError(Exception):
    """Something a person can mend; its text is translated and names the remedy."""
