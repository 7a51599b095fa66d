"""Anybody checks a contest: a page that does it in the browser, and check.py to do it elsewhere."""
