"""What is asked of Python and of the operating system: processes, imports, open files, archives."""
