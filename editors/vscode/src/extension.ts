// The extension: starts the language server, which does all that concerns a document, and adds commands.

import * as path from "node:path";
import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";

import { Plans, SCHEME } from "./plan";
import { LANGUAGES, SECTION, run, setting } from "./program";

let client: LanguageClient | undefined;

/** Starts the extension. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel("HCL");
  const plans = new Plans();
  const commands: Record<string, (directory: string) => Promise<void>> = {
    plan: (directory) => plans.show(directory),
    check: (directory) => printed(output, directory, ["check", "."]),
    fmt: async (directory) => {
      await vscode.workspace.saveAll(false);
      await printed(output, directory, ["fmt", "."]);
    },
  };
  context.subscriptions.push(
    output,
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, plans),
    vscode.workspace.onDidSaveTextDocument((document) => plans.saved(document)),
    vscode.workspace.onDidCloseTextDocument((document) => plans.closed(document)),
    vscode.commands.registerCommand("hcl2.restart", restart),
    ...Object.entries(commands).map(([name, command]) =>
      vscode.commands.registerCommand(`hcl2.${name}`, () => inDirectory(command)),
    ),
    vscode.workspace.onDidChangeConfiguration((change) => {
      const startsAnother = ["path", "serverArguments"].some((name) => change.affectsConfiguration(`${SECTION}.${name}`));
      return startsAnother ? restart() : undefined;
    }),
  );
  await restart();
}

/** Ends the extension. */
export async function deactivate(): Promise<void> {
  await client?.stop();
  client = undefined;
}

/** Starts the language server, in place of one that runs. */
async function restart(): Promise<void> {
  await client?.stop().catch(() => undefined);
  client = undefined;
  const program = setting("path", "hcl2");
  const server: ServerOptions = { command: program, args: ["lsp", ...setting<string[]>("serverArguments", [])] };
  const patterns = ["**/*.tf.json", "**/*.tofu.json", "**/*.tfvars.json", "**/*.pkr.json"];
  const options: LanguageClientOptions = {
    documentSelector: [
      ...LANGUAGES.map((language) => ({ scheme: "file", language })),
      ...patterns.map((pattern) => ({ scheme: "file", pattern })),
    ],
    outputChannelName: "HCL language server",
  };
  const started = new LanguageClient(SECTION, "HCL language server", server, options);
  try {
    await started.start();
    client = started;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(
      `The language server \`${program} lsp\` cannot be started: ${reason}. Install hcl2, or set ${SECTION}.path to its path.`,
    );
  }
}

/** Does something in the directory of the file that is edited. */
async function inDirectory(command: (directory: string) => Promise<void>): Promise<void> {
  const file = vscode.window.activeTextEditor?.document.uri;
  if (file?.scheme !== "file") {
    void vscode.window.showInformationMessage("Open a file of the module first.");
    return;
  }
  try {
    await command(path.dirname(file.fsPath));
  } catch (error) {
    void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}

/** Shows what the program prints in a directory. */
async function printed(output: vscode.OutputChannel, directory: string, words: readonly string[]): Promise<void> {
  const ended = await run(directory, words, vscode.Uri.file(directory));
  output.clear();
  const printed = ended.output + ended.errors;
  output.append(printed === "" ? "Nothing changed.\n" : printed);
  output.show(true);
}
