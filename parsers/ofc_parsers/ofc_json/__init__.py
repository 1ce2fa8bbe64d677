"""The open interchange format: one JSON object a line, one line a hand."""
