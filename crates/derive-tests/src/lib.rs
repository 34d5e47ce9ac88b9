//! Nothing but tests of compiler errors. They are in a crate of their own since each run compiles what their crate depends on:
//! the derive macros must not depend on the facade, and all features of the facade take minutes.
