"""All words that a reader sees, in English and Chinese."""

from reportgen.text.loading import LANGUAGES, Texts, load_texts

__all__ = ["LANGUAGES", "Texts", "load_texts"]
