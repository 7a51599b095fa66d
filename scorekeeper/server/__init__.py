"""What `manage.py start` does before it serves: look, prepare, tell people where to go."""
