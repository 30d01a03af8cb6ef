import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemClock } from '../../../src/base/systemClock.ts';
import { assertFree } from '../../../src/daemon/treasury/assertFree.ts';
import { treasuryPlace } from '../../../src/daemon/treasury/treasuryPaths.ts';
import { loadSettings } from '../../../src/settings/loadSettings.ts';
import { databaseOf } from '../../../src/store/accountDatabase.ts';
import { openStore } from '../../../src/store/store.ts';
import { openTreasuryStore } from '../../../src/store/treasuryStore.ts';
import { temporaryFolder } from '../../store/builders.ts';
import { postgresMissing, PostgresServer } from '../../store/postgresServer.ts';

it('names who has the treasury, else who has the journal of its account, and nobody where both are free', async ({
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
  const file = join(folder.path, 'treasury.yaml');
  const venue = "venue: { exchange: { url: 'http://127.0.0.1:1', key: '${env:K}', secret: '${env:S}' } }";
  writeFileSync(file, `mode: live\n${venue}\nrisk: { maxOrderValue: 1 EUR, maxDailyLoss: 1 EUR }\nstore: ${postgres.url}\n`);
  const settings = await loadSettings({ file, env: { K: 'a key of a treasury', S: 'c2VjcmV0' } });
  const look = () => assertFree(settings, folder.path, systemClock);
  await look();
  const journal = await openStore({ path: databaseOf(folder.path, settings), server: settings.server, clock: systemClock });
  await expect(look()).rejects.toMatchObject({
    code: 'daemon-running',
    message: expect.stringMatching(/^the store \S+account-\w+ is in use by/) as string,
  });
  const treasury = await openTreasuryStore({ ...treasuryPlace(folder.path, settings), clock: systemClock });
  await expect(look()).rejects.toMatchObject({ message: expect.stringMatching(/^the treasury \S+treasury is in use by/) as string });
  await treasury.close();
  await journal.close();
  await look();
  const { server: _, ...inFiles } = settings;
  await assertFree(inFiles, folder.path, systemClock);
});
