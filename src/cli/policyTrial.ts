import { decimalFrom } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import { systemClock } from '../base/systemClock.ts';
import type { PolicyRow } from '../treasury/policyRows/readPolicyRows.ts';
import type { World } from '../treasury/policyRows/tryPolicy.ts';
import type { MoveKind } from '../model/move.ts';
import type { Shell } from './shell.ts';

interface TrialInput {
  readonly kind: MoveKind;
  readonly initiator: string;
  readonly balance: Readonly<Record<string, string>> | undefined;
  readonly price: Readonly<Record<string, string>> | undefined;
  /** How far back payments are compared. Without it, all of them are. */
  readonly last?: number | undefined;
}

/** Payments, oldest first, and the world in which they are tried: balances and prices that a person names. */
export interface Trial {
  readonly rows: readonly PolicyRow[];
  readonly world: World;
  /** Payments before are there only since they count in windows. */
  readonly since: Instant;
}

/** The payments of a file. */
export async function readTrial(shell: Shell, file: string, { kind, initiator, last = Infinity, ...given }: TrialInput): Promise<Trial> {
  const { readFileSync } = await import('node:fs');
  const { resolve } = await import('node:path');
  const { namedFile } = await import('../base/namedFile.ts');
  const { readPolicyRows } = await import('../treasury/policyRows/readPolicyRows.ts');
  const bytes = namedFile(`${file} can't be read`, () => readFileSync(resolve(shell.cwd, file)));
  const now = systemClock.now();
  return { rows: readPolicyRows(bytes, { kind, initiator, now }), world: worldOf(given), since: now - last };
}

/** The moves of the treasury. */
export async function readMoves(
  shell: Shell,
  { last, ...given }: Pick<TrialInput, 'balance' | 'price'> & { last: number },
): Promise<Trial> {
  const { readTreasury } = await import('./treasuryStore.ts');
  const { rowsOfMoves } = await import('../treasury/policyRows/rowsOfMoves.ts');
  const rows = await readTreasury(shell, async (store) =>
    rowsOfMoves((await store.moves.since(0, MOST_MOVES)).toReversed(), await store.book.entries()),
  );
  return { rows, world: worldOf(given), since: systemClock.now() - last };
}

const MOST_MOVES = 1_000_000;

function worldOf({ balance = {}, price = {} }: Pick<TrialInput, 'balance' | 'price'>): World {
  const available = Object.fromEntries(Object.entries(balance).map(([currency, amount]) => [currency, decimalFrom(amount)!]));
  return { available, value: valueBy(price) };
}

/** By a price in its own direction, or against it. */
function valueBy(prices: Readonly<Record<string, string>>): NonNullable<World['value']> {
  const priceOf = (symbol: string) => (Object.hasOwn(prices, symbol) ? decimalFrom(prices[symbol]!) : undefined);
  return (currency, amount, into) => {
    const price = priceOf(`${currency}/${into}`);
    if (price !== undefined) return amount.times(price);
    const inverse = priceOf(`${into}/${currency}`);
    return inverse === undefined ? undefined : amount.div(inverse);
  };
}
