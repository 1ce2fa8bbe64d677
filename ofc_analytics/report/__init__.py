"""A report that is sent round: one HTML file with the summary, charts, tables and hands of a night or a player."""
