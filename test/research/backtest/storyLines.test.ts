import { Instance } from '../../../src/engine/instance.ts';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { EngineOrder } from '../../../src/engine/market.ts';
import { BUY, sideOf } from '../../../src/model/side.ts';
import { Market } from '../../../src/engine/market.ts';
import { Purse } from '../../../src/engine/purse.ts';
import { Seat } from '../../../src/engine/market.ts';
import { ModelOrder } from '../../../src/exchange/modelOrder.ts';
import { modelReport } from '../../../src/exchange/modelReport.ts';
import { ModelVenue } from '../../../src/exchange/modelVenue.ts';
import * as told from '../../../src/exchange/reportQueue.ts';
import { unitDecimals } from '../../../src/model/lotScales.ts';
import { amountOf, gridOf, priceOf } from '../../../src/model/grid.ts';
import type { Pair } from '../../../src/model/pair.ts';
import { DecisionLog } from '../../../src/research/backtest/decisionLog.ts';
import { commandLine, reportLine } from '../../../src/research/backtest/eventLine.ts';
import { StoryLines } from '../../../src/research/backtest/storyLines.ts';
import { venueOptions } from '../../exchange/modelVenueBench.ts';
import { BTC } from '../../engine/fixtures.ts';

const decoder = new TextDecoder();
const NOW = Date.UTC(2026, 10, 21);

const ofAnySize = (digits: number): fc.Arbitrary<number> =>
  fc.integer({ min: 0, max: digits }).chain((size) => fc.integer({ min: 1, max: Math.min(10 ** size, Number.MAX_SAFE_INTEGER) }));
/** A grid: as fine as there is, or as coarse. */
const anyPair: fc.Arbitrary<Pair> = fc
  .tuple(fc.integer({ min: 0, max: 9 }), fc.constantFrom('0.000000001', '0.00000001', '0.0025', '0.5', '1', '25', '100000'))
  .map(([precision, step]) => ({ ...BTC, grid: gridOf(precision, dec(step)) }));
const anyName = fc.oneof(
  fc.constantFrom('s', 'a "quoted" name', 'back\\slash', 'line\nfeed', 'é€😀', '\u2028\u0000', 'x'.repeat(5000)),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
);
/** A time in our years, or in other centuries. */
const anyTime = fc.oneof(
  fc.integer({ min: NOW, max: NOW + 1_000_000 }),
  fc.constantFrom(1e12 - 1, 1e12, 1e13 - 1, 1e13, 0, 999, -1, -86_400_000, -1e13),
  fc.integer({ min: -1e14, max: 1e14 }),
);

const anyOrder = fc.record({
  pair: anyPair,
  name: anyName,
  tag: fc.option(anyName, { nil: undefined }),
  side: fc.constantFrom(0, 1),
  isMarket: fc.boolean(),
  ticks: ofAnySize(15),
  lots: ofAnySize(16),
  nextTicks: ofAnySize(15),
  nextLots: ofAnySize(16),
  number: fc.oneof(fc.constant(0), ofAnySize(15)),
  at: anyTime,
});
type AnyOrder = typeof anyOrder extends fc.Arbitrary<infer T> ? T : never;

function engineOrder({ pair, name, tag, side, isMarket, ticks, lots, nextTicks, nextLots, number }: AnyOrder): EngineOrder {
  const { base, quote } = pair;
  const purse = (currency: string): Purse => new Purse(currency, unitDecimals(currency, [pair]));
  const market = new Market(pair, purse(base), purse(quote));
  market.define(pair);
  const order = new EngineOrder(market, new Seat(new Instance(name, undefined), pair.symbol));
  return Object.assign(order, { tag, side, isMarket, ticks: isMarket ? 0 : ticks, lots, nextTicks, nextLots, number });
}

function story(): { readonly lines: StoryLines; readonly log: DecisionLog; readonly text: () => string } {
  const kept: string[] = [];
  const log = new DecisionLog();
  const lines = new StoryLines(log, (bytes) => kept.push(decoder.decode(bytes)));
  return {
    lines,
    log,
    text: () => {
      lines.flush();
      return kept.splice(0).join('');
    },
  };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('decisions as lines', () => {
  it('are, digit for digit, the lines of their commands, hashed and told', () => {
    fc.assert(
      fc.property(anyOrder, (drawn) => {
        const order = engineOrder(drawn);
        const { pair, name, side, isMarket, ticks, lots, nextTicks, nextLots, tag, number, at } = drawn;
        const { grid, symbol } = pair;
        const { lines, log, text } = story();
        lines.place(order, at);
        lines.replace(order, at);
        lines.cancel(order, at);
        const common = { intentId: 'i', strategy: name, symbol, side: sideOf(side), decidedAt: at } as const;
        const price = isMarket ? undefined : priceOf(grid, ticks);
        const amount = amountOf(grid, lots);
        const orderType = isMarket ? 'Market' : 'Limit';
        const placed = commandLine(
          at,
          { ...common, type: 'place', orderType, price, amount, tag },
          number > 0 ? String(number) : undefined,
        );
        const next = { price: priceOf(grid, nextTicks), amount: amountOf(grid, nextLots) };
        const replaced = commandLine(at, { ...common, type: 'replace', orderId: String(number), ...next }, undefined);
        const canceled = commandLine(at, { ...common, type: 'cancel', orderId: String(number) }, undefined);
        expect(text()).toBe([placed, replaced, canceled].map((line) => `${line}\n`).join(''));
        expect([log.count, log.digest]).toEqual([3, hashOf([placed, replaced, canceled].join(''))]);
      }),
      { numRuns: 1000 },
    );
  });
});

const anyReport = fc.record({
  order: anyOrder,
  type: fc.integer({ min: told.OPENED, max: told.REPLACE_NOT_SENT }),
  ticks: ofAnySize(15),
  lots: ofAnySize(16),
  left: fc.oneof(fc.constant(0), ofAnySize(16)),
  filled: fc.oneof(fc.constant(0), ofAnySize(16)),
  parts: fc.integer({ min: 1, max: 100_000 }),
  fee: fc.oneof(fc.constant(0), ofAnySize(15)),
  moreFee: fc.boolean(),
  isTaker: fc.boolean(),
  isShort: fc.boolean(),
  tradedAt: anyTime,
});

describe('reports as lines', () => {
  it('are, digit for digit, the lines of what the venue reports; what is rare comes as text', { tags: 'long' }, () => {
    let runs = 0;
    let byBytes = 0;
    fc.assert(
      fc.property(anyReport, ({ order: drawn, type, ticks, lots, left, filled, parts, fee, moreFee, isTaker, isShort, tradedAt }) => {
        runs++;
        const owner = engineOrder(drawn);
        const { pair, side, at } = drawn;
        const venue = new ModelVenue<EngineOrder>({ ...venueOptions({}, { pairs: [pair] }) });
        const order = new ModelOrder(owner);
        order.begin(drawn.number, 0, venue.markets[0]!, side, owner.ticks, drawn.lots, at);
        Object.assign(order, { ticks, lots: left, filled, parts });
        Object.assign(venue, { reportType: type, order, reportAt: at, tradedAt, ticks, lots, isTaker, isShort });
        venue.fee.decimals = unitDecimals(side === BUY ? pair.base : pair.quote, [pair]);
        venue.fee.add(fee);
        if (moreFee) venue.fee.addExact(10n ** 20n);
        const { lines, log, text } = story();
        const names = { intentId: 'i', replaceId: 'r', strategy: drawn.name, tag: drawn.tag };
        const line = reportLine(at, modelReport(venue, names));
        if (lines.report(venue)) {
          byBytes++;
          expect(text()).toBe(`${line}\n`);
        } else expect([text(), type > told.CLOSED || moreFee || drawn.isMarket]).toEqual(['', true]);
        expect(log.count).toBe(0);
      }),
      { numRuns: 2000 },
    );
    // Quick runs have fewer of them.
    expect(byBytes).toBeGreaterThan(runs / 4);
  });
});

describe('the story of a band', () => {
  it('is handed on in pieces that are whole lines, and nothing of it is lost', () => {
    const order = engineOrder({
      pair: BTC,
      name: 's',
      tag: 'x'.repeat(3000),
      side: 0,
      isMarket: false,
      ticks: 5,
      lots: 5,
      nextTicks: 5,
      nextLots: 5,
      number: 1,
      at: NOW,
    });
    const pieces: string[] = [];
    const lines = new StoryLines(undefined, (bytes) => pieces.push(decoder.decode(bytes)));
    let count = 0;
    for (let i = 0; i < 200; i++) {
      order.number = ++count;
      lines.place(order, NOW + i);
      lines.text(`told ${i}`);
      lines.decision(`decided ${i} ${'€'.repeat(i * 100)}`, NOW + i);
    }
    lines.flush();
    lines.flush();
    expect(pieces.length).toBeGreaterThan(10);
    expect(pieces.every((piece) => piece.endsWith('\n'))).toBe(true);
    const all = pieces.join('').split('\n');
    expect(all).toHaveLength(601);
    expect(all.filter((line) => line.startsWith('told '))).toHaveLength(200);
    expect(all[599]).toBe(`decided 199 ${'€'.repeat(19_900)}`);
  });

  it('is hashed without being told where nobody wants it', () => {
    const log = new DecisionLog();
    const lines = new StoryLines(log, undefined);
    expect(lines.isStory).toBe(false);
    lines.decision('one', NOW);
    lines.text('two');
    lines.flush();
    expect([log.count, log.digest]).toEqual([1, hashOf('one')]);
  });
});
