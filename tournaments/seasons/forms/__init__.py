"""What people type about seasons and meetings of fixed teams."""
