"""The reason why the program cannot start, in one line."""


class StartProblemError(Exception):
    """A problem that a person can solve; its text is translated and names the remedy."""
