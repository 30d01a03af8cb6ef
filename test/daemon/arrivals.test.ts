import { Subject } from 'rxjs';
import { expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { ARRIVALS, keepArrivals } from '../../src/daemon/arrivals.ts';
import type { Command } from '../../src/model/command.ts';
import type { Event, EventBody, Report } from '../../src/model/event.ts';
import type { Notice } from '../../src/model/notice.ts';
import { fillOf, NOON, quoteOf, touch } from '../engine/fixtures.ts';

function arrivals(
  save: (key: string, text: string) => Promise<void>,
  load: () => Promise<Readonly<Record<string, string>>> = () => Promise.resolve({}),
): {
  readonly kept: ReturnType<typeof keepArrivals>;
  readonly trouble: string[];
  hear(command: Command, notice?: Notice): void;
  report(report: Report): void;
  event(event: EventBody, at: number): void;
} {
  const [events$, notices$, commands$] = [new Subject<Event>(), new Subject<Notice>(), new Subject<Command>()];
  const trouble: string[] = [];
  const state = { load, save: (scope: string, key: string, text: string) => save(`${scope} ${key}`, text) };
  const kept = keepArrivals(
    { events$, notices$, commands$ },
    {
      state,
      takerFee: () => dec('0.002'),
      onTrouble: (message, _about, isOver = false) => void trouble.push(`${isOver ? 'over: ' : ''}${message}`),
    },
  );
  events$.next({ type: 'book', book: touch('49990', '50010'), sequence: 1, at: NOON });
  const hear = (command: Command, notice?: Notice): void => {
    if (notice !== undefined) notices$.next(notice);
    commands$.next(command);
  };
  const report = (told: Report): void => events$.next({ type: 'report', report: told, sequence: 2, at: NOON });
  const event = (body: EventBody, at: number): void => events$.next({ ...body, sequence: 3, at });
  return { kept, trouble, hear, report, event };
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

it('goes on when some can not be written, and says so once for each reason, and that it is over', async () => {
  const { kept, trouble, hear } = arrivals((key) =>
    /[cd]$/.test(key) ? Promise.reject(new Error('the disk is full')) : Promise.resolve(),
  );
  hear(convert);
  hear({ ...convert, intentId: 'd' });
  for (const intentId of ['e', 'f']) hear({ ...convert, intentId });
  await kept.idle();
  expect(trouble).toEqual([
    'what was known when c was decided could not be kept: the disk is full',
    'over: what was known when orders were decided is kept again',
  ]);
});

it('saves what was known of the orders that rest once a minute, where it has changed, and at the end, and has it again in the next life', async () => {
  const saved: [string, string][] = [];
  const { kept, hear, report, event } = arrivals((key, text) => Promise.resolve(void saved.push([key, text])));
  const rests = { ...place, orderType: 'Limit', price: dec('40000') } as const;
  const open = (intentId: string): void => {
    hear({ ...rests, intentId });
    report({ type: 'order-opened', intentId, orderId: `o-${intentId}`, amount: dec('1'), price: dec('40000'), adopted: false });
  };
  open('a');
  event({ type: 'timer' }, NOON);
  open('b');
  event({ type: 'timer' }, NOON + 59_999);
  event({ type: 'timer' }, NOON + 60_000);
  event({ type: 'timer' }, NOON + 120_000);
  report({ type: 'order-closed', orderId: 'o-b', end: 'canceled', filled: dec('0') });
  event({ type: 'shutdown', onStop: 'keep' }, NOON + 120_001);
  await kept.idle();
  expect(saved.map(([key, text]) => [key, (JSON.parse(text) as [string][]).map(([id]) => id)])).toEqual([
    ['resting-arrivals all', ['o-a']],
    ['resting-arrivals all', ['o-a', 'o-b']],
    ['resting-arrivals all', ['o-a']],
  ]);
  const [, text] = saved.at(-1)!;
  const next: [string, unknown][] = [];
  const later = arrivals(
    (key, json) => Promise.resolve(void next.push([key, JSON.parse(json)])),
    () => Promise.resolve({ all: text }),
  );
  await later.kept.idle();
  later.report({ type: 'fill', fill: fillOf({ id: 'f', intentId: 'a', orderId: 'o-a', feeType: 'Maker' }) });
  await later.kept.idle();
  expect(next).toEqual([[`${ARRIVALS} f`, expect.objectContaining({ at: NOON, mid: '0.00002', rested: true })]]);
});

it.each([() => Promise.resolve({ all: '{' }), () => Promise.reject(new Error('the disk is gone'))])(
  'says so when what was saved can not be read, and goes on',
  async (load) => {
    const { kept, trouble, hear } = arrivals(() => Promise.resolve(), load);
    hear(convert);
    await kept.idle();
    expect(trouble).toEqual([expect.stringMatching(/^what was known of the orders that rest can not be read: /)]);
  },
);
