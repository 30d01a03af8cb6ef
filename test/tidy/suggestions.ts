import type { Source } from './source.ts';

/** A text behind `suggestion:`, the other one of a choice too. */
const SUGGESTION =
  /\bsuggestion(?::|\s=)\s*(?:[^'"`;{}]{0,80}\?\s*)?(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1(?:\s*:\s*(['"`])((?:(?!\3)[^\\\n]|\\.)*)\3)?/g;

/** A suggestion is printed behind `do:`, so it begins small, and it has no full stop at its end, as the lines above it have none. */
export function suggestionFaults(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => path.startsWith('src/') && path.endsWith('.ts'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(SUGGESTION)]
        .flatMap(([, , first, , second]) => [first, second])
        .filter((said) => said !== undefined && (/^[A-Z][a-z]+ /.test(said) || said.endsWith('.')))
        .map((said) => `${path}: the suggestion "${said}" is to begin small, and to have no full stop at its end`),
    );
}
