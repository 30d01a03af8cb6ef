import { describe, expect, it } from 'vitest';
import { assertionFaults, mirrorFaults } from './mirror.ts';
import type { Source } from './source.ts';

const desk: Source = { path: 'src/engine/desk.ts', text: 'export function desk() {}' };
const test = (path: string, ...imports: string[]): Source => ({ path, text: imports.map((name) => `import '${name}';`).join('\n') });

describe('mirrorFaults', () => {
  it('takes a file that a test of its folder imports, directly or through a helper', () => {
    expect(mirrorFaults([desk, test('test/engine/desk.test.ts', '../../src/engine/desk.ts')], {})).toEqual([]);
    const through = [test('test/engine/all.test.ts', './help.ts'), test('test/engine/help.ts', '../../src/engine/desk.ts')];
    expect(mirrorFaults([desk, ...through], {})).toEqual([]);
  });

  it.each([
    ['no test', []],
    ['a test of another folder only', [test('test/daemon/run.test.ts', '../../src/engine/desk.ts')]],
    [
      'a test of a file that it imports',
      [{ path: 'src/engine/orders.ts', text: '' }, test('test/engine/orders.test.ts', '../../src/engine/orders.ts')],
    ],
    ['a helper that no test imports', [test('test/engine/help.ts', '../../src/engine/desk.ts')]],
  ])('refuses a file with %s', (_name, tests) => {
    expect(mirrorFaults([desk, ...tests], {})).toEqual([expect.stringContaining('src/engine/desk.ts: no test in test/engine/')]);
  });

  it('takes a file behind one of its own folder that is tested, and not on the floors where each is tested by itself', () => {
    const behind = (folder: string): Source[] => [
      { path: `src/${folder}/inner.ts`, text: 'export const inner = 1;' },
      { path: `src/${folder}/outer.ts`, text: "import './inner.ts';" },
      test(`test/${folder}/outer.test.ts`, `../../src/${folder}/outer.ts`),
    ];
    expect(mirrorFaults(behind('simulator'), {})).toEqual([]);
    expect(mirrorFaults(behind('model'), {})).toEqual([expect.stringContaining('src/model/inner.ts')]);
  });

  it('asks for no test of types', () => {
    expect(mirrorFaults([{ path: 'src/model/fill.ts', text: 'export interface Fill {}\nexport type A = 1;' }], {})).toEqual([]);
  });

  it('takes a suite that is named for a file or a folder', () => {
    const suite = test('test/engine/risk.test.ts');
    expect(mirrorFaults([desk, suite], { 'src/engine/': suite.path })).toEqual([]);
    expect(mirrorFaults([desk, suite], { 'src/engine/desk.ts': suite.path })).toEqual([]);
    expect(mirrorFaults([desk, suite], { 'src/engine/de': suite.path })).toHaveLength(2);
  });

  it('refuses a line that names a missing suite, or that nobody needs', () => {
    const covered = [desk, test('test/engine/desk.test.ts', '../../src/engine/desk.ts')];
    expect(mirrorFaults(covered, { 'src/engine/': 'test/engine/gone.test.ts' })).toEqual([expect.stringContaining('does not exist')]);
    expect(mirrorFaults(covered, { 'src/engine/': 'test/engine/desk.test.ts' })).toEqual([expect.stringContaining('remove it')]);
  });
});

describe('mirrorFaults of the page', () => {
  const ages = { path: 'web/pure/ages.ts', text: 'export function ageText() {}' };

  it('takes a pure part that a test imports, and asks for none of what draws', () => {
    const test = { path: 'test/web/ages.test.ts', text: "import { ageText } from '../../web/pure/ages.ts';" };
    expect(mirrorFaults([ages, test, { path: 'web/parts/Bar.tsx', text: 'export function Bar() {}' }], {})).toEqual([]);
  });

  it('refuses one that no test imports', () => {
    expect(mirrorFaults([ages], {})).toEqual([expect.stringContaining('web/pure/ages.ts')]);
  });
});

describe('assertionFaults', () => {
  it('takes a test that asserts, or that runs a suite that does', () => {
    expect(assertionFaults([{ path: 'test/a/a.test.ts', text: 'expect(1).toBe(1);' }])).toEqual([]);
    const suite = { path: 'test/conformance/clock.ts', text: 'export const suite = () => fc.assert(property);' };
    expect(assertionFaults([test('test/a/a.test.ts', '../conformance/clock.ts'), suite])).toEqual([]);
  });

  it('refuses a test that only runs, or that mentions an assertion', () => {
    expect(assertionFaults([{ path: 'test/a/a.test.ts', text: "it('x', () => run()); // expect(1)" }])).toHaveLength(1);
  });
});
