"""What two runs, scored on the same labels, differ in, and how far that can be trusted."""
