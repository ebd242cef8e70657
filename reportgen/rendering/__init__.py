"""A report view as HTML, Markdown and e-mail."""
