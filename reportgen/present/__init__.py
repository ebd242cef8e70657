"""A report and a language become a report view: blocks with text ready and numbers rounded."""
