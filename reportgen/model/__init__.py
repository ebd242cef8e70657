"""The words of reportgen as types: runs, label snapshots, measures, findings and the report itself."""
