"""Games: started, changed, stopped, looked back at."""
