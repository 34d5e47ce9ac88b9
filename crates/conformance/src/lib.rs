//! Runs the conformance cases of HCL 2.
