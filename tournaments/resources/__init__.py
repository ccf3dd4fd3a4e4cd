"""Files that come with the package. In an installed one they stand beside this module."""
