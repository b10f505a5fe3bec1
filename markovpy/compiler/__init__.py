"""Syntax tree to compiled program: every problem first, then the building."""
