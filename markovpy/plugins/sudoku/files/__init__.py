"""Puzzles in files: text of any layout, CSV, workbooks; and boards written as text and CSV."""
