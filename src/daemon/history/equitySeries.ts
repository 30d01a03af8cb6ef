import { type Observable, Subject } from 'rxjs';
import type { Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { EngineSnapshot } from '../../engine/snapshot.ts';
import type { EquitySpan, EquityStep } from '../../model/chronicle.ts';
import { addStep, joinedSteps } from '../../model/equitySteps.ts';
import { extremesOf } from '../../model/extremes.ts';
import { strategyProfit } from '../strategyProfit.ts';
import { moneyTexts } from './equityReport.ts';
import { walletsWorth } from './walletsWorth.ts';

const FIRST_EVERY_MS = 5000;
/** With so many steps every two become one. */
export const MOST_POINTS = 480;

/** What the account was worth since the start, in a bounded number of steps however long the daemon runs. It looks at each heartbeat, as the limits on losses do. */
export class EquitySeries {
  #everyMs = FIRST_EVERY_MS;
  #steps: EquityStep[] = [];
  #newest: EquityStep | undefined;
  readonly #seen = new Subject<EquityStep>();

  /** What was seen last. Undefined before the first time. */
  get newest(): EquityStep | undefined {
    return this.#newest;
  }

  /** All that is seen, each a step of its own. */
  get seen$(): Observable<EquityStep> {
    return this.#seen;
  }

  get span(): EquitySpan {
    return { everyMs: this.#everyMs, steps: this.#steps };
  }

  look(at: Instant, { balances, markets, strategies }: Pick<EngineSnapshot, 'balances' | 'markets' | 'strategies'>): void {
    const worth = walletsWorth(balances, markets);
    if (balances.length === 0 || worth.size === 0) return;
    const profits = strategies.flatMap((one): [string, Decimal][] => {
      const { profit } = strategyProfit(one);
      return profit === undefined ? [] : [[`${one.name} ${one.symbol}`, profit]];
    });
    const extremes = Object.fromEntries(Array.from(worth, ([currency, sum]) => [currency, extremesOf(sum)]));
    this.#add({ at, worth: moneyTexts(worth), profit: moneyTexts(profits), extremes });
  }

  #add(seen: EquityStep): void {
    this.#newest = seen;
    addStep(this.#steps, seen, (last) => seen.at - last.at < this.#everyMs && seen.at >= last.at);
    this.#seen.next(seen);
    if (this.#steps.length < MOST_POINTS) return;
    this.#steps = this.#steps.flatMap((step, place, all) => {
      const next = all[place + 1];
      return place % 2 === 1 ? [] : next === undefined ? [step] : [joinedSteps(step, next)];
    });
    this.#everyMs *= 2;
  }
}
