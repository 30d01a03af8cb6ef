import { type Decimal, ZERO } from '../../base/decimal.ts';
import { type Position, positionAfterFill } from '../../engine/portfolio.ts';
import type { EngineSnapshot } from '../../engine/snapshot.ts';
import type { Event } from '../../model/event.ts';
import type { Fill } from '../../model/fill.ts';

/** What the executions with one tag came to since the start, in the symbol's quote currency. */
export interface TagProfit {
  readonly symbol: string;
  /** Undefined for executions without a tag. */
  readonly tag: string | undefined;
  readonly fills: number;
  readonly value: Decimal;
  /** Profit of what they closed, against the position's average cost, before fees. A tag that only opens has none. */
  readonly gross: Decimal;
  /** Fees in the symbol's own currencies, those in base at cost. */
  readonly fees: Decimal;
  /** `gross` less `fees`. */
  readonly net: Decimal;
  readonly otherFees: Readonly<Record<string, Decimal>>;
}

/** Tags of one strategy. What comes under others is left out, since a tag for each order would never end. */
const MOST_TAGS = 50;

/** Counts executions by strategy and tag. An execution before the first heartbeat counts to no tag: its position is not known yet. */
export class TagHistory {
  readonly #positions = new Map<string, Position>();
  readonly #tags = new Map<string, Map<string, TagProfit>>();
  /** Whether something may have changed a position since it was read. */
  #isChanged = true;

  take(event: Event, snapshot: () => Pick<EngineSnapshot, 'strategies'>): void {
    if (event.type === 'book') return;
    if (event.type === 'report' && event.report.type === 'fill') this.#fill(event.report.fill);
    if (event.type !== 'timer') this.#isChanged = true;
    else if (this.#isChanged) this.#read(snapshot());
  }

  of(strategy: string): readonly TagProfit[] {
    return [...(this.#tags.get(strategy)?.values() ?? [])];
  }

  #read({ strategies }: Pick<EngineSnapshot, 'strategies'>): void {
    this.#isChanged = false;
    for (const { name, symbol, position } of strategies) this.#positions.set(keyOf(name, symbol), position);
  }

  #fill(fill: Fill): void {
    const { strategy, symbol, tag } = fill;
    if (strategy === undefined) return;
    const key = keyOf(strategy, symbol);
    const before = this.#positions.get(key);
    if (before === undefined) return;
    const after = positionAfterFill(before, fill);
    this.#positions.set(key, after);
    let tags = this.#tags.get(strategy);
    if (tags === undefined) this.#tags.set(strategy, (tags = new Map<string, TagProfit>()));
    const tagKey = JSON.stringify([symbol, tag]);
    if (!tags.has(tagKey) && tags.size >= MOST_TAGS) return;
    const row = tags.get(tagKey) ?? { symbol, tag, fills: 0, value: ZERO, gross: ZERO, fees: ZERO, otherFees: {} };
    const gross = row.gross.plus(after.gross).minus(before.gross);
    const fees = row.fees.plus(after.fees).minus(before.fees);
    tags.set(tagKey, {
      symbol,
      tag,
      fills: row.fills + after.fills - before.fills,
      value: row.value.plus(fill.price.times(fill.amount)),
      gross,
      fees,
      net: gross.minus(fees),
      otherFees: grown(row.otherFees, before.otherFees, after.otherFees),
    });
  }
}

function keyOf(strategy: string, symbol: string): string {
  return JSON.stringify([strategy, symbol]);
}

type Sums = Readonly<Record<string, Decimal>>;

/** The sums with what others have grown by. */
function grown(sums: Sums, before: Sums, after: Sums): Sums {
  const more = Object.entries(after).map(([currency, sum]) => [currency, sum.minus(before[currency] ?? ZERO)] as const);
  const changed = more.filter(([, sum]) => !sum.isZero());
  return changed.length === 0
    ? sums
    : { ...sums, ...Object.fromEntries(changed.map(([currency, sum]) => [currency, sum.plus(sums[currency] ?? ZERO)])) };
}
