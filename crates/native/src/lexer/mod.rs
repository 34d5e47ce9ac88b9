//! Text to tokens.

mod token;

pub use token::{Token, TokenKind, Tokens};
