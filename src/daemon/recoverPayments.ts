import type { Environment } from '../settings/secrets.ts';
import type { PaymentInterface } from './interfaceAccount.ts';
import { paymentJournal, type PaymentPlace } from './paymentStore.ts';
import { type Rebuilt, rebuildAccount } from './rebuildAccount.ts';
import { type RecoveredTransfers, type RecoverTransfersOptions, recoverTransfers } from './recoverTransfers.ts';
import { accountsDirectory, stateDirectory } from './stateDirectory.ts';

export interface RecoverPaymentsOptions extends PaymentPlace, Omit<RecoverTransfersOptions, 'firstPage'> {
  readonly interface: PaymentInterface;
  readonly env: Environment;
  /** Reports what it is waiting for. */
  readonly onProgress: (message: string) => void;
}

/** Rebuilds the journal of the account at a payment interface as `recoverAccount` does that of the exchange. */
export function recoverPayments(options: RecoverPaymentsOptions): Promise<(Rebuilt & RecoveredTransfers) | undefined> {
  const { accounts, state, env, clock, onProgress } = options;
  stateDirectory(state);
  accountsDirectory(accounts);
  const place = { ...paymentJournal(options.interface, env, options), accounts, clock };
  // Payment interfaces show no pages that are counted.
  return rebuildAccount(place, onProgress, (old) => recoverTransfers(old, { ...options, firstPage: 0 }));
}
