import type { Decimal } from '../base/decimal.ts';
import type { Intent } from '../model/intent.ts';

/** Something that may have left the account, and nobody knows whether it has. */
export interface PossibleMove {
  readonly what: string;
  readonly currency: string;
  /** What was asked for, fees aside. */
  readonly amount: Decimal;
}

/** The transfers among intents of which nobody knows what came of them. */
export function possibleMoves(unresolved: readonly Intent[]): readonly PossibleMove[] {
  return unresolved
    .filter(({ kind, exposure }) => kind === 'transfer' && exposure.gt(0))
    .map(({ id, exposure: amount, exposureCurrency: currency }) => ({ what: `transfer ${id}`, currency, amount }));
}

/** The fee of a withdrawal is not known before it is found. It is never more than what is withdrawn. */
const MOST_WITH_FEE = 2;

/** Names what a loss of a currency may come of. Undefined when it is too small or too large for that. */
export function possibleCause(currency: string, loss: Decimal, tolerance: Decimal, moves: readonly PossibleMove[]): string | undefined {
  const mine = moves.filter((move) => move.currency === currency);
  const all = mine.reduce((sum, { amount }) => sum.plus(amount.times(MOST_WITH_FEE)), tolerance);
  if (!mine.some(({ amount }) => loss.plus(tolerance).gte(amount)) || loss.gt(all)) return undefined;
  return mine.map(({ what }) => what).join(' and ');
}
