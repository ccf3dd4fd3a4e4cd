"""What breaks first when a ladder grows: a simulation with measured costs (docs/scale.md)."""
