"""All words that a reader sees, in English and Chinese."""
