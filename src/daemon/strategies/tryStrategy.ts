import { dec } from '../../base/decimal.ts';
import { seededRandom } from '../../base/random.ts';
import { Engine } from '../../engine/engine.ts';
import { readParams } from '../../engine/params.ts';
import type { StrategyDefinition } from '../../engine/strategy.ts';
import { createBook } from '../../model/book.ts';
import type { EventBody } from '../../model/event.ts';
import { gridOf } from '../../model/grid.ts';

const SYMBOL = 'BTC/EUR';
const BOOKS = 200;
const BOOK_EVERY_MS = 1000;

/** Runs a strategy with its own defaults over made-up books. Answers why it was stopped, or undefined when it ran through. */
export function tryStrategy(definition: StrategyDefinition): string | undefined {
  const { values } = readParams(definition.params, {});
  const engine = new Engine({
    strategies: [{ name: 'trial', symbol: SYMBOL, definition, params: values }],
    replaces: true,
    seed: 'trial',
    limits: {
      symbols: [SYMBOL],
      maxOrderValue: undefined,
      maxOpenOrders: undefined,
      priceCollar: undefined,
      staleAfterMs: 60_000,
      maxOrdersPerMinute: undefined,
      maxDailyLoss: undefined,
      budgets: {},
    },
  });
  let stopped: string | undefined;
  let sequence = 0;
  const send = (at: number, body: EventBody): void => {
    for (const output of engine.process({ ...body, at, sequence: sequence++ }))
      if (output.type === 'strategy-stopped') stopped = output.reason;
  };
  const grid = gridOf(2, dec('0.00001'));
  send(0, {
    type: 'pairs',
    pairs: [{ symbol: SYMBOL, description: '', base: 'BTC', quote: 'EUR', grid, minVolume: dec('0.0001'), maxVolume: dec('100') }],
  });
  send(0, { type: 'restored', fills: [], conversions: [], orders: [], states: {} });
  const random = seededRandom('trial');
  let mid = 6_000_000;
  for (let i = 1; i <= BOOKS && stopped === undefined; i++) {
    mid += Math.round(random.normal() * 500);
    const book = createBook(SYMBOL, grid);
    for (const [side, sign] of [
      [book.bids, -1],
      [book.asks, 1],
    ] as const) {
      for (let level = 0; level < 20; level++) {
        side.ticks[level] = mid + sign * (50 + level * 25);
        side.lots[level] = 1000 + random.int(50_000);
      }
      side.length = 20;
    }
    Object.assign(book, { exchangeAt: i * BOOK_EVERY_MS, receivedAt: i * BOOK_EVERY_MS, sequence: i, depth: 20 });
    send(i * BOOK_EVERY_MS, { type: 'book', book });
    send(i * BOOK_EVERY_MS, { type: 'timer' });
  }
  return stopped;
}
