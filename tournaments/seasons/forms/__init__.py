"""Forms for seasons, and for meetings of fixed teams."""
