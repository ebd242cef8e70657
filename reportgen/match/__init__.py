"""Rankings meet judgments: what each run found, and where."""
