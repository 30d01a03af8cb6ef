import { type Document, type ErrorCode, isCollection, isScalar, visit, type YAMLParseError } from 'yaml';
import type { Problem } from './problem.ts';

/** Our words in place of the parser's: its own messages quote the text, which may be a secret. */
const MESSAGES: Partial<Record<ErrorCode, string>> = {
  ALIAS_PROPS: 'an alias can have neither anchor nor tag',
  BAD_DIRECTIVE: 'this directive is not understood; a text that starts with % needs quotes',
  BAD_DQ_ESCAPE: 'this \\ sequence is not known in double quotes; use single quotes',
  BAD_INDENT: 'the indentation does not fit the lines around it (tabs are not allowed, use spaces)',
  BAD_SCALAR_START: 'a text that starts with @ or ` needs quotes',
  BLOCK_IN_FLOW: 'an indented block cannot stand inside { } or [ ]',
  KEY_OVER_1024_CHARS: 'this key is too long',
  MISSING_CHAR: 'something is missing here: a colon after a key, a comma, or a space',
  MULTILINE_IMPLICIT_KEY: 'a key must end with a colon on its own line',
  BLOCK_AS_IMPLICIT_KEY: 'a second "key: value" cannot stand on one line; quote the text or start a new line',
  MULTIPLE_DOCS: 'one file holds one configuration: remove the second ---',
  RESOURCE_EXHAUSTION: 'nested too deeply, or too many aliases',
  TAB_AS_INDENT: 'a tab indents this line; use spaces',
  TAG_RESOLVE_FAILED: 'tags (!name) are not used here; a text that starts with ! needs quotes',
  UNEXPECTED_TOKEN: 'this does not fit here; a text that holds , [ ] { } or # needs quotes',
};

/** After one of these errors the parser is lost, and what it reads from there on means nothing. */
const LOST: readonly ErrorCode[] = [
  'BAD_INDENT',
  'BLOCK_AS_IMPLICIT_KEY',
  'BLOCK_IN_FLOW',
  'IMPOSSIBLE',
  'MISSING_CHAR',
  'MULTILINE_IMPLICIT_KEY',
  'MULTIPLE_DOCS',
  'RESOURCE_EXHAUSTION',
  'TAB_AS_INDENT',
  'UNEXPECTED_TOKEN',
];

/** Where each of them begins is looked for in the whole document. What comes after so many mostly follows from them. */
const MOST_ERRORS = 20;

export interface SyntaxProblems {
  readonly problems: readonly Problem[];
  /** False when the syntax must be mended before the values can be judged. */
  readonly readable: boolean;
}

/**
 * Reports what is not YAML, and YAML that a configuration does not use. Errors that only follow from the first one are left out.
 */
export function syntaxProblems(document: Document.Parsed): SyntaxProblems {
  const independent = document.errors.filter((error, index) => index === 0 || !/YAML stream|at node end/.test(error.message));
  const errors = independent.slice(0, MOST_ERRORS);
  const found = errors.map((error) => unclosed(document, error) ?? problem(error, error.pos[0]));
  const unique = found.filter(({ offset }, index) => found.findIndex((earlier) => earlier.offset === offset) === index);
  return {
    problems: [...unique, ...document.warnings.map((warning) => problem(warning, warning.pos[0]))],
    readable: !document.errors.some(({ code }) => LOST.includes(code)),
  };
}

function problem({ code }: { readonly code: ErrorCode }, offset: number): Problem {
  return { path: [], offset, message: MESSAGES[code] ?? 'this is not valid YAML' };
}

/**
 * The parser notices a missing end on a later line or at the end of the file. The problem is shown where the unclosed part began.
 */
function unclosed(document: Document.Parsed, error: YAMLParseError): Problem | undefined {
  const end = /end with a ([}\]])|Missing closing (["'])/.exec(error.message);
  if (end === null) return undefined;
  let start: number | undefined;
  visit(document, {
    Node(_key, node) {
      const [from, , to] = node.range ?? [Infinity, 0, 0];
      const mayBeOpen = isCollection(node) ? node.flow === true : isScalar(node) && node.type?.startsWith('QUOTE') === true;
      if (mayBeOpen && from <= error.pos[0] && to >= error.pos[0]) start = from;
    },
  });
  if (start === undefined) return undefined;
  return { path: [], offset: start, message: `what begins here is never closed: ${end[1] ?? end[2]} is missing` };
}
