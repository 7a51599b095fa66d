"""The referee's desk: calls, messages to tables, phones that joined, warnings and penalties."""
