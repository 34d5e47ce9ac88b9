//! The standard function library of HCL 2.
