/** Text, or its bytes in UTF-8. */
export type Source = string | Uint8Array | ArrayBuffer;
export type Syntax = "native" | "json";
/**
 * How numbers become JavaScript values: as the nearest `number`, whole ones as `bigint` and others as `number`, or as an
 * `ExactNumber`, which has all digits.
 */
export type Numbers = "number" | "bigint" | "exact";
/** A value that JavaScript passes to HCL. An array is a tuple, and an object or a `Map` is an object. */
export type Input =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | Unknown
  | Sensitive<unknown>
  | ExactNumber
  | readonly Input[]
  | ReadonlySet<Input>
  | ReadonlyMap<string, Input>
  | { readonly [name: string]: Input };
/** A value of HCL: strings, numbers, booleans, `null`, arrays, objects, `Unknown` and `Sensitive`. */
export type Value = any;
/** Values by name. */
export type Variables = { readonly [name: string]: Input } | ReadonlyMap<string, Input>;
/** Functions that expressions can call, by name. They cannot wait for a promise. */
export type Functions =
  | { readonly [name: string]: (...given: any[]) => Input }
  | ReadonlyMap<string, (...given: any[]) => Input>;

/** What a WebAssembly module is loaded from: an address to fetch it from, or the module itself. */
export type ModuleSource =
  | URL
  | string
  | Response
  | ArrayBuffer
  | Uint8Array
  | WebAssembly.Module
  | Promise<Response | ArrayBuffer | Uint8Array>;

/**
 * Loads the WebAssembly module of everything but `Module`, `convert`, and `check` of files of modules. Node does it by itself at the
 * first call; browsers and workers must wait for it once. Without an argument, the module is fetched from beside the JavaScript.
 */
export function init(source?: ModuleSource): Promise<void>;

/** Loads the larger WebAssembly module, which has everything, as `init` does. */
export function initModules(source?: ModuleSource): Promise<void>;

/** A place in a source. */
export interface Position {
  /** The line, from 1. */
  readonly line: number;
  /** The column in grapheme clusters, from 1. */
  readonly column: number;
  /** The column in UTF-16 code units, from 0, as editors count. */
  readonly character: number;
  /** The offset in UTF-16 code units, from 0: an index of the string. */
  readonly offset: number;
  /** The offset in bytes of UTF-8, from 0. */
  readonly byte: number;
}

/** A range in a source, with an exclusive end. */
export declare class Range {
  /** The name of the source. */
  readonly file: string;
  readonly start: Position;
  readonly end: Position;
  /** Returns the file, the line and the column. */
  toString(): string;
}

/** A problem in a source. `String()` shows it with the lines concerned. */
export declare class Diagnostic {
  readonly severity: "error" | "warning" | "note";
  /** The stable code, such as `hcl2::expr::unknown-variable`. */
  readonly code: string;
  /** The problem as a noun phrase. */
  readonly summary: string;
  /** What is wrong and how to fix it. */
  readonly detail: string;
  /** The tightest range that shows the problem. */
  readonly range: Range | undefined;
  /** A wider range around it. */
  readonly context: Range | undefined;
  /** Other places that belong to the problem, with their roles. */
  readonly labels: readonly { readonly text: string; readonly range: Range | undefined }[];
  /** Changes that would fix the problem. */
  readonly suggestions: readonly {
    readonly text: string;
    readonly replacement: string;
    readonly range: Range | undefined;
  }[];
  /** The variables that the problem is about, with what is known of each, such as `is "http"`. */
  readonly facts: readonly { readonly traversal: string; readonly statement: string }[];
  /** The problem with the lines concerned, as text. */
  readonly rendered: string;
  toString(): string;
}

/** Configuration with errors. `message` shows them all, and `cause` is what a JavaScript function threw. */
export declare class HclError extends Error {
  constructor(message: string, diagnostics?: readonly Diagnostic[], options?: ErrorOptions);
  readonly diagnostics: readonly Diagnostic[];
}

/** Nothing is at an address, or nothing has a name. */
export declare class HclLookupError extends HclError {}

/** A value that is not known yet, of a known type. */
export declare class Unknown {
  constructor(type?: string);
  /** The type, in the notation of type expressions, such as `list(string)`. */
  readonly type: string;
}

/** A value with marks, such as a sensitive one. Neither `console.log` nor `String()` shows it. */
export declare class Sensitive<T = Value> {
  constructor(value: T, marks?: readonly ("sensitive" | "ephemeral")[]);
  readonly marks: readonly string[];
  /** Returns the value without its marks. */
  reveal(): T;
}

/** A number by its decimal digits, which may be more than a `number` holds. */
export declare class ExactNumber {
  constructor(text: string | number | bigint);
  readonly text: string;
  valueOf(): number;
  toBigInt(): bigint;
}

/** An expression of a file, which is not evaluated yet. */
export declare class Expression {
  private constructor();
  readonly kind:
    | "number"
    | "bool"
    | "null"
    | "string"
    | "template"
    | "reference"
    | "operation"
    | "conditional"
    | "tuple"
    | "object"
    | "for"
    | "call"
    | "json";
  /** The source text. */
  readonly text: string;
  readonly range: Range;
  /** The references to variables, such as `var.region`, in source order. */
  readonly references: readonly Reference[];
  /** The names of the functions that are called, in source order. */
  readonly functions: readonly string[];
  /** The elements of a list constructor, or `undefined` for any other expression. */
  readonly elements: readonly Expression[] | undefined;
  /** The keys and values of an object constructor, or `undefined` for any other expression. */
  readonly pairs: readonly (readonly [Expression, Expression])[] | undefined;
  /** The expressions directly in this one, in source order. */
  readonly children: readonly Expression[];
  /** The operator of an operation. */
  readonly operator: string | undefined;
  /** The name of the function of a call, or of the variable of a reference. */
  readonly name: string | undefined;
  /** Returns the value of an expression without variables; it may call the standard functions. */
  value(options?: { numbers?: Numbers }): Value;
  /** Returns the value of the expression with variables and functions. */
  evaluate(options?: EvaluateOptions): Value;
}

/** A reference to a variable. */
export interface Reference {
  readonly text: string;
  readonly range: Range;
}

/** An attribute: a name and an expression. */
export declare class Attribute {
  private constructor();
  readonly name: string;
  readonly expression: Expression;
  /** The range of the whole definition. */
  readonly range: Range;
  readonly nameRange: Range;
  /** The comments above the attribute, without markers. */
  readonly comments: readonly string[];
  /** The comment beside the attribute. */
  readonly comment: string | undefined;
  /** Returns the value of the expression, which must be constant. */
  value(options?: { numbers?: Numbers }): Value;
}

/** The content of a file or a block: attributes and blocks. */
export declare class Body implements Iterable<Attribute | Block> {
  protected constructor();
  /** The attributes by name, in source order. */
  readonly attributes: ReadonlyMap<string, Attribute>;
  /** The attributes and blocks, in source order; in JSON syntax, the attributes. */
  readonly items: readonly (Attribute | Block)[];
  [Symbol.iterator](): Iterator<Attribute | Block>;
  get(name: string): Attribute | undefined;
  has(name: string): boolean;
  /**
   * Returns the blocks of a type whose labels start with the given ones; without arguments, all blocks. In JSON syntax the type is
   * required, and `labelCount` if blocks have more labels than are given.
   */
  blocks(...path: string[]): Block[];
  blocks(...path: [...string[], { labelCount?: number }]): Block[];
  /** Returns the only block of a type whose labels start with the given ones. Throws an `HclLookupError` unless there is one. */
  block(...path: string[]): Block;
  block(...path: [...string[], { labelCount?: number }]): Block;
  /** The range: of the whole file, or from the type of the block to its closing brace. */
  readonly range: Range;
  /** The source text. */
  readonly text: string;
  /** The comments above the block, without markers; empty for a file. */
  readonly comments: readonly string[];
  /** The comment beside the last line of the block. */
  readonly comment: string | undefined;
  /** Every comment in the body and the blocks in it, without markers. */
  readonly allComments: readonly { readonly text: string; readonly range: Range }[];
  /** The references to variables in the body and the blocks in it. */
  readonly references: readonly Reference[];
}

/** A block: a type, labels and a body. */
export declare class Block extends Body {
  readonly type: string;
  readonly labels: readonly string[];
  /** The range of the type and the labels. */
  readonly headerRange: Range;
}

/** A parsed file. */
export declare class File extends Body {
  /** The name, as it appears in ranges. */
  readonly name: string;
  readonly syntax: Syntax;
  /** The warnings of parsing. */
  readonly warnings: readonly Diagnostic[];
  /** Returns the file as JSON text, which `toObject` describes. */
  toJson(options?: ObjectOptions): string;
  /** Returns the file as an object, as the function `toObject` does. */
  toObject(options?: ObjectOptions): { [name: string]: Value };
}

export interface ObjectOptions {
  /** Whether constant expressions are replaced by their values; otherwise only literals are values. True by default. */
  simplify?: boolean;
  /** Whether each body has its comments, as `__comments__`. */
  comments?: boolean;
  /** Whether each body has its range and those of its attributes, as `__range__` and `__ranges__`. */
  ranges?: boolean;
}

export interface ParseOptions {
  /** The name of the file; one that ends in `.json` selects the JSON syntax unless `syntax` is given. */
  filename?: string;
  syntax?: Syntax;
}

export interface EvaluateOptions {
  variables?: Variables | undefined;
  functions?: Functions | undefined;
  numbers?: Numbers | undefined;
}

export interface FormatOptions {
  filename?: string;
  /** The spaces of a level, 2 by default. */
  indentation?: number;
  /** Whether the equals signs of neighbouring attributes are aligned, as they are by default. */
  align?: boolean;
  /** The columns after which lists are broken into lines. */
  maxWidth?: number;
  sortAttributes?: boolean;
}

/** Parses a file. Throws an `HclError` with every problem. */
export function parse(source: Source, options?: ParseOptions): File;

/**
 * Returns the problems of a file, without throwing any: of its syntax, and for a name that ends in `.tf`, `.tofu`, `.tf.json` or
 * `.tofu.json` those of a module that consists of it.
 */
export function check(
  source: Source,
  options?: ParseOptions & { language?: "terraform" | "opentofu" },
): Diagnostic[];

/** Formats a file in native syntax: in canonical layout, or with other indentation or without alignment. */
export function format(source: Source, options?: FormatOptions): string;

/** Evaluates an expression. It may call the standard functions, and those in `functions`. */
export function evaluate(expression: string | Expression, options?: EvaluateOptions & { filename?: string }): Value;

/**
 * Returns the object of a file: attributes by name, blocks in lists below their types and labels. Constant expressions are values,
 * others strings with `${...}`; without `simplify`, only literals are values.
 */
export function toObject(source: Source, options?: ParseOptions & ObjectOptions): { [name: string]: Value };

/** Converts a Terraform file to the other syntax. */
export function convert(source: Source, to: Syntax, options?: { filename?: string }): string;

/** A difference between two files. */
export interface Change {
  readonly address: string;
  readonly kind: "added" | "removed" | "changed";
  /** The range in the first file. */
  readonly before: Range | undefined;
  /** The range in the second file. */
  readonly after: Range | undefined;
}

/** Compares two files by what they mean: layout, comments and the order of attributes do not count. */
export function diff(before: Source | File, after: Source | File): Change[];

/** A part of a file. */
export interface Selection {
  readonly address: string;
  /** The source text. */
  readonly text: string;
}

/** Returns what is at an address of a file, such as `resource.aws_instance.*.tags`. */
export function query(source: Source | File, address: string, options?: { filename?: string }): Selection[];

/** Edits a text by a function of its editor, and returns the new text. */
export function edit(
  source: Source | File,
  change: (editor: Editor) => unknown,
  options?: { filename?: string },
): string;

/** Edits a file. Everything that an edit does not name stays as it is, comments included. */
export declare class Editor {
  constructor(source: Source | File, options?: { filename?: string });
  /** The current text. */
  readonly text: string;
  query(address: string): Selection[];
  /**
   * Sets an attribute or an element to a value. With `create`, it is created if it is missing, as are the blocks around it.
   * Throws an `HclLookupError` if it is missing and not to be created.
   */
  set(address: string, value: Input, options?: { create?: boolean }): this;
  /** Sets an attribute or an element to an expression in source text, as `set` does to a value. */
  setExpression(address: string, expression: string, options?: { create?: boolean }): this;
  /** Inserts source text, an attribute or a block, at the end of the body at an address. */
  insert(item: string, into?: string): this;
  remove(address: string): this;
  /** Renames the attribute or block at an address. */
  rename(address: string, name: string): this;
  /** Renames a reference, such as `var.old`, wherever it occurs, and returns how often it did. */
  renameReference(from: string, to: string): number;
  /** Sets the comments above an item, and the one beside it. */
  setComments(address: string, above: readonly string[], beside?: string): this;
}

/** The JSON of `terraform providers schema -json` and the like: text, or what it says. */
export type Json = string | { readonly [name: string]: any };

export interface ModuleOptions {
  language?: "terraform" | "opentofu";
  /** The directory of the root module. */
  directory?: string;
  /** Whether errors of reading throw an `HclError`. */
  strict?: boolean;
}

export interface PlanOptions {
  variables?: Variables;
  /** The JSON of `terraform providers schema -json`, or a list of such. */
  schemas?: Json | readonly Json[];
  /** Whether resources without a schema are planned as they are written. */
  inferSchemas?: boolean;
  /** Whether what depends on missing values is left out and listed. */
  partial?: boolean;
  /** The attributes of data sources by address. */
  data?: Json;
  /** Values that only a provider knows, by their addresses. */
  assume?: Variables;
  /** The addresses of what is planned. */
  targets?: Iterable<string>;
  /** The state. */
  state?: Json;
  workspace?: string;
}

/** A module of the Terraform language, with the modules that it calls by local paths. */
export declare class Module {
  /** Reads a module from its files by their paths, in `directory`. */
  constructor(files: { readonly [path: string]: Source } | ReadonlyMap<string, Source>, options?: ModuleOptions);
  /** Reads the module in a directory, in Node. Each question about it reads the directory again. */
  static load(directory: string | URL, options?: Omit<ModuleOptions, "directory">): Module;
  /** The problems of reading, errors among them. */
  readonly diagnostics: readonly Diagnostic[];
  readonly variables: readonly {
    readonly name: string;
    /** The type, in the notation of type expressions. */
    readonly type: string;
    readonly required: boolean;
    /** The default value, `Sensitive` if the variable is; `undefined` if there is none. */
    readonly default: Value;
    readonly description: string | undefined;
    readonly sensitive: boolean;
    readonly nullable: boolean;
    readonly range: Range;
  }[];
  readonly outputs: readonly {
    readonly name: string;
    readonly description: string | undefined;
    readonly sensitive: boolean;
    readonly range: Range;
  }[];
  /** The names of the local values. */
  readonly locals: readonly string[];
  readonly resources: readonly {
    readonly kind: "resource" | "data" | "ephemeral";
    readonly type: string;
    readonly name: string;
    /** The explicit provider configuration, such as `aws.west`. */
    readonly provider: string | undefined;
    /** Whether it has `count` or `for_each`. */
    readonly repeated: boolean;
    readonly range: Range;
  }[];
  readonly calls: readonly Requirement[];
  readonly requiredProviders: readonly Requirement[];
  /** What each object of the module refers to, by address. */
  readonly references: ReadonlyMap<string, readonly { readonly address: string; readonly range: Range }[]>;
  /** Returns the problems of the module and of those that it calls, as `terraform validate` reports them. */
  check(options?: { schemas?: Json | readonly Json[] }): Diagnostic[];
  /** Evaluates an expression in the scope of the module, such as `local.names`. */
  evaluate(expression: string, options?: { variables?: Variables; numbers?: Numbers }): Value;
  /** Evaluates the outputs, by name. */
  evaluateOutputs(options?: { variables?: Variables; numbers?: Numbers }): { [name: string]: Value };
  /** Plans the module without Terraform, providers or credentials. */
  plan(options?: PlanOptions): Plan;
}

/** A call of another module, or a provider that a module requires. */
export interface Requirement {
  readonly name: string;
  readonly source: string | undefined;
  readonly version: string | undefined;
  readonly range: Range;
}

/** A resource instance of a plan. */
export interface PlannedResource {
  /** The address, with the keys of instances. */
  readonly address: string;
  readonly type: string;
  /** The full name of the provider. */
  readonly provider: string;
  /** What happens to it, such as `create`, or `delete` and `create`. */
  readonly actions: readonly string[];
  /** The value before; `null` if there is none. */
  readonly before: Value;
  /** The planned value; `null` if the object is destroyed. */
  readonly after: Value;
}

/** What Terraform would do for a module. `String()` shows it as text. */
export declare class Plan {
  private constructor();
  /** The resource instances, by address. */
  readonly resources: { readonly [address: string]: PlannedResource };
  /** The instances that stand for an unknown number of them: only partial plans have some. */
  readonly deferred: { readonly [address: string]: PlannedResource };
  /** The planned values of the outputs, by name. */
  readonly outputs: { readonly [name: string]: Value };
  /** Whether applying the plan would change anything, or may do so. */
  readonly hasChanges: boolean;
  /** What a partial plan does not know. */
  readonly incomplete: readonly {
    readonly reason: string;
    readonly address: string;
    readonly detail: string;
    readonly range: Range | undefined;
  }[];
  readonly warnings: readonly Diagnostic[];
  /** Returns the plan as JSON text, in the format of `terraform show -json`. Sensitive values are in it. */
  toJson(): string;
  /** Returns the values that the one at an address comes from, that one first, each with its place. */
  why(address: string): {
    readonly address: string;
    /** What determines the value, such as `expression`, `default` or `computed`. */
    readonly origin: string;
    readonly value: Value;
    readonly range: Range | undefined;
    /** The functions that its expression calls. */
    readonly functions: readonly string[];
    /** The positions, in the list of steps, of the values that it comes from. */
    readonly sources: readonly number[];
  }[];
  toString(): string;
}

/** Returns the syntax tree of an expression as `@cdktf/hcl2json` has it, for the drop-in. */
export function _expressionAst(expression: string, filename: string): any;
