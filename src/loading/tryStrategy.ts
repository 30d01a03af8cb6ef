import { dec, ONE } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import { type Random, seededRandom } from '../base/random.ts';
import { EventDoor } from '../engine/eventDoor.ts';
import { readParams } from '../engine/params.ts';
import type { AnyStrategy } from '../engine/strategy.ts';
import { type Book, createBook, showLevels } from '../model/book.ts';
import type { Command } from '../model/command.ts';
import type { EventBody } from '../model/event.ts';
import { gridOf } from '../model/grid.ts';
import type { Pair } from '../model/pair.ts';

const SYMBOL = 'BTC/EUR';
const GRID = gridOf(2, dec('0.00001'));
const PAIR: Pair = {
  symbol: SYMBOL,
  description: '',
  base: 'BTC',
  quote: 'EUR',
  grid: GRID,
  minVolume: dec('0.0001'),
  maxVolume: dec('100'),
};
const BOOKS = 200;
const BOOK_EVERY_MS = 1000;
const LEVELS = 20;

/**
 * Runs a strategy with its defaults over made-up books, at a venue that accepts and fills everything. Returns why the strategy
 * was stopped, or undefined when it ran to the end.
 */
export function tryStrategy(definition: AnyStrategy): string | undefined {
  const engine = trialEngine(definition);
  let answers: EventBody[] = [];
  let sequence = 0;
  for (const { at, body } of trialEvents()) {
    // What is sent in one step is answered in the next, so that a strategy that answers each fill with an order comes to an end.
    const events = [...answers, body];
    answers = [];
    for (const event of events) {
      for (const output of engine.process({ ...event, at, sequence: sequence++ })) {
        if (output.type === 'strategy-stopped') return output.reason;
        if ('decidedAt' in output) answers.push(...answersTo(output, at));
      }
    }
  }
  return undefined;
}

function trialEngine(definition: AnyStrategy): EventDoor {
  const { values } = readParams(definition.params, {});
  return new EventDoor({
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
}

function* trialEvents(): Iterable<{ readonly at: Instant; readonly body: EventBody }> {
  yield { at: 0, body: { type: 'pairs', pairs: [PAIR] } };
  yield { at: 0, body: { type: 'restored', fills: [], conversions: [], orders: [], states: {} } };
  const random = seededRandom('trial');
  let mid = 6_000_000;
  for (let i = 1; i <= BOOKS; i++) {
    const at = i * BOOK_EVERY_MS;
    mid += Math.round(random.normal() * 500);
    yield { at, body: { type: 'book', book: bookAround(mid, at, random) } };
    yield { at, body: { type: 'timer' } };
  }
  const at = (BOOKS + 1) * BOOK_EVERY_MS;
  yield { at, body: { type: 'market-warning', symbol: SYMBOL, kind: 'stale', detail: 'trial' } };
  yield { at, body: { type: 'market-warning', symbol: SYMBOL, kind: 'recovered', detail: 'trial' } };
}

function bookAround(mid: number, at: Instant, random: Random): Book {
  const book = createBook(SYMBOL, GRID);
  const sides = [
    [book.bids, -1],
    [book.asks, 1],
  ] as const;
  for (const [side, sign] of sides) {
    for (let level = 0; level < LEVELS; level++) {
      side.ticks[level] = mid + sign * (50 + level * 25);
      side.lots[level] = 1000 + random.int(50_000);
    }
    showLevels(side, 0, LEVELS);
  }
  return Object.assign(book, { exchangeAt: at, receivedAt: at, sequence: at, depth: LEVELS });
}

/** The answers of a venue that accepts everything and fills every order in full. */
function answersTo(command: Command, at: Instant): EventBody[] {
  switch (command.type) {
    case 'place': {
      const { intentId, symbol, side, orderType: type, amount, price = dec(60_000), strategy, tag } = command;
      const orderId = intentId;
      const money = { price, amount, fee: ONE, feeCurrency: 'EUR', feeType: 'Maker' };
      const times = { openedAt: at, tradedAt: at, receivedAt: at };
      return [
        { type: 'report', report: { type: 'order-opened', intentId, orderId, amount, price: command.price, adopted: false } },
        {
          type: 'report',
          report: { type: 'fill', fill: { id: orderId, orderId, symbol, side, type, ...money, ...times, intentId, strategy, tag } },
        },
      ];
    }
    case 'request-quote': {
      const { requestId, fromCurrency, toCurrency, size } = command;
      const fromAmount = 'fromAmount' in size ? size.fromAmount : ONE;
      const toAmount = 'toAmount' in size ? size.toAmount : ONE;
      const terms = { fromCurrency, toCurrency, fromAmount, toAmount, rate: toAmount.div(fromAmount) };
      return [
        { type: 'report', report: { type: 'quoted', requestId, quote: { id: requestId, ...terms, quotedAt: at, validTo: at + 15_000 } } },
      ];
    }
    case 'convert': {
      const { intentId, strategy, quote } = command;
      const conversion = { ...quote, executedAt: at, intentId, strategy };
      return [{ type: 'report', report: { type: 'converted', conversion, adopted: false } }];
    }
    case 'replace':
    case 'cancel':
      // Every order is filled before anybody can replace or cancel it.
      return [];
  }
}
