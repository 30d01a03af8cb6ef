import { dec, type Decimal } from '../base/decimal.ts';
import { Fault } from '../base/fault.ts';
import type { Pair } from '../model/pair.ts';
import { isOnAmountGrid, isOnPriceGrid } from '../model/grid.ts';
import { settingsOf } from './configFile.ts';
import { marketAccess } from './marketAccess.ts';
import type { Shell } from './shell.ts';

interface AskedOrder {
  readonly symbol: string;
  readonly amount: string;
  readonly price: string | undefined;
}

/** Throws a `Fault` when the pair's own rules refuse an order (000 Trading pair): decimals of the price, step and bounds of the amount. */
export function assertPairTakes({ symbol, amount, price }: AskedOrder, pairs: readonly Pair[]): void {
  const pair = pairs.find((one) => one.symbol === symbol);
  if (pair === undefined) throw new Fault('not-found', `the venue lists no pair ${symbol}`, { suggestion: 'see `sluice pairs`' });
  const wrong = brokenRule(pair, dec(amount), price === undefined ? undefined : dec(price));
  if (wrong === undefined) return;
  throw new Fault('risk', `${symbol} would be refused: ${wrong}`, { outcome: 'not-sent', suggestion: 'see `sluice pairs`' });
}

function brokenRule({ grid, minVolume, maxVolume }: Pair, amount: Decimal, price: Decimal | undefined): string | undefined {
  if (price !== undefined && !isOnPriceGrid(grid, price)) return `price ${price} has more than ${grid.precision} decimals`;
  if (!isOnAmountGrid(grid, amount)) return `amount ${amount} is not a multiple of ${grid.lot}`;
  if (amount.lt(minVolume)) return `amount ${amount} is below the least volume ${minVolume}`;
  return amount.gt(maxVolume) ? `amount ${amount} is above the most volume ${maxVolume}` : undefined;
}

/** The pairs of the venue with their rules: through the running daemon, or directly. */
export async function listedPairs(shell: Shell): Promise<readonly Pair[]> {
  const access = await marketAccess(shell, await settingsOf(shell));
  try {
    return await access.pairs();
  } finally {
    await access.close();
  }
}
