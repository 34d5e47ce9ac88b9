// Modules of the Terraform language, and their plans.

import { HclError, diagnosticsOf, rangeOf } from "./errors.js";
import { call } from "./runtime.js";
import { encode } from "./source.js";
import { classes } from "./values.js";

/** Makes the way to the files of a directory, in entries that have one. */
let disk;

export function connectDisk(given) {
  disk = given;
}

const fromDisk = Symbol("disk");

function ranged(list) {
  return list.map((one) => ({ ...one, range: rangeOf(one.range) }));
}

/** Returns JSON: text as it is, anything else written. */
function json(given) {
  return given === undefined || typeof given === "string" ? given : JSON.stringify(given);
}

function listed(given) {
  return (given === undefined ? [] : Array.isArray(given) ? given : [given]).map(json);
}

/** A module of the Terraform language, with the modules that it calls by local paths. */
export class Module {
  /** What `src/modules.rs` reads. */
  #project;
  #content;

  constructor(files, { language = "terraform", directory = ".", strict = false } = {}) {
    this.#project = { language, directory };
    if (files === fromDisk) {
      this.#project.disk = disk;
    } else {
      const entries = files instanceof Map ? [...files] : Object.entries(files);
      this.#project.files = entries.map(([path, content]) => [path, encode(content, path)]);
    }
    const content = call("moduleContent", this.#project, classes);
    this.#content = content;
    /** The problems of reading, errors among them. */
    this.diagnostics = diagnosticsOf(content.diagnostics);
    if (strict && this.diagnostics.some((one) => one.severity === "error")) {
      throw new HclError(this.diagnostics.map((one) => one.rendered).join("\n\n"), this.diagnostics);
    }
  }

  /** Reads the module in a directory, in Node. */
  static load(directory, options = {}) {
    if (!disk) {
      throw new Error("there are no directories here: pass the files to `new Module`");
    }
    return new Module(fromDisk, { ...options, directory: disk.path(directory) });
  }

  get variables() {
    return ranged(this.#content.variables);
  }

  get outputs() {
    return ranged(this.#content.outputs);
  }

  get locals() {
    return this.#content.locals;
  }

  get resources() {
    return ranged(this.#content.resources);
  }

  get calls() {
    return ranged(this.#content.calls);
  }

  get requiredProviders() {
    return ranged(this.#content.requiredProviders);
  }

  /** What each object of the module refers to, by address. */
  get references() {
    return new Map(this.#content.references.map(([address, found]) => [address, ranged(found)]));
  }

  /** Returns the problems of the module and of those that it calls, as `terraform validate` reports them. */
  check({ schemas } = {}) {
    return diagnosticsOf(call("moduleCheck", this.#project, listed(schemas)));
  }

  /** Evaluates an expression in the scope of the module, such as `local.names`. */
  evaluate(expression, { variables, numbers } = {}) {
    const bytes = encode(expression, "<expression>");
    return call("moduleEvaluate", this.#project, bytes, variables, numbers, classes);
  }

  /** Evaluates the outputs, by name. */
  evaluateOutputs({ variables, numbers } = {}) {
    return call("moduleOutputs", this.#project, variables, numbers, classes);
  }

  /** Plans the module without Terraform, providers or credentials. */
  plan(options = {}) {
    const given = {
      variables: options.variables,
      schemas: listed(options.schemas),
      inferSchemas: Boolean(options.inferSchemas),
      partial: Boolean(options.partial),
      data: json(options.data),
      assume: options.assume,
      targets: [...(options.targets ?? [])],
      state: json(options.state),
      workspace: options.workspace,
    };
    const planned = call("modulePlan", this.#project, given, classes);
    return new Plan(planned, (address) => call("why", this.#project, given, address, classes));
  }
}

/** What Terraform would do for a module. */
export class Plan {
  #planned;
  #why;

  constructor(planned, why) {
    this.#planned = planned;
    this.#why = why;
    this.resources = planned.resources;
    this.deferred = planned.deferred;
    this.outputs = planned.outputs;
    this.hasChanges = planned.hasChanges;
    this.incomplete = ranged(planned.incomplete);
    this.warnings = diagnosticsOf(planned.warnings);
  }

  /** Returns the plan as JSON text, in the format of `terraform show -json`. Sensitive values are in it. */
  toJson() {
    return this.#planned.json;
  }

  toJSON() {
    return JSON.parse(this.#planned.json);
  }

  toString() {
    return this.#planned.text;
  }

  /** Returns the values that the one at an address comes from, that one first, each with its place. */
  why(address) {
    return ranged(this.#why(address));
  }
}
