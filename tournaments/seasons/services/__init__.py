"""What is written about seasons and meetings of fixed teams."""
