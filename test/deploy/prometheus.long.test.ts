import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { until } from '../until.ts';
import { endAll, start } from '../cli/processes.ts';
import { temporaryFolder } from '../cli/temporaryFolder.ts';
import { checked, toolFor } from './tool.ts';

const PROMETHEUS = fileURLToPath(new URL('../../deploy/prometheus/', import.meta.url));
const folder = temporaryFolder();
afterAll(async () => {
  await endAll();
  folder.remove();
});

test.for([
  ['check', 'config', 'prometheus.yml'],
  ['check', 'rules', 'alerts.yml'],
  ['test', 'rules', 'alerts.test.yml'],
])('promtool %s %s %s', (argv, context) => {
  const promtool = toolFor(context, 'promtool');
  const { code, said } = checked(promtool, argv, PROMETHEUS);
  expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('SUCCESS') as string });
});

const CONFIG = `mode: demo
metrics: { port: 0 }
strategies:
  one: { use: grid, symbol: ETH/EUR, budget: 10000 EUR, params: { levels: 4, stepBps: 8, size: 0.1 } }
`;

let shown = '';

test('a daemon serves what it does, and is ready once it trades', async () => {
  writeFileSync(folder.path('metrics.yaml'), CONFIG);
  const daemon = start(['run', folder.path('metrics.yaml'), '--state', folder.path('state')]);
  await daemon.until('one: filled');
  const url = /^metrics (http:\S+)\/metrics$/m.exec(daemon.stderr())![1]!;
  expect(await (await fetch(`${url}/livez`)).json()).toEqual({ alive: true });
  const ready = await until(
    () => fetch(`${url}/readyz`),
    ({ status }) => status === 200,
  );
  expect(await ready.json()).toEqual({ ready: true, reasons: [] });
  shown = await (await fetch(`${url}/metrics`)).text();
  expect(shown).toMatch(/^sluice_fills_total\{strategy="one",symbol="ETH\/EUR"\} [1-9]/m);
  expect(shown).toMatch(/^sluice_request_seconds_count\{operation="orders\.place",outcome="ok"\} [1-9]/m);
  expect(shown).toMatch(/^sluice_journal_commit_seconds_count [1-9]/m);
  daemon.kill('SIGTERM');
  expect((await daemon.ended).code).toBe(0);
  await expect(fetch(`${url}/livez`)).rejects.toThrow('fetch failed');
});

test('promtool can read what that daemon showed, and has nothing against the names', (context) => {
  expect(shown).not.toBe('');
  const { code, said } = checked(toolFor(context, 'promtool'), ['check', 'metrics'], PROMETHEUS, shown);
  // It ends with 3 for a name that it would choose otherwise: those of the library are not ours.
  expect([0, 3]).toContain(code);
  expect(said.split('\n').filter((line) => line.includes('sluice_'))).toEqual([]);
});
