import { readFileSync } from 'node:fs';
import type { Block } from './blocks.ts';
import { isShell, RUN } from './proofs.ts';

const PRELUDE = readFileSync(new URL('prelude.sh', import.meta.url), 'utf8');
const MARK = 'END_OF_THE_BLOCK';

/**
 * What a page tells its reader to do, as one script for bash that ends at the first mistake. Blocks with the name of a file are
 * saved under it; those of commands run where `RUN` says so, in one shell, one after the other.
 */
export function pageScript(blocks: readonly Block[], { needsVenue }: { readonly needsVenue: boolean }): string {
  const steps = blocks.flatMap((block) => {
    if (block.file !== undefined) return [saved(block.file, block.text)];
    if (block.language === 'js') return [`${saved('page.mjs', block.text)}"$NODE" page.mjs`];
    return isShell(block) && RUN.has(block.place) ? [`echo "--- ${block.page}:${block.line}"\n${block.text}`] : [];
  });
  return [PRELUDE, ...(needsVenue ? ['npx sluice simulator --seed 7'] : []), ...steps].join('\n');
}

function saved(file: string, text: string): string {
  return `mkdir -p "$(dirname ${file})"\ncat > ${file} <<'${MARK}'\n${text}${MARK}\n`;
}
