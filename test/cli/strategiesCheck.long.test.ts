import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from './temporaryFolder.ts';
import { run } from './testIo.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

function written(name: string, handlers: string): string {
  const text = `import { dec, strategy } from 'sluice';
export default strategy({ about: 'A sample.', params: {}, setup: () => ({ ${handlers} }) });
`;
  writeFileSync(folder.path(name), text);
  return `./${name}`;
}

/** What a slow machine is told of how far a check is stands in no test. */
const STILL = /^still at .*\n/gm;

async function check(...argv: string[]) {
  const { stderr, ...ended } = await run(['strategies', 'check', ...argv], { cwd: folder.path('.') });
  return { ...ended, stderr: stderr.replace(STILL, '') };
}

it('shows what a good strategy did, with exit code 0', async () => {
  const good = written(
    'good.ts',
    "onBook(book, ctx) { if (ctx.positionLots === 0 && ctx.liveOrders === 0) ctx.place({ side: 'Buy', amount: dec('0.01') }); }",
  );
  const { code, stdout, stderr } = await check(good);
  expect([code, stderr]).toEqual([0, `${folder.path('good.ts')} is fine: A sample.\n`]);
  const lines = stdout.split('\n');
  expect(lines[0]).toMatch(/^MARKET +EVENTS +PLACED +REPLACED +CANCELED +FILLS +CONVERSIONS +TOLD +REFUSED$/);
  expect(lines.slice(1, 7).map((line) => line.split(' ', 1)[0])).toEqual(['calm', 'falling', 'rising', 'wild', 'gaps', 'days']);
  expect(lines[9]).toMatch(/^calm +2026-01-01T00:00:01\.000Z +Buy BTC\/EUR, Market +0\.0\d+$/);
});

it('shows problems with their places, and what to do instead, with exit code 10', async () => {
  const bad = written('bad.ts', 'onBok() {}');
  const { code, stdout, stderr } = await check(bad);
  expect(stdout).toBe('bad.ts:2:75\n  there is no handler `onBok`, so it is never called\n  instead: did you mean onBook?\n');
  expect([code, stderr.split('\n')[0]]).toEqual([
    10,
    `error: ${folder.path('bad.ts')}: there is no handler \`onBok\`, so it is never called`,
  ]);
});

it('gives programs one object, under the seed that is given', async () => {
  const throws = written('throws.ts', "onBook() { throw new Error('out of luck'); }");
  const { code, stdout } = await check(throws, '-o', 'json', '--seed', '7');
  expect(code).toBe(10);
  expect(JSON.parse(stdout)).toMatchObject({
    file: join(folder.path('throws.ts')),
    result: 'failed',
    problems: [
      {
        where: expect.stringContaining(', seed 7') as string,
        problem: 'onBook threw: out of luck',
        instead: 'correct what the message names',
      },
    ],
  });
});

it('says with exit code 4 why a file is no strategy', async () => {
  writeFileSync(folder.path('syntax.ts'), 'const a = ;');
  const { code, stderr } = await check('./syntax.ts');
  expect([code, stderr]).toEqual([4, expect.stringContaining('syntax error: line 1') as unknown]);
});

it('says that nothing was placed', async () => {
  const { code, stderr } = await check(written('idle.ts', 'onBook() {}'));
  expect([code, stderr]).toEqual([
    0,
    expect.stringContaining('nothing was placed, replaced or converted in any of these markets') as unknown,
  ]);
});

it('lets packages be that are allowed', async () => {
  const use = written('packaged.ts', '');
  writeFileSync(folder.path('packaged.ts'), "import 'some-package';\n");
  expect((await check(use)).stdout).toContain('--allow some-package takes a package as it is');
  expect((await check(use, '--allow', 'other, some-package')).stderr).toContain('install the package beside the strategy');
});
