//! Policies, their answers, and their tests.

mod answers;
mod flips;
mod invalid;
mod lookups;
mod mocks;
mod places;
mod planned;
mod shared;
