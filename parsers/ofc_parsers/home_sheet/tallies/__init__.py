"""Sheets without cards: points, named combinations, results of pairs, totals, and entries of a ledger."""
