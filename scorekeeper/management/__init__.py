"""The commands, which work without the web."""
