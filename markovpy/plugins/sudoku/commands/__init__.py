"""``markovpy sudoku``: puzzles from files or the command line, and what is made of them."""
