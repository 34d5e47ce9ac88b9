import type { Diagnostic, ParseOptions, Source } from "./index.js";

export {
  Attribute,
  Block,
  Body,
  Diagnostic,
  Expression,
  File,
  HclError,
  HclLookupError,
  Range,
  format,
  init,
  parse,
} from "./index.js";

/** Returns the problems of the syntax of a file, without throwing any. */
export function check(source: Source, options?: ParseOptions): Diagnostic[];
