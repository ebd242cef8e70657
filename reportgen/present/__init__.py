"""A report and a language become a report view: blocks with text ready and numbers rounded."""

from reportgen.present.options import PresentOptions
from reportgen.present.view import present

__all__ = ["PresentOptions", "present"]
