"""Program text to syntax tree."""
