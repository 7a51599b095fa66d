"""Settings, root URLs and servers' entry points; refers to the apps by string only."""
