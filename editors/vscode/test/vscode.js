// A stand-in for the module `vscode`, which exists only inside of the editor: what the extension uses of it.

const Module = require("node:module");

class EventEmitter {
  #listeners = new Set();
  event = (listener) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };
  fire(value) {
    this.#listeners.forEach((listener) => listener(value));
  }
}

class Uri {
  constructor(parts) {
    Object.assign(this, { scheme: "", authority: "", path: "", query: "", fragment: "" }, parts);
  }
  static file = (path) => new Uri({ scheme: "file", path });
  static from = (parts) => new Uri(parts);
  get fsPath() {
    return this.path;
  }
}

const saved = new EventEmitter();
const closed = new EventEmitter();
const configured = new EventEmitter();

/** What the tests see and set. */
const editor = {
  settings: {},
  commands: new Map(),
  provider: undefined,
  shown: [],
  messages: [],
  printed: "",
  saved,
  closed,
  configured,
  /** The servers that were started: their commands, and whether they run. */
  servers: [],
};
globalThis.editor = editor;

const vscode = {
  EventEmitter,
  Uri,
  ViewColumn: { Beside: -2 },
  commands: {
    registerCommand: (name, command) => {
      editor.commands.set(name, command);
      return { dispose() {} };
    },
  },
  window: {
    activeTextEditor: undefined,
    createOutputChannel: () => ({
      append: (text) => (editor.printed += text),
      clear: () => (editor.printed = ""),
      show() {},
      dispose() {},
    }),
    showErrorMessage: async (text) => void editor.messages.push(text),
    showInformationMessage: async (text) => void editor.messages.push(text),
    showTextDocument: async (document, options) => void editor.shown.push({ document, options }),
  },
  workspace: {
    getConfiguration: () => ({ get: (name, fallback) => editor.settings[name] ?? fallback }),
    onDidChangeConfiguration: configured.event,
    onDidCloseTextDocument: closed.event,
    onDidSaveTextDocument: saved.event,
    openTextDocument: async (uri) => ({ uri, text: await editor.provider.provideTextDocumentContent(uri) }),
    registerTextDocumentContentProvider: (_, provider) => {
      editor.provider = provider;
      return { dispose() {} };
    },
    saveAll: async () => true,
  },
};
editor.vscode = vscode;

/** The client of the language server: it starts nothing, and fails for a program that is named `none`. */
class LanguageClient {
  constructor(id, name, server, options) {
    Object.assign(this, { id, name, server, options, runs: false });
    editor.servers.push(this);
  }
  async start() {
    if (this.server.command === "none") {
      throw new Error("spawn none ENOENT");
    }
    this.runs = true;
  }
  async stop() {
    this.runs = false;
  }
}

const load = Module._load;
Module._load = function (name, ...more) {
  switch (name) {
    case "vscode":
      return vscode;
    case "vscode-languageclient/node":
      return { LanguageClient };
    default:
      return load.call(this, name, ...more);
  }
};
