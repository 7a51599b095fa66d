"""What is stored and follows from hands, games or logs, worked out again and compared."""
