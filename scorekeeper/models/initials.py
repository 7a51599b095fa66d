"""Names by their first letters. Pure."""


def initials_of(name: str) -> str:
    """Return the initials of a name: "Anne-Marie Petit" is "A.-M. P."."""
    words = ["-".join(f"{part[0]}." for part in word.split("-") if part) for word in name.split()]
    return " ".join(word for word in words if word)
