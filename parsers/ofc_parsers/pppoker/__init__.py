"""Message dumps of PPPoker's pineapple tables, JSON lines."""
