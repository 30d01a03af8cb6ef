import type { Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { CryptoTransaction } from './cryptoLedger.ts';
import type { FiatRow } from './fiatLedger.ts';

/** Money on its way into the account or out of it, of which a bank, a network or a review has not decided yet. */
export interface PendingMove {
  readonly id: string;
  readonly kind: 'deposit' | 'withdrawal';
  readonly type: 'Fiat' | 'Crypto';
  readonly currency: string;
  /** Includes the fee. */
  readonly amount: Decimal;
  readonly createdAt: Instant;
  /** For people: by which network or method. */
  readonly by: string;
}

const METHODS = { wire: 'bank transfer', viban: 'virtual IBAN', card: 'card', apm: 'Apm' } as const;

/** What is pending, newest first. */
export function pendingMoves({
  crypto,
  fiat,
}: {
  readonly crypto: { readonly rows: readonly CryptoTransaction[] };
  readonly fiat: { readonly rows: readonly FiatRow[] };
}): readonly PendingMove[] {
  const coins = crypto.rows.filter(isPending).map(({ id, type, currency, gross, createdAt, network }): PendingMove => ({
    id,
    currency,
    amount: gross,
    createdAt,
    by: network.name,
    type: 'Crypto',
    kind: type === 'Send' ? 'withdrawal' : 'deposit',
  }));
  const money = fiat.rows.filter(isPending).map((row): PendingMove => {
    const { id, currency, gross, createdAt } = row;
    const isDeposit = row.kind === 'Deposit';
    return {
      id,
      currency,
      amount: gross,
      createdAt,
      type: 'Fiat',
      kind: isDeposit ? 'deposit' : 'withdrawal',
      by: isDeposit ? METHODS[row.method] : 'bank transfer',
    };
  });
  return [...coins, ...money].toSorted((one, other) => other.createdAt - one.createdAt);
}

function isPending({ status }: { readonly status: string }): boolean {
  return status === 'Pending';
}
