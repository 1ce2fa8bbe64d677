"""SwC Poker captures."""
