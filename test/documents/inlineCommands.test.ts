import { expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { testIo } from '../cli/testIo.ts';
import { readSources, type Source } from '../tidy/source.ts';
import { ROOT } from './blocks.ts';

/** Operations of `api` have the options that the contract gives them. */
const ELSEWHERE = new Set(['api']);

const program = buildProgram(commands, testIo(), { onExit: () => {}, onHelp: () => {} });

/** Options that the named command does not have, in the commands that stand in the middle of a sentence. */
function unknownOptions({ path, text }: Source): string[] {
  return [...text.matchAll(/`(?:npx )?sluice ([^`\n]+)`/g)].flatMap(({ 1: line = '', index }) => {
    const words = line.split(/[\s=|[\]()]+/);
    const chain = [program];
    for (const word of words) {
      const next = chain.at(-1)!.commands.find((one) => one.name() === word);
      if (next === undefined) break;
      chain.push(next);
    }
    if (ELSEWHERE.has(chain[1]?.name() ?? '')) return [];
    const known = new Set(['--help', '--version', ...chain.flatMap((one) => one.options.map(({ long }) => long))]);
    const unknown = words.filter((word) => word.startsWith('--') && !known.has(word));
    return unknown.map((word) => `${path}:${text.slice(0, index).split('\n').length}: \`sluice ${line}\` has no ${word}`);
  });
}

it('every option of a command that a sentence names is an option of that command', () => {
  const pages = readSources(ROOT).filter(({ path }) => /^(?:README|CHANGELOG)\.md$|^docs\/(?!(?:decisions|reference)\/).*\.md$/.test(path));
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.flatMap(unknownOptions)).toEqual([]);
});

it('sees an option that is not there', () => {
  const source = (text: string): Source => ({ path: 'docs/a.md', text });
  expect(unknownOptions(source('see\n`sluice sweep --threads`, `sluice sweep my.yaml --workers 4`'))).toEqual([
    'docs/a.md:2: `sluice sweep --threads` has no --threads',
  ]);
});
