//! The HCL 2 native syntax: lexer, parser, templates and evaluation.
