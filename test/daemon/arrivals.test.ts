import { Subject } from 'rxjs';
import { expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { ARRIVALS, keepArrivals } from '../../src/daemon/arrivals.ts';
import type { Command } from '../../src/model/command.ts';
import type { Event, Report } from '../../src/model/event.ts';
import type { Notice } from '../../src/model/notice.ts';
import { fillOf, NOON, quoteOf, touch } from '../engine/fixtures.ts';

function arrivals(save: (key: string, text: string) => Promise<void>): {
  readonly kept: ReturnType<typeof keepArrivals>;
  readonly trouble: string[];
  hear(command: Command, notice?: Notice): void;
  report(report: Report): void;
} {
  const [events$, notices$, commands$] = [new Subject<Event>(), new Subject<Notice>(), new Subject<Command>()];
  const trouble: string[] = [];
  const state = { load: () => Promise.resolve({}), save: (scope: string, key: string, text: string) => save(`${scope} ${key}`, text) };
  const kept = keepArrivals(
    { events$, notices$, commands$ },
    { state, takerFee: () => dec('0.002'), onTrouble: (message) => void trouble.push(message) },
  );
  events$.next({ type: 'book', book: touch('49990', '50010'), sequence: 1, at: NOON });
  const hear = (command: Command, notice?: Notice): void => {
    if (notice !== undefined) notices$.next(notice);
    commands$.next(command);
  };
  const report = (told: Report): void => events$.next({ type: 'report', report: told, sequence: 2, at: NOON });
  return { kept, trouble, hear, report };
}

const place = { type: 'place', strategy: 's', symbol: 'BTC/EUR', side: 'Buy', amount: dec('1'), decidedAt: NOON, tag: undefined } as const;
const convert = { type: 'convert', intentId: 'c', requestId: 'r', strategy: 's', quote: quoteOf(), decidedAt: NOON } as const;

it('keeps the mid of what is taken, and the quote and the book of a leg; of an order that rests, what was known when it got its price, with its execution', async () => {
  const saved: (readonly [string, unknown])[] = [];
  const { kept, hear, report } = arrivals((key, text) => Promise.resolve(void saved.push([key, JSON.parse(text)])));
  hear({ ...place, intentId: 'rests', orderType: 'Limit', price: dec('1') });
  report({ type: 'fill', fill: fillOf({ id: 'f1', intentId: 'rests', orderId: 'o1', feeType: 'Maker' }) });
  report({ type: 'fill', fill: fillOf({ id: 'f2', intentId: 'nobody', orderId: 'o2' }) });
  hear({ ...place, intentId: 'market', orderType: 'Market', side: 'Sell', price: undefined });
  hear(
    { ...place, intentId: 't-1', orderType: 'Limit', price: dec('50010') },
    { type: 'leg', intentId: 't-1', quote: dec('0.00001'), book: undefined },
  );
  hear(
    { ...place, intentId: 'part', orderType: 'Limit', price: dec('1') },
    {
      type: 'leg',
      intentId: 'part',
      quote: undefined,
      book: dec('0.00003'),
      of: { id: 'x', at: NOON - 1, mid: dec('0.00004'), fromCurrency: 'EUR', toCurrency: 'BTC' },
    },
  );
  hear(convert);
  hear({ type: 'cancel', intentId: 'x', strategy: 's', symbol: 'BTC/EUR', orderId: '1', decidedAt: NOON });
  await kept.idle();
  const bought = { at: NOON, fromCurrency: 'EUR', toCurrency: 'BTC', mid: '0.00002' };
  expect(saved).toEqual([
    // A whole BTC for the only ask, less the fee.
    [`${ARRIVALS} f1`, { ...bought, book: expect.stringMatching(/^0\.0000199/) as string, rested: true }],
    [`${ARRIVALS} market`, { at: NOON, fromCurrency: 'BTC', toCurrency: 'EUR', mid: '50000' }],
    [`${ARRIVALS} t-1`, { ...bought, quote: '0.00001' }],
    [`${ARRIVALS} part`, { ...bought, at: NOON - 1, mid: '0.00004', book: '0.00003', order: 'x' }],
    [`${ARRIVALS} c`, bought],
  ]);
});

it('goes on when one can not be written, and says so', async () => {
  const { kept, trouble, hear } = arrivals((key) =>
    key.endsWith(' c') ? Promise.reject(new Error('the disk is full')) : Promise.resolve(),
  );
  hear(convert);
  hear({ ...convert, intentId: 'd' });
  await kept.idle();
  expect(trouble).toEqual(['what was known when c was decided could not be kept: the disk is full']);
});
