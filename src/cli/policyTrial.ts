import { decimalFrom } from '../base/decimal.ts';
import type { PolicyRow } from '../treasury/policyRows/readPolicyRows.ts';
import type { World } from '../treasury/policyRows/tryPolicy.ts';
import type { MoveKind } from '../model/move.ts';
import { option, repeatableOption } from './command.ts';
import type { Shell } from './shell.ts';
import { balanceValue, oneOf, priceValue, textValue } from './values.ts';

/** Options of commands that try a policy with payments of a file. */
export const trialOptions = {
  kind: option(
    '--kind <kind>',
    'the kind of rows that name none',
    oneOf('withdrawal', 'batch', 'payout', 'refund', 'conversion'),
    'withdrawal',
  ),
  initiator: option('--initiator <name>', 'who asks for rows that name nobody', textValue, 'somebody'),
  balance: repeatableOption('--balance <currency=amount>', 'what can be withdrawn; may be repeated', balanceValue),
  price: repeatableOption('--price <pair=price>', 'a price, like BTC/EUR=50000; may be repeated', priceValue),
};

interface TrialInput {
  readonly kind: MoveKind;
  readonly initiator: string;
  readonly balance: Readonly<Record<string, string>> | undefined;
  readonly price: Readonly<Record<string, string>> | undefined;
}

/** The payments of a file, and the world in which they are tried: balances and prices that a person names. */
export async function readTrial(
  shell: Shell,
  file: string,
  { kind, initiator, balance = {}, price = {} }: TrialInput,
): Promise<{ readonly rows: readonly PolicyRow[]; readonly world: World }> {
  const { readFileSync } = await import('node:fs');
  const { resolve } = await import('node:path');
  const { onDisk } = await import('../base/diskFault.ts');
  const { systemClock } = await import('../base/systemClock.ts');
  const { readPolicyRows } = await import('../treasury/policyRows/readPolicyRows.ts');
  const bytes = onDisk(`${file} can't be read`, () => readFileSync(resolve(shell.cwd, file)));
  const rows = readPolicyRows(bytes, { kind, initiator, now: systemClock.now() });
  const available = Object.fromEntries(Object.entries(balance).map(([currency, amount]) => [currency, decimalFrom(amount)!]));
  return { rows, world: { available, value: valueBy(price) } };
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
