import type { Instant } from '../base/instant.ts';
import { systemClock } from '../base/systemClock.ts';
import { venueHabits } from '../daemon/venueAccess.ts';
import { type FiatRow, readCryptoDeposits, readFiatDeposits } from '../treasury/payments/depositReads.ts';
import type { HistoryRow } from '../treasury/transferReads.ts';
import { askInterface } from './askInterface.ts';
import { settingsOf } from './configFile.ts';
import { withSightings } from './keptSightings.ts';
import type { Shell } from './shell.ts';

/** Deposits to the exchange account back to `since`, read completely. What they show is kept. */
export async function readDeposits(
  shell: Shell,
  since: Instant,
): Promise<{ readonly fiat: readonly FiatRow[]; readonly crypto: readonly HistoryRow[] }> {
  const { firstPage } = venueHabits(await settingsOf(shell));
  const read = await askInterface(shell, 'exchange', async ({ ask }) => ({
    fiat: await readFiatDeposits(ask, firstPage, since),
    crypto: await readCryptoDeposits(ask, firstPage, since),
  }));
  const seenAt = systemClock.now();
  await withSightings(shell, 'exchange', (sightings) =>
    sightings.see(
      read.fiat.map(({ id, status, totalAmount: amount, currency, referenceId }) => {
        return { kind: 'fiat-deposit', id, seenAt, status, reason: undefined, amount, currency, transaction: referenceId || undefined };
      }),
    ),
  );
  return read;
}
