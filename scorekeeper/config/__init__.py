"""Settings, root addresses and servers' entry points; it names the apps by string only."""
