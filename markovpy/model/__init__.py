"""What rewriting is about: alphabet, pattern, symmetry, rule, palette. No syntax, no running."""
