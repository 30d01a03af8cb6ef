import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { allBlocks, type Block, ROOT } from './blocks.ts';
import { parseProblem } from './parseCommand.ts';
import { isShell, KNOWN_PLACES, NOT_RUN, RUN, RUN_BY } from './proofs.ts';
import { shellCommands } from './shellCommands.ts';
import packageFile from '../../package.json' with { type: 'json' };

/** What documents write where the reader has an id of their own. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^INTENT$/, '01M7W6MXG3XQKPRE70A6Q279ZQ'],
  [/^ORDER$/, '9007199254740993'],
  [/^\$ID$/, '0f8fad5b-d9cb-469f-a165-70867728950e'],
  [/^\$MONTH$/, '2026-10'],
  [/^TIME$/, '2026-10-01'],
];

const SYNOPSIS = /^(?:\$ )?(?:npx )?sluice /;

const blocks = allBlocks();

/** The lines of a block that are commands: of a script all, of a text those that begin with `sluice` or `$ sluice`. */
function commandsOf(block: Block): string[][] {
  if (isShell(block)) return shellCommands(block.text);
  if (block.language !== 'text') return [];
  const lines = block.text.split('\n').filter((line) => SYNOPSIS.test(line));
  // In a synopsis, what stands in brackets may be left out, and one of several words is taken.
  return lines.flatMap((line) =>
    shellCommands(
      line
        .replace(/^\$ /, '')
        .replaceAll(/[[\]]/g, '')
        .replaceAll(/(\w+)(?:\|\w+)+/g, '$1'),
    ),
  );
}

/** What is wrong with the command; undefined when nothing is, or when it is a program of the machine. */
async function problemOf(words: readonly string[]): Promise<string | undefined> {
  const [first, ...rest] = words[0] === 'npx' ? words.slice(words[1] === '--no-install' ? 2 : 1) : words;
  if (first === 'sluice') return parseProblem(rest.map((word) => NAMES.find(([name]) => name.test(word))?.[1] ?? word));
  if (first === 'npm' && rest[0] === 'run') {
    const [, script = ''] = rest;
    return script in packageFile.scripts ? undefined : `package.json has no script ${script}`;
  }
  if (first === 'node' || first === 'vitest') {
    return rest.find((word) => /^(?:test|bench|src)\//.test(word) && !existsSync(`${ROOT}${word}`));
  }
  return undefined;
}

it('every command of the documents has words that its parser takes', { tags: 'long' }, async () => {
  const found: string[] = [];
  let count = 0;
  for (const block of blocks) {
    for (const words of commandsOf(block)) {
      count++;
      const problem = await problemOf(words);
      if (problem !== undefined) found.push(`${block.page}:${block.line} ${words.join(' ')}\n  ${problem}`);
    }
  }
  expect(found, found.join('\n')).toEqual([]);
  expect(count).toBeGreaterThan(200);
});

it('names only tests that are there, where a test runs a block of commands', () => {
  const named = [...Object.values(RUN_BY), ...Object.values(NOT_RUN).flatMap((reason) => reason.match(/test\/[\w/.]+/g) ?? [])];
  expect(named.filter((test) => !existsSync(`${ROOT}${test}`))).toEqual([]);
  expect(named.length).toBeGreaterThan(20);
});

it('says one thing of each block of commands', () => {
  expect(RUN.size + Object.keys(RUN_BY).length + Object.keys(NOT_RUN).length).toBe(KNOWN_PLACES.size);
});
