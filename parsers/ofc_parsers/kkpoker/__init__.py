"""States of KKPoker's joker tables, JSON objects of single frames."""
