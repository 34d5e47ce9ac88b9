// Problems, their places, and the errors that are thrown for them.

/** A range in a source, with an exclusive end. */
export class Range {
  constructor(file, start, end) {
    this.file = file;
    this.start = start;
    this.end = end;
  }

  toString() {
    return `${this.file}:${this.start.line}:${this.start.column}`;
  }
}

/** A problem in a source. */
export class Diagnostic {
  constructor(problem) {
    this.severity = problem.severity;
    this.code = problem.code;
    this.summary = problem.summary;
    this.detail = problem.detail;
    this.range = rangeOf(problem.range);
    this.context = rangeOf(problem.context);
    this.labels = problem.labels.map(({ text, range }) => ({ text, range: rangeOf(range) }));
    this.suggestions = problem.suggestions.map((one) => ({ ...one, range: rangeOf(one.range) }));
    this.facts = problem.facts;
    this.rendered = problem.rendered;
  }

  toString() {
    return this.rendered;
  }
}

/** Configuration with errors, or a part of it that cannot be had. */
export class HclError extends Error {
  constructor(message, diagnostics = [], options = undefined) {
    super(message, options);
    this.diagnostics = diagnostics;
  }
}
HclError.prototype.name = "HclError";

/** Nothing is at an address, or nothing has a name. */
export class HclLookupError extends HclError {}
HclLookupError.prototype.name = "HclLookupError";

export function rangeOf(plain) {
  return plain && new Range(plain.file, plain.start, plain.end);
}

export function diagnosticsOf(problems) {
  return problems.map((problem) => new Diagnostic(problem));
}
