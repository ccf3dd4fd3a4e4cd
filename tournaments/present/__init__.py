"""What people see of tournaments: on a terminal, in files, and on an HTML page."""
