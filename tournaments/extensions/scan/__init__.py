"""Paper sheets that are made to be photographed and read into hands."""
