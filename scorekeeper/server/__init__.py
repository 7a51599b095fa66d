"""What `manage.py start` does before it serves: check, prepare, print addresses."""
