import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { newSessionFolder } from '../../src/session/sessions.ts';
import { writeManifest } from '../../src/session/sessionManifest.ts';
import { PAIRS, touch } from '../engine/fixtures.ts';
import { manifestAt, sessionWriter } from '../session/recordedWorld.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { run } from './testIo.ts';

const START = Date.UTC(2026, 10, 20, 10);
const folder = temporaryFolder();
afterAll(() => folder.remove());

it('B1: the parity of a day runs no file that a session names before a person has agreed', async () => {
  const [state, strategy, mark] = [folder.path('state'), folder.path('theirs.ts'), folder.path('it-ran')];
  writeFileSync(strategy, `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(mark)}, '');\nexport default 1;\n`);
  mkdirSync(state);
  const session = newSessionFolder(state, START);
  const writer = sessionWriter(session, new VirtualClock(START), []);
  writer.record({ type: 'pairs', pairs: PAIRS, sequence: 0, at: START }, [], undefined);
  writer.record({ type: 'book', book: touch('59990', '60010', START), sequence: 1, at: START }, [], undefined);
  await writer.end('the test is over');
  const manifest = manifestAt(START);
  const theirs = { name: 's', use: strategy, directory: '/', symbol: 'BTC/EUR', params: {}, code: 'c' };
  writeManifest(session, { ...manifest, engine: { ...manifest.engine, strategies: [theirs] } });

  const asked = await run(['parity', '--day', '2026-11-20', '--state', state], { cwd: folder.path('.') });
  expect([asked.code, existsSync(mark)]).toEqual([9, false]);
  expect(asked.stderr).toContain(`the session runs ${strategy} with all rights of this process; run it?`);

  const agreed = await run(['parity', '--day', '2026-11-20', '--yes', '--state', state], { cwd: folder.path('.') });
  expect([agreed.code, existsSync(mark)], 'it ran, and was no strategy').toEqual([4, true]);
});
