import { dec, type Decimal, maxDecimal, ZERO } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { EngineSnapshot } from '../../engine/snapshot.ts';
import type { EquityPoint } from '../../model/chronicle.ts';
import { strategyProfit } from '../strategyProfit.ts';
import { walletsWorth } from './walletsWorth.ts';

/** Points of one stretch of time, oldest first. */
export interface EquityReport {
  /** The time between two points. Since the start it doubles when there are too many of them. */
  readonly everyMs: number;
  readonly points: readonly EquityPoint[];
  /** By quote currency, the most that the wallets were worth since the start, and the deepest fall below that. */
  readonly highest: Readonly<Record<string, string>>;
  readonly deepestFall: Readonly<Record<string, string>>;
}

const FIRST_EVERY_MS = 5000;
/** With so many points every second one is dropped. */
export const MOST_POINTS = 480;

/** What the account was worth, in a bounded number of points however long the daemon runs. */
export class EquitySeries {
  #everyMs = FIRST_EVERY_MS;
  #points: EquityPoint[] = [];
  readonly #peaks = new Peaks();

  /** Undefined before the first one. */
  get newest(): EquityPoint | undefined {
    return this.#points.at(-1);
  }

  /** Takes a point if one is due. */
  look(at: Instant, snapshot: () => Pick<EngineSnapshot, 'balances' | 'markets' | 'strategies'>): void {
    const last = this.#points.at(-1);
    if (last !== undefined && at - last.at < this.#everyMs && at >= last.at) return;
    const { balances, markets, strategies } = snapshot();
    const worth = walletsWorth(balances, markets);
    if (balances.length === 0 || worth.size === 0) return;
    for (const [currency, sum] of worth) this.#peaks.add(currency, sum);
    const profits = strategies.flatMap((one): [string, Decimal][] => {
      const { profit } = strategyProfit(one);
      return profit === undefined ? [] : [[`${one.name} ${one.symbol}`, profit]];
    });
    this.#points.push({ at, worth: texts(worth), profit: texts(profits) });
    if (this.#points.length < MOST_POINTS) return;
    this.#points = this.#points.filter((_, place) => place % 2 === 0);
    this.#everyMs *= 2;
  }

  report(): EquityReport {
    return { everyMs: this.#everyMs, points: this.#points, ...this.#peaks.report() };
  }
}

/** What points that are kept come to. */
export function equityReport(everyMs: number, points: readonly EquityPoint[]): EquityReport {
  const peaks = new Peaks();
  for (const { worth } of points) for (const [currency, sum] of Object.entries(worth)) peaks.add(currency, dec(sum));
  return { everyMs, points, ...peaks.report() };
}

/** The most that something was worth, and the deepest fall below that. */
class Peaks {
  readonly #highest = new Map<string, Decimal>();
  readonly #deepest = new Map<string, Decimal>();

  add(currency: string, sum: Decimal): void {
    const highest = maxDecimal(this.#highest.get(currency) ?? sum, sum);
    this.#highest.set(currency, highest);
    this.#deepest.set(currency, maxDecimal(this.#deepest.get(currency) ?? ZERO, highest.minus(sum)));
  }

  report(): Pick<EquityReport, 'highest' | 'deepestFall'> {
    return { highest: texts(this.#highest), deepestFall: texts(this.#deepest) };
  }
}

function texts(values: Iterable<readonly [string, Decimal]>): Record<string, string> {
  return Object.fromEntries(Array.from(values, ([key, value]) => [key, value.toFixed()]));
}
