// Plans, shown beside the code.

import * as path from "node:path";
import * as vscode from "vscode";

import { run, setting } from "./program";

/** The scheme of documents with plans. */
export const SCHEME = "hcl2-plan";

/** Documents with the plans of modules, made anew when a file of the module is saved. */
export class Plans implements vscode.TextDocumentContentProvider {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  /** The plans that are shown, by their modules. */
  readonly #shown = new Map<string, vscode.Uri>();

  /** Returns the plan of the module that the document is named by. */
  async provideTextDocumentContent(plan: vscode.Uri): Promise<string> {
    const directory = plan.query;
    const more = setting<string[]>("planArguments", [], vscode.Uri.file(directory));
    const ended = await run(directory, ["plan", "--partial", ...more], vscode.Uri.file(directory));
    return ended.output + (ended.errors === "" ? "" : `\n${ended.errors}`);
  }

  /** Shows the plan of a module beside the code. */
  async show(directory: string): Promise<void> {
    const name = path.basename(directory);
    const plan = vscode.Uri.from({ scheme: SCHEME, path: `${name} (plan)`, query: directory });
    this.#shown.set(directory, plan);
    this.#changed.fire(plan);
    const document = await vscode.workspace.openTextDocument(plan);
    await vscode.window.showTextDocument(document, {
      viewColumn: vscode.ViewColumn.Beside,
      preserveFocus: true,
      preview: true,
    });
  }

  /** Makes the plans anew that a saved file may change: those of all shown modules, which may call its own. */
  saved(document: vscode.TextDocument): void {
    if (document.uri.scheme === "file" && /\.(tf|tofu|tfvars)(\.json)?$/.test(document.uri.path)) {
      this.#shown.forEach((plan) => this.#changed.fire(plan));
    }
  }

  /** Forgets a plan that is no longer shown. */
  closed(document: vscode.TextDocument): void {
    if (document.uri.scheme === SCHEME) {
      this.#shown.delete(document.uri.query);
    }
  }
}
