"""Charts as SVG and PNG bytes."""
