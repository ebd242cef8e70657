"""May these two runs be compared? Every reason why not, at once."""
