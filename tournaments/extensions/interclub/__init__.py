"""Clubs of one server together: players of several clubs, ratings across clubs."""
