"""Language models as entrants: prompts, answers, endpoints, and what they cost (docs/llm.md)."""
