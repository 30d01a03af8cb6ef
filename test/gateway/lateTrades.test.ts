import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { DAY_MS } from '../../src/base/instant.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import type { TradeRow } from '../../src/gateway/fillRows.ts';
import { LateTrades } from '../../src/gateway/lateTrades.ts';

/** A day with so many trades, one for each order, of which these are not booked. */
function day(count: number, missing: readonly number[] = [], heeds = true) {
  const clock = new VirtualClock(DAY_MS);
  const nothing = { baseCurrency: undefined, quoteCurrency: undefined, fee: undefined, feeCurrency: undefined, feeType: undefined };
  const rows = Array.from({ length: count }, (_, i): TradeRow => {
    const tradeDate = Math.floor((i * DAY_MS) / count);
    return {
      ...nothing,
      id: String(i),
      symbol: 'BTC/EUR',
      type: 'Limit',
      side: 'Buy',
      status: 'Executed',
      amount: dec(1),
      price: dec(1),
      openTime: 0,
      tradeDate,
    };
  });
  const seen = { requests: 0, mostRows: 0, booked: [] as string[] };
  const late = new LateTrades({
    clock,
    lists: {
      tradesBetween: async (from, to, { most }) => {
        const found = rows.filter(({ tradeDate = 0 }) => tradeDate >= from && tradeDate <= to).reverse();
        if (!heeds) return 'unheeded';
        seen.requests += found.length > most ? 1 : Math.max(1, Math.ceil(found.length / 100));
        return found.length > most ? 'too-many' : found;
      },
      trades: async (since) => rows.filter(({ tradeDate = 0 }) => tradeDate >= since).reverse(),
    },
    unbooked: async (part) => {
      seen.mostRows = Math.max(seen.mostRows, part.length);
      return new Set(part.map(({ id }) => id).filter((id) => missing.includes(Number(id)) && !seen.booked.includes(id)));
    },
    book: async (orderId) => seen.booked.push(orderId) && 1,
  });
  return { clock, seen, reread: (signal?: AbortSignal) => late.reread(0, DAY_MS, signal) };
}

test('a quiet day costs one request', async () => {
  const { reread, seen } = day(40, [3]);
  expect(await reread()).toEqual({ rows: 40, booked: 1 });
  expect(seen).toEqual({ requests: 1, mostRows: 40, booked: ['3'] });
});

test('a day of twenty thousand trades is read in spans that memory holds, at about a request a second', async () => {
  const { reread, seen, clock } = day(20_000, [5, 19_999]);
  const reading = reread();
  await clock.advance(600_000, () => setImmediate());
  expect(await reading).toMatchObject({ booked: 2 });
  expect(seen.booked.sort()).toEqual(['19999', '5']);
  expect(seen.mostRows).toBeLessThanOrEqual(2000);
  expect(seen.requests, 'a request for a hundred rows, and some to find the spans').toBeLessThan(240);
});

test('a venue that gives rows of other times is read as a whole', async () => {
  const { reread, seen } = day(50, [7], false);
  expect(await reread()).toEqual({ rows: 50, booked: 1 });
  expect(seen.booked).toEqual(['7']);
});

test('one that is given up ends with the reason', async () => {
  const { reread, clock } = day(10_000);
  const end = new AbortController();
  const reading = reread(end.signal).catch((error: unknown) => error);
  await clock.advance(10, () => setImmediate());
  end.abort(new Error('enough'));
  expect(await reading).toEqual(new Error('enough'));
});
