import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messageOf } from '../../../src/base/fault.ts';
import { systemClock } from '../../../src/base/systemClock.ts';
import { journalLatency } from '../../../src/research/backtest/journalLatency.ts';
import { loadSettings, type Settings } from '../../../src/settings/loadSettings.ts';
import { databaseOf } from '../../../src/store/accountDatabase.ts';
import { openStore } from '../../../src/store/store.ts';
import { postgresMissing, PostgresServer } from '../../store/postgresServer.ts';
import { addRequests, writeJournal } from './writeJournal.ts';

const env = { K: 'key', S: 'c2VjcmV0' };
const VENUE = 'venue: { exchange: { url: https://venue.example, key: "${env:K}", secret: "${env:S}" } }';
const FITTED = 'backtest: { latency: { fitted: true } }';
const missing = postgresMissing();
const place = mkdtempSync(join(tmpdir(), 'sluice-latency-'));
const state = join(place, 'state');
let postgres: PostgresServer;

beforeAll(async () => {
  if (missing === undefined) postgres = await new PostgresServer().start();
});
beforeEach(({ skip }) => {
  if (missing !== undefined) skip(`NOT TESTED: ${missing}`);
});
afterAll(async () => {
  await postgres?.remove();
  rmSync(place, { recursive: true, force: true });
});

function fitted(...lines: string[]): Promise<Settings> {
  const file = join(place, 'c.yaml');
  writeFileSync(file, [`store: ${postgres.url}`, FITTED, ...lines].join('\n'));
  return loadSettings({ file, env, fitLatency: (settings) => journalLatency(settings, state, systemClock) });
}

test('a journal that a server keeps is read there, whatever file of the account lies in the state directory', async () => {
  const file = join(place, 'named.yaml');
  writeFileSync(file, [`store: ${postgres.url}`, VENUE].join('\n'));
  const named = await loadSettings({ file, env });
  const path = databaseOf(state, named);
  const times = (ms: number): number[] => Array.from({ length: 21 }, () => ms);
  await (await writeJournal(path, times(900))).close();
  expect(await fitted(VENUE).catch(messageOf)).toContain(`there is no account-`);
  const store = await openStore({ path, server: named.server, clock: systemClock });
  await addRequests(store, times(40).slice(1));
  expect((await fitted(VENUE)).fittedLatency).toMatchObject({ entryMs: 20, requests: 20 });
  await addRequests(store, [40], 1_000_000);
  const { fittedLatency } = await fitted(VENUE);
  await store.close();
  expect(fittedLatency).toMatchObject({ entryMs: 20, requests: 21 });
  expect(fittedLatency!.database).toMatch(/^postgres:\/\/sluice@127\.0\.0\.1:\d+\/postgres\/account-[0-9a-f]{12}$/);
});

test('without a key nothing says whose journal on the server is meant', async () => {
  expect(await fitted('mode: paper', 'venue: { exchange: { url: https://venue.example } }').catch(messageOf)).toContain(
    'the configuration names no key, and so no account at postgres://sluice@127.0.0.1',
  );
});
