// What the page accepts.

/** The length of a source in UTF-16 code units. */
export const MAX_TEXT = 1_000_000;
/** The length of the state in the address. Longer addresses are cut by chat programs and servers. */
export const MAX_ADDRESS = 60_000;
/** How long a request may run before its worker is replaced, in milliseconds. */
export const MAX_TIME = 10_000;
/** How many problems are shown. */
export const MAX_PROBLEMS = 200;
/** How many nodes of the syntax tree are shown. */
export const MAX_NODES = 2_000;
