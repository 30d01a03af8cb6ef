import { dec } from '../base/decimal.ts';
import { Fault } from '../base/fault.ts';
import { brokenRuleOf, ruleMessage } from '../engine/risk/orderRules.ts';
import type { Pair } from '../model/pair.ts';
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
  const [asked, limit] = [dec(amount), price === undefined ? undefined : dec(price)];
  const rule = brokenRuleOf(pair, asked, limit);
  if (rule === undefined) return;
  throw new Fault('risk', `${symbol} would be refused: ${ruleMessage(rule, pair, asked, limit)}`, {
    outcome: 'not-sent',
    suggestion: 'see `sluice pairs`',
  });
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
