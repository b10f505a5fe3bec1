"""Other formats: MarkovJunior's XML, images, voxels, Sokoban levels."""
