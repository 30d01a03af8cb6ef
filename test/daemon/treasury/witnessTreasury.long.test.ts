import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemClock } from '../../../src/base/systemClock.ts';
import { openPaymentStore, paymentJournal } from '../../../src/daemon/paymentStore.ts';
import { treasuryPlace } from '../../../src/daemon/treasury/treasuryPaths.ts';
import { witnessTreasury } from '../../../src/daemon/treasury/witnessTreasury.ts';
import { witnessAccount } from '../../../src/daemon/witnessAccount.ts';
import { loadSettings, type Settings } from '../../../src/settings/loadSettings.ts';
import { accountOf, databaseOf } from '../../../src/store/accountDatabase.ts';
import { openAccountStore } from '../../../src/store/openAccountStore.ts';
import { treasurySeal } from '../../../src/store/treasurySeal.ts';
import { openTreasuryStore } from '../../../src/store/treasuryStore.ts';
import { temporaryFolder } from '../../store/builders.ts';
import { postgresMissing, PostgresServer } from '../../store/postgresServer.ts';

const PAYMENTS = {
  SLUICE_PROCESSING_URL: 'http://127.0.0.1:1',
  SLUICE_PROCESSING_KEY: 'a key of payments',
  SLUICE_PROCESSING_SECRET: 'c2VjcmV0',
  SLUICE_PROCESSING_PREFIX: 'PROC',
};

it('seals on the machine that stands by the treasury and each journal that it pays from, but no treasury of another account', async ({
  skip,
  onTestFinished,
}) => {
  const missing = postgresMissing();
  if (missing !== undefined) skip(`NOT TESTED: ${missing}`);
  const folder = temporaryFolder();
  const postgres = await new PostgresServer().start();
  onTestFinished(async () => {
    await postgres.remove();
    folder.remove();
  });
  const clock = systemClock;
  const settingsWith = (key: string): Promise<Settings> => {
    const file = join(folder.path, 'treasury.yaml');
    const venue = "venue: { exchange: { url: 'http://127.0.0.1:1', key: '${env:K}', secret: '${env:S}' } }";
    writeFileSync(file, `mode: live\n${venue}\nrisk: { maxOrderValue: 1 EUR, maxDailyLoss: 1 EUR }\nstore: ${postgres.url}\n`);
    return loadSettings({ file, env: { K: key, S: 'c2VjcmV0' } });
  };
  const machine = (name: string) => {
    const [state, accounts] = [join(folder.path, name), join(folder.path, `${name}-accounts`)];
    for (const made of [state, accounts]) mkdirSync(made, { recursive: true });
    return { state, accounts, clock };
  };
  const sealsOf = ({ accounts }: { accounts: string }): readonly string[] =>
    readdirSync(accounts)
      .filter((name) => name.endsWith('.seal'))
      .map((name) => name.replace(/-[0-9a-f]{12}\.seal$/, ''))
      .toSorted();

  const settings = await settingsWith('a key of a treasury');
  const account = accountOf(settings)!;
  const { server } = settings;
  const [alpha, beta, gamma, delta] = [machine('alpha'), machine('beta'), machine('gamma'), machine('delta')];
  const treasury = await openTreasuryStore({
    ...treasuryPlace(alpha.state, settings),
    account,
    clock,
    seal: treasurySeal({ ...treasuryPlace(alpha.state, settings), accounts: alpha.accounts, account, clock }),
  });
  // What is not there yet does not keep the others from being sealed.
  await witnessTreasury({ ...beta, settings, env: PAYMENTS });
  expect(sealsOf(beta)).toEqual(['treasury']);
  const journal = await openAccountStore({ account, accounts: alpha.accounts, database: databaseOf(alpha.state, settings), server, clock });
  const payments = await openPaymentStore(paymentJournal('processing', PAYMENTS, { ...alpha, server }), { ...alpha, server }, clock);
  await witnessTreasury({ ...beta, settings, env: PAYMENTS });
  expect(sealsOf(beta)).toEqual(['account', 'account', 'treasury']);

  await witnessAccount({ ...gamma, settings });
  expect(sealsOf(gamma)).toEqual(['account']);
  await witnessTreasury({ ...delta, settings: await settingsWith('a key of another treasury'), env: {} });
  expect(sealsOf(delta)).toEqual([]);
  const { server: _, ...inFiles } = settings;
  await witnessTreasury({ ...delta, settings: inFiles, env: PAYMENTS });
  expect(sealsOf(delta)).toEqual([]);
  expect(existsSync(databaseOf(delta.state, settings))).toBe(false);
  for (const store of [payments, journal, treasury]) await store.close();
});
