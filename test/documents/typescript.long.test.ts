import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import { checkStrategy } from '../../src/research/check/checkStrategy.ts';
import { endAll, startProcess, startSimulator } from '../cli/processes.ts';
import { temporaryFolder } from '../cli/temporaryFolder.ts';
import { type KitFolder, kitFolder } from '../engine/kitFolder.ts';
import { allBlocks, type Block, isWholeStrategy, ROOT } from './blocks.ts';

const blocks = allBlocks().filter(({ language }) => language === 'ts');
const whole = blocks.filter(isWholeStrategy);
const parts = blocks.filter((block) => !isWholeStrategy(block));
const nameOf = ({ page, line }: Block): string => `${page.replaceAll('/', '-')}-${line}.ts`;

const folder = temporaryFolder();
let kit: KitFolder;
beforeAll(() => {
  kit = kitFolder();
  mkdirSync(folder.path('node_modules'));
  symlinkSync(join(ROOT, 'node_modules/rxjs'), folder.path('node_modules/rxjs'));
});
afterAll(async () => {
  await endAll();
  kit.remove();
  folder.remove();
});

/** A program that a page builds up from block to block: one that has imports, with all that follow it there. */
function programs(): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { page, text } of parts) {
    if (text.startsWith('import ') || texts.has(page)) texts.set(page, `${texts.get(page) ?? ''}${text}`);
  }
  return texts;
}

/** What stands for itself, and calls the context: lines of a handler. */
function handlers(): readonly Block[] {
  return parts.filter(({ page }) => !programs().has(page));
}

/** With an order of its own, by the id that it got. */
function asHandler({ text }: Block): string {
  const body = `const id = ctx.place({ side: 'Buy', price: 1, amount: dec('1') })!;\n${text}`;
  return `import { dec, strategy } from 'sluice';\nexport default strategy({ about: 'a', params: {}, setup: () => ({ onBook(_book, ctx) {\n${body}} }) });\n`;
}

describe('the TypeScript of the documents', () => {
  it('is all of one of three kinds: whole strategies, lines of a handler, programs', () => {
    expect([...programs().keys()]).toEqual(['docs/payments.md', 'docs/sdk.md']);
    expect(new Set(handlers().map(({ page }) => page))).toEqual(new Set(['docs/strategies.md']));
    expect(whole.length).toBeGreaterThan(6);
  });

  it('compiles under an ordinary tsc --strict', () => {
    const files = [
      ...whole.map((block) => [nameOf(block), block.text]),
      ...handlers().map((block) => [nameOf(block), asHandler(block)]),
      ...[...programs()].map(([page, text]) => [`program-${page.replaceAll('/', '-')}.ts`, text]),
    ];
    expect(kit.errorsOf(Object.fromEntries(files) as Record<string, string>)).toEqual(new Map());
  });

  it.each(whole.map((block) => [nameOf(block), block] as const))(
    '%s passes its check, as `sluice strategies check` does it',
    async (name, { text }) => {
      writeFileSync(folder.path(name), text);
      const what = { use: `./${name}`, directory: folder.path('.'), seed: '1', allowed: ['rxjs'], isRun: true, limitMs: 60_000 };
      expect((await checkStrategy({ ...what, clock: systemClock })).problems).toEqual([]);
    },
  );

  it.each([...programs()])('%s runs against the simulator', async (page, text) => {
    const { env, processing, hosted, stop } = await startSimulator();
    const client = JSON.stringify(pathToFileURL(join(ROOT, 'src/client/index.ts')).href);
    const file = folder.path(`${page.replaceAll('/', '-')}.ts`);
    writeFileSync(file, text.replaceAll("'sluice/client'", client));
    const { code, stderr } = await startProcess(process.execPath, [file], { ...env, ...processing, ...hosted }).ended;
    expect([code, stderr]).toEqual([0, '']);
    await stop();
  });
});
