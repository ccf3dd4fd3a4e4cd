"""Services of Python and of the operating system: processes, imports, open files, archives."""
