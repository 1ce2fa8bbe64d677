"""Sheets of club exports, read into tables, players' lines and totals: what parsers of such exports share."""
