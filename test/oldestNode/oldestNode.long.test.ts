import { readFileSync } from 'node:fs';
import { afterAll, expect, test, type TestContext } from 'vitest';
import { endAll, start } from '../cli/processes.ts';
import { temporaryFolder } from '../cli/temporaryFolder.ts';
import { inProcess } from '../simulation/inProcess.ts';
import { oldestNode } from './oldestNode.ts';

const folder = temporaryFolder();
afterAll(async () => {
  await endAll();
  folder.remove();
});

/** Without that Node the test is left out by name, and never in CI. */
function nodeFor({ skip }: TestContext): string {
  return oldestNode() ?? skip('the oldest Node is not installed; run: npm ci --prefix test/oldestNode');
}

test('it is the oldest one that package.json allows', (context) => {
  const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { engines: { node: string } };
  const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { dependencies: { node: string } };
  expect(engines.node).toBe(`>=${dependencies.node.split('.')[0]}`);
  expect(nodeFor(context)).toContain('node');
});

for (const seed of ['7', '11']) {
  test(`seed ${seed} is the same story there and here, to the last step`, async (context) => {
    const args = ['--episode', `${seed}/0`, '--minutes', '10'];
    const [old, own] = await Promise.all([inProcess('simulate.ts', args, nodeFor(context)), inProcess('simulate.ts', args)]);
    expect(old).toEqual(own);
    expect(JSON.parse(own.stdout)).toMatchObject({ seed: `${seed}/0`, trace: expect.stringMatching(/^[0-9a-f]{16}$/) as string });
  });
}

test('the daemon trades on it, and ends in order', async (context) => {
  const daemon = start(['run', '-o', 'json', '--state', folder.path('state')], {}, nodeFor(context));
  await daemon.until('"event":"fill"');
  daemon.kill('SIGTERM');
  const ended = await daemon.ended;
  expect(ended.code).toBe(0);
  expect(JSON.parse(ended.stdout)).toMatchObject({ fills: expect.any(Number) as number });
});
