"""A whole evening as a document: exported, verified, and imported on another computer."""
