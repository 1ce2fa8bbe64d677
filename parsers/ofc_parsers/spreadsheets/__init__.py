"""Sheets, as CSV text or as workbooks, read into lines of text cells: what parsers of sheets share."""
