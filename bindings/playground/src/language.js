// HCL for CodeMirror: a stream parser for colours, and the indentation.

import { StreamLanguage } from "@codemirror/language";

/**
 * What the parser is in: code in brackets, a template in quotes or in a heredoc, or a sequence `${...}` of one.
 * @typedef {{ kind: "bracket" | "sequence" | "quoted" } | { kind: "heredoc", marker: string }} Context
 * @typedef {{ contexts: Context[], inComment: boolean }} State
 * @typedef {import("@codemirror/language").StringStream} StringStream
 */

const WORDS = /^(?:for|in|if|else|endif|endfor)\b/;
const NAME = /^[\p{ID_Start}_][\p{ID_Continue}-]*/u;

/** @param {State} state */
function contextOf(state) {
  return state.contexts.at(-1);
}

/**
 * @param {StringStream} stream
 * @param {State} state
 */
function comment(stream, state) {
  state.inComment = !stream.match(/^.*?\*\//);
  if (state.inComment) stream.skipToEnd();
  return "comment";
}

/**
 * Reads a part of a template: text, an escape, or the start of a sequence.
 * @param {StringStream} stream
 * @param {State} state
 * @param {boolean} isQuoted
 */
function template(stream, state, isQuoted) {
  if (stream.match(/^\$\$\{|^%%\{/) || (isQuoted && stream.match(/^\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)?/))) {
    return "string.special";
  }
  if (stream.match(/^[$%]\{~?/)) {
    state.contexts.push({ kind: "sequence" });
    return "bracket";
  }
  if (isQuoted && stream.eat('"')) {
    state.contexts.pop();
    return "string";
  }
  stream.next();
  stream.match(isQuoted ? /^[^"\\$%]+/ : /^[^$%]+/);
  return "string";
}

/**
 * @param {StringStream} stream
 * @param {State} state
 */
function code(stream, state) {
  if (stream.eatSpace()) return null;
  if (stream.match(/^(#|\/\/)/)) {
    stream.skipToEnd();
    return "comment";
  }
  if (stream.match("/*")) return comment(stream, state);
  // The key of an object in JSON, or in quotes.
  if (stream.match(/^"(?:[^"\\$%]|\\.)*"(?=\s*[:=](?!=))/)) return "propertyName";
  if (stream.eat('"')) {
    state.contexts.push({ kind: "quoted" });
    return "string";
  }
  const heredoc = /** @type {RegExpMatchArray | null} */ (stream.match(/^<<-?([\p{ID_Start}_][\p{ID_Continue}-]*)\s*$/u));
  if (heredoc) {
    state.contexts.push({ kind: "heredoc", marker: heredoc[1] });
    return "keyword";
  }
  if (stream.match(/^\d+(\.\d+)?([eE][+-]?\d+)?/)) return "number";
  const isFirst = stream.string.slice(0, stream.pos).trim() === "";
  const isMember = /\.\s*$/.test(stream.string.slice(0, stream.pos));
  if (!isMember && stream.match(/^(?:true|false|null)\b(?!-)/)) return "atom";
  if (!isMember && state.contexts.length > 0 && stream.match(WORDS)) return "keyword";
  if (stream.match(NAME)) return nameStyle(stream, isFirst, isMember);
  if (stream.match(/^[{[(]/)) {
    state.contexts.push({ kind: "bracket" });
    return "bracket";
  }
  if (stream.match(/^~?[}\])]/)) {
    state.contexts.pop();
    return "bracket";
  }
  if (stream.match(/^(=>|==|!=|<=|>=|&&|\|\||\.\.\.|[=+\-*/%<>!?:])/)) return "operator";
  stream.next();
  return "punctuation";
}

/**
 * Returns the style of a name by what is beside it.
 * @param {StringStream} stream
 * @param {boolean} isFirst
 * @param {boolean} isMember
 */
function nameStyle(stream, isFirst, isMember) {
  if (stream.match(/^(::[\w-]+)*\s*\(/, false)) return "variableName.function";
  if (stream.match(/^\s*=(?![=>])/, false)) return "propertyName";
  if (isFirst && stream.match(/^(\s+("|[\p{ID_Start}_])|\s*\{)/u, false)) return "typeName";
  return isMember ? "propertyName" : "variableName";
}

export const hcl = StreamLanguage.define(
  /** @type {import("@codemirror/language").StreamParser<State>} */ ({
    name: "hcl",
    startState: () => ({ contexts: [], inComment: false }),
    copyState: ({ contexts, inComment }) => ({ contexts: [...contexts], inComment }),
    token(stream, state) {
      if (state.inComment) return comment(stream, state);
      const context = contextOf(state);
      if (context?.kind === "heredoc") {
        if (stream.sol() && stream.string.trim() === context.marker) {
          state.contexts.pop();
          stream.skipToEnd();
          return "keyword";
        }
        return template(stream, state, false);
      }
      // A quoted string ends on its line; one without its quote would otherwise colour the rest of the file.
      if (context?.kind === "quoted" && stream.sol()) state.contexts.pop();
      return contextOf(state)?.kind === "quoted" ? template(stream, state, true) : code(stream, state);
    },
    indent(state, textAfter, context) {
      if (state.inComment || state.contexts.some((one) => one.kind === "heredoc")) return null;
      const depth = state.contexts.filter((one) => one.kind === "bracket").length;
      return context.unit * Math.max(0, depth - (/^\s*[}\])]/.test(textAfter) ? 1 : 0));
    },
    languageData: {
      commentTokens: { line: "#", block: { open: "/*", close: "*/" } },
      closeBrackets: { brackets: ["(", "[", "{", '"'] },
      indentOnInput: /^\s*[}\])]$/,
      wordChars: "-",
    },
  }),
);
