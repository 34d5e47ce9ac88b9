//! Types, values, conversion and unification of the HCL 2 information model.
