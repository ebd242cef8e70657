"""Integer counts for each query, stage and cutoff."""
