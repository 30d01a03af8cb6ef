import { describe, expect, it } from 'vitest';
import { readPolicyRows } from '../../src/treasury/policyRows/readPolicyRows.ts';
import { allBlocks, blocksOf, type Block } from './blocks.ts';
import { blockFaults } from './blockFaults.ts';
import { KINDS, RUN } from './proofs.ts';

const blocks = allBlocks();
const ofKind = (kind: string): readonly Block[] => blocks.filter(({ language }) => language === kind);

/** How many there were once. Fewer would mean that blocks are no longer seen. */
const AT_LEAST: Readonly<Record<(typeof KINDS)[number], number>> = { sh: 95, text: 26, yaml: 44, ts: 22, csv: 10, json: 4, js: 1, sql: 13 };

describe('the blocks of code in the documents', () => {
  it('are of these kinds, and at least so many of each', () => {
    const counts = Object.fromEntries(KINDS.map((kind) => [kind, ofKind(kind).length]));
    process.stdout.write(`${JSON.stringify(counts)}\n`);
    expect(Object.entries(AT_LEAST).filter(([kind, least]) => (counts[kind] ?? 0) < least)).toEqual([]);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(blocks.length);
  });

  it('are JSON, whole or line by line, where they say so', () => {
    for (const { text } of ofKind('json')) {
      const isLines = text
        .trimEnd()
        .split('\n')
        .every((line) => line.endsWith('}'));
      const values = isLines ? text.trimEnd().split('\n') : [text];
      for (const value of values) expect(JSON.parse(value)).toBeTypeOf('object');
    }
  });

  it('are rows of payments where they are CSV', () => {
    for (const { text } of ofKind('csv')) {
      const rows = readPolicyRows(Buffer.from(text), { kind: 'withdrawal', initiator: 'anna', now: 0 });
      expect(rows).toHaveLength(text.trimEnd().split('\n').length - 1);
    }
  });

  it('are run where they are scripts for Node', () => {
    const run = [...RUN].map((place) => place.split('#')[0]);
    expect(ofKind('js').filter(({ page }) => !run.includes(page))).toEqual([]);
  });
});

describe('blocksOf', () => {
  it('takes the place, the file and the text of a block, in a list too', () => {
    const page = '# A\n\n## B\n\nSave it as `x/a.ts`:\n\n```ts\nlet a;\n```\n\n1. One\n\n   ```sh\n   a\n     b\n   ```\n';
    expect(blocksOf('p.md', page)).toEqual([
      { page: 'p.md', place: 'p.md#B', line: 7, language: 'ts', file: 'x/a.ts', text: 'let a;\n' },
      { page: 'p.md', place: 'p.md#B', line: 13, language: 'sh', file: undefined, text: 'a\n  b\n' },
    ]);
  });

  it.each(['```sh\na\n', '```sh {x}\na\n```\n', '    code\n'])('refuses %j', (page) => {
    expect(() => blocksOf('p.md', page)).toThrow('p.md:1');
  });
});

describe('blockFaults', () => {
  const faults = (text: string): string[] => blockFaults([{ path: 'docs/a.md', text }], new Map([['docs/a.md#Known', 'a reason']]));

  it('takes a block of commands of which it is known whether it is run', () => {
    expect(faults('## Known\n\n```sh\na\n```\n')).toEqual([]);
  });

  it.each([
    ['## New\n\n```sh\na\n```\n## Known\n\n```sh\na\n```\n', 'docs/a.md#New'],
    ['## Known\n\n```\na\n```\n\n```sh\na\n```\n', 'docs/a.md:3'],
    ['## Known\n\n```cobol\na\n```\n\n```sh\na\n```\n', 'docs/a.md:3'],
    ['words', 'docs/a.md#Known'],
  ])('refuses %j', (text, named) => {
    expect(faults(text)).toEqual([expect.stringContaining(named)]);
  });
});
