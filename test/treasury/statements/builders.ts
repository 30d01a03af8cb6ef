import { dec, type Decimal, ZERO } from '../../../src/base/decimal.ts';
import { executionPostings } from '../../../src/ledger/executionPostings.ts';
import type { Fill } from '../../../src/model/fill.ts';
import type { LedgerHistory, LedgerMovement, LedgerPosting } from '../../../src/model/ledger.ts';
import { loggedFill } from '../../store/builders.ts';

export const OCTOBER = Date.UTC(2026, 9, 1);

/** Something that came in, or went out (below zero). A change like `-0.1 BTC fee` is its fee. */
export function moved(
  cause: Exclude<LedgerMovement['cause'], 'fill'>,
  id: string,
  at: number,
  ...changes: readonly string[]
): LedgerMovement {
  const postings = changes.map((text): LedgerPosting => {
    const [amount, currency, isFee] = text.split(' ') as [string, string, string?];
    return { cause: isFee === undefined ? cause : 'fee', currency, amount: dec(amount) };
  });
  return { cause, id, at, postings, fill: undefined, note: undefined };
}

/** An execution of BTC/EUR, its fee in EUR unless another currency is named. */
export function executed(id: string, at: number, over: Partial<Fill>): LedgerMovement {
  const { fill } = loggedFill(id, {
    symbol: 'BTC/EUR',
    side: 'Buy',
    fee: ZERO,
    feeCurrency: 'EUR',
    tradedAt: at,
    strategy: 'maker',
    ...over,
  });
  const postings = executionPostings(fill).filter((posting): posting is LedgerPosting => posting.cause !== 'rounding');
  return { cause: 'fill', id, at, postings, fill, note: undefined };
}

/** Books that began at the beginning of October. `sums` is what they add up to unless it is given. */
export function historyOf(
  opening: Readonly<Record<string, string>>,
  movements: readonly LedgerMovement[],
  over: Partial<LedgerHistory> = {},
): LedgerHistory {
  const began = new Map(Object.entries(opening).map(([currency, amount]) => [currency, dec(amount)]));
  const sums = new Map<string, Decimal>(began);
  for (const { currency, amount } of movements.flatMap(({ postings }) => postings)) {
    sums.set(currency, amount.plus(sums.get(currency) ?? ZERO));
  }
  return {
    beganAt: OCTOBER,
    opening: began,
    sums,
    rounding: new Map(),
    movements: async function* () {
      yield* movements;
    },
    ...over,
  };
}
