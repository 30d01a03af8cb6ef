import type { ErrorCode, YAMLParseError, YAMLWarning } from 'yaml';
import type { Problem } from './problem.ts';

/** Our words for the parser's: its own messages quote the text, which may be a secret. */
const MESSAGES: Partial<Record<ErrorCode, string>> = {
  ALIAS_PROPS: 'an alias can have neither anchor nor tag',
  BAD_ALIAS: 'this alias (*name) has no anchor (&name) before it; a text that starts with * needs quotes',
  BAD_DIRECTIVE: 'this directive is not understood; a text that starts with % needs quotes',
  BAD_DQ_ESCAPE: 'this \\ sequence is not known in double quotes; use single quotes',
  BAD_INDENT: 'the indentation does not fit the lines around it (tabs are not allowed, use spaces)',
  BAD_SCALAR_START: 'a text that starts with @ or ` needs quotes',
  BLOCK_IN_FLOW: 'an indented block cannot stand inside { } or [ ]',
  KEY_OVER_1024_CHARS: 'this key is too long',
  MISSING_CHAR: 'something is missing here: a colon after a key, a closing quote, a comma, or a closing bracket',
  MULTILINE_IMPLICIT_KEY: 'a key must end with a colon on its own line',
  BLOCK_AS_IMPLICIT_KEY: 'a second "key: value" cannot stand on one line; quote the text or start a new line',
  MULTIPLE_DOCS: 'one file holds one configuration: remove the second ---',
  RESOURCE_EXHAUSTION: 'nested too deeply, or too many aliases',
  TAB_AS_INDENT: 'a tab indents this line; use spaces',
  TAG_RESOLVE_FAILED: 'tags (!name) are not used here; a text that starts with ! needs quotes',
  UNEXPECTED_TOKEN: 'this does not fit here; a text that holds , [ ] { } or # needs quotes',
};

/** The first syntax error of each line; what the parser stumbles over after losing its way is left out. */
export function syntaxProblems(errors: readonly YAMLParseError[], warnings: readonly YAMLWarning[]): Problem[] {
  const real = errors.filter((error, index) => index === 0 || !/YAML stream|at node end/.test(error.message));
  return [...real, ...warnings].map((error) => ({
    path: [],
    offset: error.pos[0],
    message: MESSAGES[error.code] ?? 'this is not valid YAML',
  }));
}
