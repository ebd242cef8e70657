"""Bytes -> files, whole or not at all."""

from reportgen.write.files import write_file, write_files, write_new_folder

__all__ = ["write_file", "write_files", "write_new_folder"]
