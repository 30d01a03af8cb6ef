import type { Source } from '../tidy/source.ts';
import { documentedBlocks } from './blocks.ts';
import { isShell, KINDS, KNOWN_PLACES } from './proofs.ts';

/** Every block of a document has a language that a test proves, and of each block of commands it is known whether it is run. */
export function blockFaults(sources: readonly Source[], known: ReadonlyMap<string, string> = KNOWN_PLACES): string[] {
  const blocks = documentedBlocks(sources);
  const places = new Set(blocks.filter(isShell).map(({ place }) => place));
  return [
    ...blocks
      .filter(({ language }) => !KINDS.some((kind) => kind === language))
      .map(({ page, line, language }) => `${page}:${line}: no test proves a block of “${language}”; give it one of ${KINDS.join(', ')}`),
    ...[...places]
      .filter((place) => !known.has(place))
      .map((place) => `${place}: name it in RUN of test/documents/proofs.ts when CI can run its commands, else in NOT_RUN with the reason`),
    ...[...known.keys()]
      .filter((place) => !places.has(place))
      .map((place) => `${place}: has no block of commands any more; remove it from test/documents/proofs.ts`),
  ];
}
