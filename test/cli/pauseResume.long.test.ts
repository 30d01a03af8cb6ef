import { writeFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { DAEMON_CONFIG } from './daemonConfig.ts';
import { endAll, type Env, jsonOf, sluice, start } from './processes.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const folder = temporaryFolder();

afterAll(async () => {
  await endAll();
  folder.remove();
});

it('resume does not say of a strategy that threw that it may trade again', async () => {
  const path = folder.path('throws.yaml');
  const source = `export default { about: 'throws', params: {}, setup: () => ({ onBook() { throw new Error('boom'); } }) };\n`;
  writeFileSync(folder.path('throws.ts'), source);
  const strategies = `strategies:\n  s: { use: ./throws.ts, symbol: BTC/EUR, budget: 100 EUR }\n`;
  writeFileSync(path, DAEMON_CONFIG.slice(0, DAEMON_CONFIG.indexOf('strategies:')) + strategies);
  const env: Env = { SLUICE_STATE: folder.path('throwing') };
  const daemon = start(['run', path], env);
  await daemon.until('onBook threw: boom');
  const named = await sluice(['resume', 's'], env);
  expect(named.code).toBe(7);
  expect(named.stderr).toMatch(/^s is stopped: onBook threw: boom; it begins again with the next start, or with a `sluice reload`/m);
  expect(named.stderr).not.toContain('may trade again');
  const all = await sluice(['resume', '--all', '-o', 'json'], env);
  expect([all.code, jsonOf(all)]).toEqual([0, { scope: 'all', left: [], stopped: [{ name: 's', reason: 'onBook threw: boom' }] }]);
  await sluice(['stop'], env);
});
