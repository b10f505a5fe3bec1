"""What makes the generated pages of the documentation, and all its pictures."""
