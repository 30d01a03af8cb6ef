import type { Source } from './source.ts';

const LITERAL = /(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\\n]|\\.)*`)/.source;
const TEXT = `${LITERAL}(?:\\s*\\+\\s*${LITERAL})*`;
/** A text behind `suggestion:`, the other one of a choice too. */
const SUGGESTION = new RegExp(`\\bsuggestion(?::|\\s=)\\s*(?:[^'"\`;{}]{0,80}\\?\\s*)?(${TEXT})(?:\\s*:\\s*(${TEXT}))?`, 'g');
/** In a file of this name every text of several words is a suggestion. */
const ADVICE = /Advice\.ts$/;
const WORDS = new RegExp(`(${TEXT})`, 'g');
const COMMENT = /^\s*(?:\/?\*|\/\/).*$/gm;

/** A suggestion is printed behind `do:`, so it begins small, and it has no full stop at its end, as the lines above it have none. */
export function suggestionFaults(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => path.startsWith('src/') && path.endsWith('.ts'))
    .flatMap(({ path, text }) =>
      [...text.replaceAll(COMMENT, '').matchAll(ADVICE.test(path) ? WORDS : SUGGESTION)]
        .flatMap(([, first, second]) => [first, second])
        .flatMap((said) => (said === undefined ? [] : [said.slice(1, -1)]))
        .filter((said) => /^[A-Z][a-z]+ /.test(said) || / .*\.$/s.test(said))
        .map((said) => `${path}: the suggestion "${said}" is to begin small, and to have no full stop at its end`),
    );
}
