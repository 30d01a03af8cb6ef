import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundledStrategies, loadStrategy, strategyFile } from '../../src/loading/strategyLoader.ts';
import { strategyTemplate } from '../../src/loading/strategyTemplate.ts';
import { type Loaded, loadInNode } from './loadInNode.ts';

const MINIMAL = `import { p, strategy } from 'sluice';
export default strategy({ about: 'Does nothing.', params: { size: p.decimal('1') }, setup: () => ({}) });
`;

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'sluice-strategies-'))));
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, text: string): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

describe(bundledStrategies.name, () => {
  it('all load', async () => {
    const names = bundledStrategies();
    expect(names).toEqual(expect.arrayContaining(['dca', 'grid', 'maker']));
    for (const name of names) expect((await loadStrategy(name, folder)).definition.about).not.toBe('');
  });
});

describe(strategyFile.name, () => {
  it.each(['../maker', '../../etc/passwd', '/etc/passwd', 'maker/../maker', '..', '', 'Maker', 'mak\0er', 'constructor'])(
    'takes no path for a name: %j',
    (use) => {
      expect(() => strategyFile(use, folder)).toThrow(/there is no bundled strategy|there is no file/);
    },
  );

  it('says that a file is missing, and that a folder is none', () => {
    expect(() => strategyFile('./nobody.ts', folder)).toThrow(`there is no file ${join(folder, 'nobody.ts')}`);
    mkdirSync(join(folder, 'folder.ts'));
    expect(() => strategyFile('./folder.ts', folder)).toThrow('there is no file');
  });
});

/** Files that must load, each with its `about` text. */
const GOOD: Readonly<Record<string, readonly [text: string, about: string]>> = {
  'mine.ts': [MINIMAL, 'Does nothing.'],
  'commonjs/mine.ts': [
    MINIMAL.replace("'Does nothing.'", 'about').replace("from 'sluice';", "from 'sluice';\nimport { about } from './helper.ts';"),
    'With a helper.',
  ],
};

/** Files that must be refused, with the expected explanation. */
const BROKEN: Readonly<Record<string, readonly [text: string, message: RegExp, suggestion: RegExp]>> = {
  'syntax.ts': [`${MINIMAL}\nconst a = ;\n`, /syntax\.ts: syntax error: line 4: /, /correct the place/],
  'enum.ts': [`enum Side { Buy, Sell }\n${MINIMAL}`, /enum/i, /union of texts or `as const`/],
  'package.ts': [`import 'no-such-package';\n${MINIMAL}`, /no-such-package/, /install the package beside the strategy/],
  'relative.ts': [`import './helper';\n${MINIMAL}`, /helper/, /relative imports name the ending/],
  'export.ts': [MINIMAL.replace('{ p,', '{ nonsense, p,'), /export\.ts: .*nonsense/, /./],
  'nothing.ts': ['export const a = 1;', /it has no default export/, /export default strategy/],
  'number.ts': ['export default 7;', /its default export is not a strategy/, /export default strategy/],
  'null.ts': ['export default null;', /its default export is not a strategy/, /export default strategy/],
  'about.ts': ['export default { params: {}, setup() {} };', /no `about`/, /export default strategy/],
  'params.ts': ["export default { about: 'a', setup() {} };", /no `params`/, /export default strategy/],
  'bare.ts': ["export default { about: 'a', params: { size: 5 }, setup() {} };", /parameter size is not declared/, /./],
  'default.ts': [
    MINIMAL.replace("size: p.decimal('1')", "size: p.decimal('1', { max: '0.5' }), speed: p.pick(['slow'], 'fast' as never)"),
    /default\.ts: the default of its parameter size: must be at most 0\.5, not 1; the default of its parameter speed: expected one of slow, not "fast"$/,
    /correct the default/,
  ],
  'setup.ts': ["export default { about: 'a', params: {} };", /no `setup`/, /export default strategy/],
  'throws.ts': [`throw new Error('not today');\n${MINIMAL}`, /threw while it was loaded: line 1: not today/, /./],
};

describe(loadStrategy.name, () => {
  let results: ReadonlyMap<string, Loaded>;
  beforeAll(async () => {
    written('commonjs/package.json', '{"type":"commonjs"}');
    written('commonjs/helper.ts', 'export const about: string = "With a helper.";\n');
    const names = [...Object.keys(GOOD), ...Object.keys(BROKEN)];
    const loaded = await loadInNode(names.map((name) => written(name, (GOOD[name] ?? BROKEN[name]!)[0])));
    results = new Map(names.map((name, i) => [name, loaded[i]!]));
  });

  it.each(Object.keys(GOOD))('loads %s as Node does, with the kit as sluice, whatever the nearest package.json says', (name) => {
    expect(results.get(name)).toEqual({ about: GOOD[name]![1] });
  });

  it.each(Object.keys(BROKEN))('explains %s', (name) => {
    const [, message, suggestion] = BROKEN[name]!;
    expect(results.get(name)).toEqual({
      code: 'strategy',
      message: expect.stringMatching(message) as string,
      suggestion: expect.stringMatching(suggestion) as string,
    });
  });
});

describe(strategyTemplate.name, () => {
  it('loads, whatever it is about', async () => {
    const about = 'A "quoted" name with \\ and `ticks`.';
    const { definition } = await loadStrategy(written('template.ts', strategyTemplate(about)), folder);
    expect(definition.about).toBe(about);
  });
});
