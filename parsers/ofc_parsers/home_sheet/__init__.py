"""Score sheets of home games, in the layouts that people type, as CSV text or as a workbook."""
