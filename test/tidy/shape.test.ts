import { describe, expect, it } from 'vitest';
import {
  barrelFaults,
  defaultExportFaults,
  exportedNames,
  lengthFaults,
  machineFaults,
  nameFaults,
  spanFaults,
  wordFaults,
} from './shape.ts';

const lines = (count: number): string => 'a;\n'.repeat(count);

describe('lengthFaults', () => {
  it('takes 300 lines and not 301', () => {
    expect(lengthFaults([{ path: 'src/a/a.ts', text: lines(300) }], {})).toEqual([]);
    expect(lengthFaults([{ path: 'test/a.test.ts', text: lines(301) }], {})).toEqual([expect.stringContaining('301 lines')]);
  });

  it('excuses a listed file, until it is short or gone', () => {
    const excused = { 'src/a/a.ts': 'a table' };
    expect(lengthFaults([{ path: 'src/a/a.ts', text: lines(301) }], excused)).toEqual([]);
    expect(lengthFaults([{ path: 'src/a/a.ts', text: lines(3) }], excused)).toEqual([expect.stringContaining('short enough')]);
    expect(lengthFaults([], excused)).toEqual([expect.stringContaining('does not exist')]);
  });
});

describe('defaultExportFaults', () => {
  it.each(['export default 1;', 'export default function f() {}', 'export { a as default };'])('refuses %s', (text) => {
    expect(defaultExportFaults([{ path: 'src/a/a.ts', text }])).toHaveLength(1);
  });

  it('lets a strategy have one', () => {
    expect(defaultExportFaults([{ path: 'strategies/maker.ts', text: 'export default 1;' }])).toEqual([]);
  });
});

describe('barrelFaults', () => {
  it.each(["export * from './b.ts';", "export { b } from './b.ts';", "export type { B } from './b.ts';", "export * as b from './b.ts';"])(
    'refuses %s except at the doors of the package',
    (text) => {
      expect(barrelFaults([{ path: 'src/a/a.ts', text }])).toHaveLength(1);
      expect(barrelFaults([{ path: 'src/engine/kit.ts', text }])).toEqual([]);
    },
  );

  it('lets a file list its own exports', () => {
    expect(barrelFaults([{ path: 'src/a/a.ts', text: "import { c } from './c.ts';\nconst b = c;\nexport { b };" }])).toEqual([]);
  });
});

describe('nameFaults', () => {
  it.each([
    ['orderBook.ts', 'export class OrderBook {}'],
    ['grid.ts', "export type Side = 'Buy';\nexport function gridOf() {}"],
    ['bookDecoder.ts', 'export function decodeBook() {}'],
  ])('takes %s with %s', (name, text) => {
    expect(nameFaults([{ path: `src/a/${name}`, text }], {})).toEqual([]);
  });

  it('refuses a file whose exports have other names, unless it is listed', () => {
    const source = { path: 'src/a/helpers.ts', text: 'export function roundPrice() {}' };
    expect(nameFaults([source], {})).toEqual([expect.stringContaining('exports roundPrice')]);
    expect(nameFaults([source], { 'src/a/helpers.ts': 'a topic' })).toEqual([]);
    expect(nameFaults([], { 'src/a/helpers.ts': 'a topic' })).toEqual([expect.stringContaining('does not exist')]);
    expect(nameFaults([{ path: 'src/a/empty.ts', text: 'let a = 1;' }], {})).toEqual([expect.stringContaining('exports nothing')]);
  });
});

describe('exportedNames', () => {
  it('finds what is declared and what is listed', () => {
    const text = 'export async function a() {}\nexport type B = 1;\nconst c = 1;\nexport { c, d as e };\nexport const f = 1;';
    expect(exportedNames(text)).toEqual(['a', 'B', 'f', 'c', 'e']);
  });
});

describe('wordFaults', () => {
  it.each([
    ['src/a/a.ts', '// TODO: later'],
    ['src/a/a.ts', '// FIXME'],
    ['src/a/a.ts', '/* XXX */'],
    ['src/a/a.ts', '// @ts-ignore'],
    ['src/a/a.ts', "console.log('x');"],
    ['test/a/a.test.ts', "it.only('x', f);"],
    ['test/a/a.test.ts', "describe.skip('x', f);"],
    ['test/a/a.test.ts', "it.each([1]).skip; it.concurrent.only('x', f);"],
    ['test/a/a.test.ts', "it.todo('x');"],
    ['test/a/a.test.ts', "vi.mock('x');"],
    ['test/a/a.test.ts', "xit('x', f);"],
  ])('refuses in %s: %s', (path, text) => {
    expect(wordFaults([{ path, text: `\n${text}` }])).toEqual([expect.stringContaining(`${path}:2:`)]);
  });

  it('lets the words be where they are data, and operators of the same name', () => {
    expect(
      wordFaults([
        { path: 'src/a/a.ts', text: "source.pipe(skip(1)); const a = 'console.log'; list.skip(2); const b = 'XXX/EUR' + 'EUR/XXX';" },
      ]),
    ).toEqual([]);
  });
});

describe('spanFaults', () => {
  it('refuses an hour of its own, in tests too', () => {
    expect(spanFaults([{ path: 'src/a/a.ts', text: 'const HOUR_MS = 3_600_000;' }])).toHaveLength(1);
    expect(spanFaults([{ path: 'test/a.test.ts', text: 'export const DAY = 24 * 60 * 60_000;' }])).toHaveLength(1);
  });

  it('lets one place say it, and others say what is so long', () => {
    expect(spanFaults([{ path: 'src/base/instant.ts', text: 'export const MINUTE_MS = 60_000;' }])).toEqual([]);
    expect(
      spanFaults([{ path: 'src/a/a.ts', text: "const AGAIN_MS = 60_000;\nconst DAY = Date.UTC(2026, 10, 20);\nconst HOUR = '12';" }]),
    ).toEqual([]);
  });
});

describe('machineFaults', () => {
  it.each(['cd /work/main', "'/root/.cache'", '/home/ann/x', 'https://registry.npmjs.org/zod', 'host: registry.yarnpkg.com'])(
    'refuses %s',
    (text) => {
      expect(machineFaults([{ path: 'docs/a.md', text }])).toHaveLength(1);
    },
  );

  it('lets addresses and relative paths be', () => {
    expect(machineFaults([{ path: 'docs/a.md', text: 'https://example.com/work/x ./root/a src/home/b {base}/work' }])).toEqual([]);
  });
});
