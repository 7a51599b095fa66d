"""A whole evening as a document: taken along, checked, and put up on another computer."""
