"""Pools, brackets and knock-out: set up, looked at, and what level tables wait for."""
