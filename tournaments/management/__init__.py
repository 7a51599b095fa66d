"""Management commands of contests."""
