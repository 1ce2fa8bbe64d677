"""Parsers of open-face Chinese poker logs, one package a format."""
