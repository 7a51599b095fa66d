"""What is wished of the draws: who stays apart, who needs which table, which tables there are."""
