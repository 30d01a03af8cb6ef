import { type Decimal, ZERO } from '../base/decimal.ts';
import type { Clock } from '../base/clock.ts';
import { isoOf } from '../base/instant.ts';
import type { EngineSettings } from '../engine/engineState.ts';
import type { EngineSnapshot } from '../engine/snapshot.ts';
import { checkOpening, openingOf } from '../loading/checkOpening.ts';
import type { Balance } from '../model/balance.ts';
import type { FillLog } from '../model/journal.ts';
import { currenciesOf, type Pair } from '../model/pair.ts';
import type { PositionEntry } from '../model/positionEntry.ts';

interface Running {
  readonly pairs: readonly Pair[];
  snapshot(): EngineSnapshot;
  enter(entry: PositionEntry): Promise<boolean>;
}

interface Memory {
  readonly clock: Clock;
  readonly fillLog: FillLog;
  readonly engine: EngineSettings;
  readonly onTrouble: (message: string) => void;
}

/**
 * Begins positions with what the configuration says that they hold: each once in the life of the journal. It is on disk before the engine
 * hears of it; after a crash in between, the next start tells it with everything else that is remembered.
 *
 * Rejects with a `Fault` `configuration` when the pair has no such amount or the wallet does not hold it.
 */
export async function beginPositions(
  trader: Running,
  account: { balances(): Promise<readonly Balance[]> },
  { clock, fillLog, engine, onTrouble }: Memory,
): Promise<void> {
  const wanted = engine.strategies.flatMap((one) => openingOf(one, clock.now()) ?? []);
  if (wanted.length === 0) return;
  const begun = await fillLog.openings();
  const fresh: PositionEntry[] = [];
  for (const opening of wanted) {
    const before = begun.find(({ strategy, symbol }) => strategy === opening.strategy && symbol === opening.symbol);
    if (before === undefined) fresh.push(opening);
    else if (!before.amount.eq(opening.amount) || !before.price.eq(opening.price)) onTrouble(changedText(opening, before));
  }
  if (fresh.length === 0) return;
  const rows = await account.balances();
  for (const opening of fresh) {
    const totalOf = (currency: string): Decimal => rows.find((row) => row.currency === currency)?.total ?? ZERO;
    checkOpening(opening, trader.pairs, (currency) => ({ total: totalOf(currency), held: heldOf(trader.snapshot(), currency) }));
    await trader.enter(opening);
  }
}

/** What positions of strategies hold of a currency. */
function heldOf({ strategies }: EngineSnapshot, currency: string): Decimal {
  const held = strategies.filter(({ symbol, position }) => currenciesOf(symbol)?.base === currency && position.amount.gt(0));
  return held.reduce((sum, { position }) => sum.plus(position.amount), ZERO);
}

function changedText({ strategy, symbol, amount, price }: PositionEntry, before: PositionEntry): string {
  return [
    `strategies.${strategy}.opening is now ${amount} at ${price}, and the position in ${symbol} began with ${before.amount} at ${before.price} on ${isoOf(before.at)}`,
    'that stays: an opening counts once. Put the old one back, and correct the position with `sluice position adjust`',
  ].join('; ');
}
