//! Bodies, expressions, schemas and evaluation contexts of HCL 2, independent of any syntax.
