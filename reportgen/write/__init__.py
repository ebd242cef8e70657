"""Bytes -> files, whole or not at all."""

from reportgen.write.files import write_file, write_files

__all__ = ["write_file", "write_files"]
