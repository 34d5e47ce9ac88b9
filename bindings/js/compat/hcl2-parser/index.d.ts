import type { HclError } from "hcl2-wasm";

/** Returns a pair: the JSON text of a file and `null`, or an empty string and the error. */
export function parseToString(input: string): [string, HclError | null];

/** Returns a pair: the object of a file and `null`, or `null` and the error. */
export function parseToObject(input: string): [any, HclError | null];
