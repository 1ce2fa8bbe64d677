"""Blank sheets for a night, as the parser of home sheets reads them: `book.new_book` makes one."""
