"""Django's SQLite backend with writers that queue in the order in which they came."""
