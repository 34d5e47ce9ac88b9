//! Benchmarks of HCL 2 beside its peers.
