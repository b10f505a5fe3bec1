"""What the shipped programs make is right, over many seeds."""
