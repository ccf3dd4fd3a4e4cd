"""Tournaments on the machines of a cluster, with dask.distributed (docs/cluster.md)."""
