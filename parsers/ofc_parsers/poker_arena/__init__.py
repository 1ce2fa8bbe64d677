"""Spectator logs of the poker-arena engine, JSON lines of single events."""
