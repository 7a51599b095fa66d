"""What calls, sanctions and messages write."""
