// The program hcl2, as the settings name it.

import { execFile } from "node:child_process";
import * as vscode from "vscode";

/** The section of the settings. */
export const SECTION = "hcl2";

/** What a run of the program left. */
export interface Ended {
  readonly status: number;
  readonly output: string;
  readonly errors: string;
}

/** Returns a setting for a file. */
export function setting<T>(name: string, fallback: T, uri?: vscode.Uri): T {
  return vscode.workspace.getConfiguration(SECTION, uri).get<T>(name, fallback);
}

/** The languages whose files the program reads. */
export const LANGUAGES: readonly string[] = ["terraform", "terraform-vars", "hcl"];

/**
 * Runs the program in a directory, without a shell.
 *
 * Rejects if the program cannot be started; a program that fails is no reason.
 */
export function run(directory: string, words: readonly string[], uri?: vscode.Uri): Promise<Ended> {
  const program = setting("path", "hcl2", uri);
  return new Promise((resolve, reject) => {
    const options = { cwd: directory, maxBuffer: 64 * 1024 * 1024 };
    execFile(program, ["--color=never", ...words], options, (error, output, errors) => {
      const status = error === null ? 0 : error.code;
      if (typeof status === "number") {
        resolve({ status, output, errors });
      } else {
        reject(new Error(`${program} cannot be run: ${error?.message}. The setting ${SECTION}.path names it.`));
      }
    });
  });
}
