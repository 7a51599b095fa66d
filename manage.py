#!/usr/bin/env python
"""Run the program's commands: `python manage.py start` is the one most people need."""

from scorekeeper.command_line import main

if __name__ == "__main__":
    main()
