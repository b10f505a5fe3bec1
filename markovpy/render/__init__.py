"""Grids and traces to pictures: PNG, GIF, text, terminal."""
