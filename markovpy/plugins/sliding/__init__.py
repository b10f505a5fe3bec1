"""Sliding puzzles of any size: solvability, solutions, shuffles, distances."""

from markovpy.plugins.sliding.census import distances
from markovpy.plugins.sliding.shuffling import shuffle
from markovpy.plugins.sliding.solver import Solution, find_solution, is_solvable, solve

__all__ = ["Solution", "distances", "find_solution", "is_solvable", "shuffle", "solve"]
