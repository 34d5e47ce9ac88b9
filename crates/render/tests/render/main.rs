//! Files of other products, rendered from memory.

mod language;
