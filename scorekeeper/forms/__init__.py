"""What people type, checked and turned into the engine's and the services' values."""
