"""Engine codes to translated words: the only place that knows both."""
