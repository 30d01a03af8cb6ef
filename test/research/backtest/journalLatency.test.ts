import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/base/systemClock.ts';
import { messageOf } from '../../../src/base/fault.ts';
import { backtestSetup } from '../../../src/research/backtest/backtestSetup.ts';
import { journalLatency } from '../../../src/research/backtest/journalLatency.ts';
import { latencyOf } from '../../../src/loading/latencyOf.ts';
import { paperSettings } from '../../../src/daemon/paper/paperSettings.ts';
import { sessionSettings } from '../../../src/research/parity/sessionSettings.ts';
import { loadSettings, type Settings } from '../../../src/settings/loadSettings.ts';
import { showSettings } from '../../../src/settings/showSettings.ts';
import { accountDatabase, databaseOf } from '../../../src/store/accountDatabase.ts';
import { runIdOf } from '../../../src/research/backtest/backtest.ts';
import type { Store } from '../../../src/store/store.ts';
import { manifestAt } from '../../session/recordedWorld.ts';
import { boundOrder, newIntent, START } from '../../store/builders.ts';
import { recordMarket } from './recordMarket.ts';
import { addRequests, writeJournal } from './writeJournal.ts';

const place = mkdtempSync(join(tmpdir(), 'sluice-latency-'));
const state = join(place, 'state');
const env = { K: 'key', S: 'c2VjcmV0' };
const VENUE = 'venue: { exchange: { url: https://venue.example, key: "${env:K}", secret: "${env:S}" } }';
const STRATEGY = 'strategies: { m: { use: maker, symbol: BTC/EUR, budget: 500 EUR } }';
/** 40 ms in the middle, 100 ms at the end. */
const TRIPS = Array.from({ length: 21 }, (_, i) => (i < 10 ? 30 : i === 10 ? 40 : 100));

let daemon: Store;
beforeAll(async () => {
  mkdirSync(state);
  const named = await loadSettings({ file: config(VENUE), env });
  daemon = await writeJournal(databaseOf(state, named), TRIPS);
  await recordMarket(join(place, 'data'), 'BTC/EUR', 5);
});
afterAll(async () => {
  await daemon.close();
  rmSync(place, { recursive: true, force: true });
});

function config(...lines: string[]): string {
  const file = join(place, 'c.yaml');
  writeFileSync(file, lines.join('\n'));
  return file;
}

/** Loads as `sluice backtest` does. */
function fitted(lines: readonly string[], from = state): Promise<Settings> {
  const fitLatency = (settings: Settings) => journalLatency(settings, from, systemClock);
  return loadSettings({ file: config(...lines), env, fitLatency });
}

async function problemOf(lines: readonly string[], from = state): Promise<string> {
  return fitted(lines, from).then(() => 'no problem', messageOf);
}

describe(journalLatency.name, () => {
  it('is half of the median of the real requests each way, read beside a daemon that has the database', async () => {
    const settings = await fitted([VENUE, 'backtest: { latency: { fitted: true } }']);
    expect(latencyOf(settings)).toEqual({ entryMs: 20, responseMs: 20, fitted: { quantile: 0.5, requests: 21 } });
  });

  it('takes the quantile that is named', async () => {
    const settings = await fitted([VENUE, 'backtest: { latency: { fitted: true, quantile: 95% } }']);
    expect(latencyOf(settings)).toEqual({ entryMs: 50, responseMs: 50, fitted: { quantile: 0.95, requests: 21 } });
  });

  it('takes the journal that is named, as a folder and as a file, from the folder of the configuration', async () => {
    const database = accountDatabase(state, await fitted([VENUE]))!;
    for (const journal of ['./state', state, database]) {
      const settings = await fitted([VENUE, `backtest: { latency: { fitted: true, journal: ${journal} } }`], join(place, 'nowhere'));
      expect(settings.fittedLatency).toEqual({ entryMs: 20, responseMs: 20, requests: 21, database });
    }
  });

  it('takes the only account of the state directory where the configuration names none, as paper trading without a key does', async () => {
    const latency = 'backtest: { latency: { fitted: true } }';
    for (const world of ['mode: demo', 'mode: paper\nvenue: { exchange: { url: https://venue.example } }', `mode: paper\n${VENUE}`]) {
      expect(latencyOf(await fitted([world, latency])), world).toMatchObject({ entryMs: 20 });
    }
  });

  it(
    'counts orders and conversions that were answered at once: no cancel, nothing that was unknown or is still open',
    { tags: 'long' },
    async () => {
      const path = join(place, 'kinds.sqlite');
      const store = await writeJournal(path, TRIPS);
      const begin = (id: string, kind: 'cancel' | 'convert' | 'place' | 'replace') =>
        store.journal.begin(newIntent(id, { kind, createdAt: START, targetId: 'order-x' }));
      await begin('cancel', 'cancel');
      await store.journal.settle('cancel', { state: 'acknowledged', at: START + 5000 });
      await begin('late', 'place');
      await store.journal.settle('late', { state: 'unknown', at: START + 5000 });
      await store.journal.settle('late', { state: 'adopted', at: START + 9000, order: boundOrder('order-late', 'late') });
      await begin('unsent', 'place');
      await store.journal.settle('unsent', { state: 'not-sent', at: START });
      await begin('refused', 'replace');
      await store.journal.settle('refused', { state: 'rejected', at: START + 40 });
      await begin('converted', 'convert');
      await store.journal.settle('converted', { state: 'acknowledged', at: START + 40, venueId: '7' });
      await begin('open', 'place');
      const settings = await fitted([`backtest: { latency: { fitted: true, journal: ${path} } }`]);
      await store.close();
      expect(settings.fittedLatency).toMatchObject({ requests: TRIPS.length + 2, entryMs: 20 });
    },
  );

  it('looks at the newest requests only', { tags: 'long' }, async () => {
    const path = join(place, 'long.sqlite');
    const store = await writeJournal(
      path,
      Array.from({ length: 300 }, () => 10),
    );
    await addRequests(
      store,
      Array.from({ length: 2000 }, () => 70),
      START + 10_000_000,
    );
    const settings = await fitted([`backtest: { latency: { fitted: true, quantile: 0%, journal: ${path} } }`]);
    await store.close();
    expect(settings.fittedLatency).toMatchObject({ requests: 2000, entryMs: 35, responseMs: 35 });
  });
});

describe('a latency that can not be fitted', () => {
  const FITTED = 'backtest:\n  latency: { fitted: true }';

  it('is told at its place, with what was expected and what to do', async () => {
    const report = await problemOf([FITTED], place);
    expect(report).toMatch(/c\.yaml:2:22 {2}backtest\.latency\.fitted\n {3}2 \| {3}latency: \{ fitted: true \}\n/);
    expect(report).toContain(`expected a journal with at least 20 answered orders and conversions: there is none in ${place}`);
    expect(report).toContain('name another one with backtest.latency.journal, or say entry and response in place of fitted');
  });

  it('names a folder that is not there, at the setting that names it', async () => {
    const report = await problemOf(['backtest:', '  latency:', '    fitted: true', '    journal: ./gone']);
    expect(report).toMatch(/c\.yaml:4:14 {2}backtest\.latency\.journal/);
    expect(report).toContain('there is no ./gone;');
  });

  it('names the account of the configuration when only others have a journal', async () => {
    const report = await problemOf([VENUE.replace('venue.example', 'other.example'), FITTED]);
    expect(report).toMatch(/there is no .*account-[0-9a-f]{12}\.sqlite, which would be that of the configured account/);
  });

  it('asks which one where a configuration without an account could mean several', async () => {
    const several = join(place, 'several');
    mkdirSync(several);
    for (const name of ['account-000000000001', 'account-000000000002'])
      copyFileSync(accountDatabase(state, await fitted([VENUE]))!, join(several, `${name}.sqlite`));
    const report = await problemOf([FITTED], several);
    expect(report).toContain('those of several accounts (account-000000000001.sqlite, account-000000000002.sqlite); name another one');
  });

  it('says how many requests there are, and what a file is that is no journal', { tags: 'long' }, async () => {
    const path = join(place, 'few.sqlite');
    await (await writeJournal(path, TRIPS.slice(0, 3))).close();
    expect(await problemOf([`backtest: { latency: { fitted: true, journal: ./few.sqlite } }`])).toContain(
      './few.sqlite has 3 among its newest 2000 requests',
    );
    writeFileSync(join(place, 'text'), 'not a database, and long enough to be looked at as one');
    expect(await problemOf(['backtest: { latency: { fitted: true, journal: ./text } }'])).toMatch(
      /the database \.\/text could not be opened: .*not a database/,
    );
  });

  it('says why the disk refuses', async () => {
    symlinkSync('round', join(place, 'round'));
    expect(await problemOf(['backtest: { latency: { fitted: true, journal: ./round } }'])).toContain(
      "it can't be read: looking at ./round failed: its links go round in a circle; name another one",
    );
  });

  it('is no matter where nothing asks for it', async () => {
    const { backtest, fittedLatency } = await loadSettings({ file: config(FITTED), env });
    expect([backtest.latency.fitted, backtest.latency.entry, fittedLatency]).toEqual([true, 50, undefined]);
    const constant = { entryMs: 7, responseMs: 50 };
    expect(latencyOf(await fitted(['backtest: { latency: { entry: 7ms } }'], join(place, 'nowhere')))).toEqual(constant);
  });
});

describe('a run with a fitted latency', () => {
  const FITTED = [VENUE, STRATEGY, 'backtest: { latency: { fitted: true } }'];

  it('has an id by the numbers that were found, not by how long the journal is', { tags: 'long' }, async () => {
    const path = join(place, 'growing.sqlite');
    const store = await writeJournal(path, TRIPS);
    const setup = async () =>
      backtestSetup(await fitted([VENUE, STRATEGY, `backtest: { latency: { fitted: true, journal: ${path} } }`]), {
        data: join(place, 'data'),
      });
    const first = await setup();
    await addRequests(store, [40, 40], START + 1_000_000);
    const grown = await setup();
    expect([grown.latency, runIdOf(grown)]).toEqual([{ ...first.latency, fitted: { quantile: 0.5, requests: 23 } }, runIdOf(first)]);
    await addRequests(store, [20, 20, 20, 20, 20], START + 2_000_000);
    const faster = await setup();
    await store.close();
    expect(faster.latency.entryMs).toBeLessThan(20);
    expect(runIdOf(faster)).not.toBe(runIdOf(first));
  });

  it('has the id that constants have, whatever stands in a setting that is not used', async () => {
    const idOf = async (latency: string): Promise<string> =>
      runIdOf(await backtestSetup(await fitted([STRATEGY, `backtest: { latency: ${latency} }`]), { data: join(place, 'data') }));
    expect(await idOf('{ quantile: 90%, journal: ./gone }')).toBe(await idOf('{}'));
    expect(await idOf('{ entry: 51ms }')).not.toBe(await idOf('{}'));
  });

  it('is shown with its numbers, and can be read again from how a session shows it', async () => {
    const settings = await fitted(FITTED);
    const shown = showSettings(settings);
    expect(shown['backtest']).toMatchObject({
      latency: { entry: '20ms', response: '20ms', fitted: true, quantile: '50%', requests: 21 },
    });
    const { backtest } = sessionSettings({ ...manifestAt(START), settings: shown });
    expect(backtest.latency).toMatchObject({ entry: 20, response: 20 });
    expect(showSettings(await fitted([STRATEGY]))['backtest']).not.toHaveProperty('latency.requests');
  });

  it('is the same in paper trading', async () => {
    const settings = await fitted(['mode: paper', ...FITTED]);
    expect(paperSettings(settings).latency).toEqual({ entryMs: 20, responseMs: 20, fitted: { quantile: 0.5, requests: 21 } });
  });
});
