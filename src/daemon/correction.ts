import type { Decimal } from '../base/decimal.ts';
import { Fault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import type { PositionEntry } from '../model/positionEntry.ts';
import { symbolsOf, type TradedMarkets } from '../model/tradedMarkets.ts';
import { noSuch } from './noSuch.ts';

/** What a person corrects of a strategy's position. */
export interface Correction {
  readonly strategy: string;
  /** May be left out where the strategy trades one. */
  readonly symbol?: string | undefined;
  /** In base currency; below zero for what the position loses. */
  readonly amount: Decimal;
  readonly price: Decimal;
  readonly note: string;
}

/** The entry of a correction. Throws a `Fault` when no such strategy is configured, or it does not trade the symbol. */
export function correctionEntry(
  { symbol, ...correction }: Correction,
  strategies: Readonly<Record<string, TradedMarkets>>,
  made: { readonly id: string; readonly at: Instant },
): PositionEntry {
  const { strategy } = correction;
  const traded = strategies[strategy] && symbolsOf(strategies[strategy]);
  if (traded === undefined) throw noSuch('strategy', strategy, Object.keys(strategies));
  const chosen = symbol ?? (traded.length === 1 ? traded[0] : undefined);
  if (chosen === undefined) throw new Fault('usage', `${strategy} trades ${traded.join(' and ')}: say which with --symbol`);
  if (!traded.includes(chosen))
    throw new Fault('refused', `${strategy} trades ${traded.join(' and ')}, not ${chosen}`, { outcome: 'not-sent' });
  return { ...correction, ...made, symbol: chosen, cause: 'correction' };
}
