"""What pages, prints and exports show, read from the database."""
