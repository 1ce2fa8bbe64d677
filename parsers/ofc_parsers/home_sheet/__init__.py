"""Score sheets of home games: one line a player and hand, as CSV text or as a workbook."""
