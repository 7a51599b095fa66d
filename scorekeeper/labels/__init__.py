"""Translated texts for the engine's codes: the only place that knows both."""
