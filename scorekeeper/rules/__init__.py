"""Rule sets: the presets, a club's own, the rules card."""
