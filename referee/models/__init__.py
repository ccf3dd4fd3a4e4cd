"""Language models as entrants: prompts, answers, the endpoint, and what it costs."""
