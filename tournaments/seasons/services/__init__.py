"""Use cases of seasons and of meetings of fixed teams."""
