import { afterAll, expect, it } from 'vitest';
import { Secret } from '../../src/base/secret.ts';
import { instantOfUlid } from '../../src/base/ulid.ts';
import { askForMove } from '../../src/cli/moveRun.ts';
import { createShell } from '../../src/cli/shell.ts';
import type { TreasuryCalls } from '../../src/daemon/treasury/treasury.ts';
import { makeKeyFile } from '../../src/treasury/approvals/keyFile.ts';
import type { MoveOrderText } from '../../src/treasury/moves/moveOrder.ts';
import { until } from '../until.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { testIo } from './testIo.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

it('a signed order counts from when everything was answered, whoever thinks about it for how long', { tags: 'long' }, async () => {
  const passphrase = 'a long enough passphrase';
  const env = { SLUICE_EXCHANGE_URL: 'http://127.0.0.1:9', SLUICE_EXCHANGE_KEY: 'k', SLUICE_EXCHANGE_SECRET: 's' };
  makeKeyFile(folder.path('anna.pem'), new Secret(passphrase));
  const io = testIo({ cwd: folder.path('.'), env, columns: 80 });
  const orders: MoveOrderText[] = [];
  const row = { amount: '1', currency: 'BTC', to: 'cold-1' };
  const calls = {
    dryRun: async () => ({ problems: [], duplicates: [], rows: [row], balances: [], why: [], needs: [], verdict: 'approve' }),
    ask: async (order: MoveOrderText) => (orders.push(order), { state: 'awaiting-approval' }),
  } as unknown as TreasuryCalls;
  const move = { kind: 'withdrawal', initiator: 'anna', payments: [{ currency: 'BTC', amount: '1', to: 'cold-1' }] } as const;
  const options = { waitMs: 0, repeats: false, key: 'anna.pem', passphraseFile: undefined };
  const ended = askForMove(createShell(io, { output: 'json' }), calls, move, options);
  let answeredAt = 0;
  for (const [question, answer] of [
    ['[y/N]', 'y\n'],
    ['Passphrase', `${passphrase}\n`],
  ] as const) {
    await Promise.race([ended, until(() => io.stderr().includes(question))]);
    const askedAt = Date.now();
    answeredAt = await until(
      () => Date.now(),
      (now) => now > askedAt + 1,
    );
    io.type(answer);
  }
  await ended;
  expect(instantOfUlid(orders[0]!.id.slice(2))).toBeGreaterThanOrEqual(answeredAt);
  expect(orders[0]!.signed).toBeDefined();
});
