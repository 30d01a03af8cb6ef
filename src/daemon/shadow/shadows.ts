import type { Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/fault.ts';
import { isoOf } from '../../base/instant.ts';
import type { Settings } from '../../settings/loadSettings.ts';
import { comparisonText } from '../../research/shadow/shadowText.ts';
import type { Log } from '../log.ts';
import { nightly } from '../nightly.ts';
import { polledSymbols } from '../polledSymbols.ts';
import { strategyProfit } from '../strategyProfit.ts';
import type { Trader } from '../trader.ts';
import { currenciesOf, type Pair } from '../../model/pair.ts';
import { type ShadowStatus, shadowStatus, sumsOf } from './shadowStatus.ts';
import { shadowMoney, shadowSumsText } from './shadowSumsText.ts';
import { ShadowThread } from './shadowThread.ts';

export interface ShadowsOptions {
  readonly settings: Settings;
  readonly state: string;
  /** The folder of the recordings. Undefined in the demo, whose market begins anew with each start. */
  readonly data: string | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly onTrouble: (message: string) => void;
}

/** All shadows of a daemon. They begin once the pairs are known, and hear what the engine hears of the market. */
export class Shadows {
  #options: ShadowsOptions;
  readonly #trader: Trader;
  #threads: ShadowThread[] = [];
  #endNights: () => void = () => undefined;
  #hasBegun = false;
  #isClosed = false;
  #closing: Promise<void> = Promise.resolve();

  constructor(options: ShadowsOptions, trader: Trader) {
    this.#options = options;
    this.#trader = trader;
    trader.events$.subscribe((event) => {
      if (event.type === 'pairs') this.#pairs(event.pairs);
      else for (const thread of this.#threads) thread.event(event);
    });
  }

  #pairs(pairs: readonly Pair[]): void {
    if (this.#hasBegun) this.renew(this.#options.settings);
    else this.#begin(pairs);
  }

  /** Other settings are in force, or other rules of the pairs: the shadows run anew, and the hour under way is not counted. */
  renew(settings: Settings): void {
    const before = this.#threads;
    this.#threads = [];
    this.#endNights();
    this.#options = { ...this.#options, settings };
    this.#hasBegun = false;
    this.#closing = this.#closing.then(() => closed(before)).then(() => this.#begin(this.#trader.pairs));
  }

  status(): ShadowStatus[] {
    return this.#threads.map(shadowStatus);
  }

  /** Ends at once: the hour under way is not counted. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#endNights();
    await this.#closing;
    await closed(this.#threads);
  }

  #begin(all: readonly Pair[]): void {
    if (this.#hasBegun || this.#isClosed || all.length === 0 || Object.keys(this.#options.settings.shadows).length === 0) return;
    this.#hasBegun = true;
    this.#endNights = nightly(this.#options.clock, (day) => this.#report(day));
    const { settings, state, data, clock, onTrouble } = this.#options;
    const polled = new Set(polledSymbols(settings));
    const pairs = all.filter(({ symbol }) => polled.has(symbol));
    for (const name of Object.keys(settings.shadows)) {
      const onStopped = (reason: string): void =>
        onTrouble(`the shadow ${name} is stopped: ${reason}. Trading is not affected; the shadow runs again with the next start`);
      const live = (champion: string, currency: string): number | undefined => this.#liveProfit(champion, currency);
      try {
        this.#threads.push(new ShadowThread({ settings, name, state, data, live, onStopped }, pairs, clock.now()));
      } catch (error) {
        onStopped(messageOf(error));
      }
    }
  }

  /** The sum over all markets of the strategy. Undefined where one is counted in another currency. */
  #liveProfit(champion: string, currency: string): number | undefined {
    let sum = 0.0;
    for (const row of this.#trader.snapshot().strategies) {
      if (row.name !== champion) continue;
      const { profit } = strategyProfit(row);
      if (profit === undefined || currenciesOf(row.symbol)?.quote !== currency) return undefined;
      sum += profit.toNumber();
    }
    return sum;
  }

  /** The day in one line for each shadow, beside what all days say. */
  #report(day: string): void {
    for (const thread of this.#threads) {
      const { name, currency, blocks, comparison } = thread;
      const told = shadowSumsText(thread, sumsOf(blocks.filter(({ from }) => isoOf(from).startsWith(day))));
      const inAll = comparisonText(comparison, shadowMoney(currency));
      this.#options.log.write('info', 'shadow-day', `shadow: ${told} of ${day}. In all, ${inAll}`, { strategy: name });
    }
  }
}

async function closed(threads: readonly ShadowThread[]): Promise<void> {
  await Promise.all(threads.map((thread) => thread.close()));
}
