import { systemClock } from '../base/systemClock.ts';
import type { PaymentSources } from '../treasury/payments/paymentSources.ts';
import { sentFrom } from './accountJournal.ts';
import { type Asking, askInterface } from './askInterface.ts';
import { withSightings } from './keptSightings.ts';
import type { Shell } from './shell.ts';

/** Runs `use` with what a command knows payments by: the interface, what was seen before, and the account's journal, whoever owns it. */
export function withPayments<T>(shell: Shell, use: (sources: PaymentSources, asking: Asking<'processing'>) => Promise<T>): Promise<T> {
  return askInterface(shell, 'processing', (asking) =>
    withSightings(shell, 'processing', (sightings) =>
      use({ ask: asking.ask, sightings, sent: (look) => sentFrom(shell, 'processing', look), clock: systemClock }, asking),
    ),
  );
}
