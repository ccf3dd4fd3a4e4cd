"""Tournament files, the entrants that they name, and the definition that is stored of both."""
