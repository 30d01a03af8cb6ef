import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { DaemonHistory } from '../../../src/daemon/history/daemonHistory.ts';
import { EventHistory } from '../../../src/daemon/history/eventHistory.ts';
import { strategyForms } from '../../../src/daemon/history/strategyForms.ts';
import { intentAmount } from '../../../src/daemon/intentAmount.ts';
import { intentText } from '../../../src/daemon/intentText.ts';
import type { Log } from '../../../src/daemon/log.ts';
import type { Intent } from '../../../src/model/intent.ts';
import { configuredStrategies } from '../../../src/loading/strategyParams.ts';
import type { polledSymbols } from '../../../src/daemon/polledSymbols.ts';
import { loadSettings, type Settings } from '../../../src/settings/loadSettings.ts';
import type { Event } from '../../../src/model/event.ts';
import type { Notice } from '../../../src/model/notice.ts';
import type { Trader } from '../../../src/daemon/trader.ts';
import { bookOf } from '../../market/bookOf.ts';

const clock = new VirtualClock(0);
/** What a daemon polls that may trade one pair. */
const POLLS: Parameters<typeof polledSymbols>[0] = { strategies: {}, shadows: {}, risk: { symbols: ['LTC/EUR'] } as Settings['risk'] };

function room(snapshot: () => unknown = () => ({ orders: [{ intentId: 'I1', strategy: 'maker', symbol: 'BTC/EUR', replacing: 'I2' }] })) {
  const events$ = new Subject<Event>();
  const notices$ = new Subject<Notice>();
  const trader = { events$, notices$, snapshot } as unknown as Trader;
  const written: string[] = [];
  const log: Log = { write: (level, event) => void written.push(`${level} ${event}`), setLevel: () => undefined, flush: () => undefined };
  const lines = new EventHistory(clock, log);
  return { events$, notices$, written, lines, history: new DaemonHistory(trader, lines, () => POLLS) };
}

describe(EventHistory, () => {
  it('keeps what matters, newest first, and passes everything on', () => {
    const { lines, written } = room();
    lines.write('info', 'fill', 'maker: filled\u001b[31m', { strategy: 'maker', symbol: 'BTC/EUR' });
    lines.write('debug', 'order-opened', 'order 7 is open');
    lines.write('warn', 'trouble', 'the venue does not answer');
    expect(written).toEqual(['info fill', 'debug order-opened', 'warn trouble']);
    expect(lines.last(10)).toMatchObject([
      { id: 2, level: 'warn', event: 'trouble', strategy: undefined },
      { id: 1, level: 'info', event: 'fill', strategy: 'maker', symbol: 'BTC/EUR' },
    ]);
    expect(lines.last(10)[1]!.text).not.toContain('\u001b');
  });

  it('is bounded, and its numbers go on', () => {
    const { lines } = room();
    for (let n = 0; n < 1200; n++) lines.write('info', 'fill', `fill ${n}`);
    expect(lines.last(5000)).toHaveLength(500);
    expect(lines.last(1)).toMatchObject([{ id: 1200, text: 'fill 1199' }]);
  });
});

describe(DaemonHistory, () => {
  it('says how far a worked order is, and how it ended', () => {
    const order = { id: 'W1', worked: {}, end: undefined, waitsFor: '1 of 3 BTC done' };
    const kept: object[] = [order, { ...order, id: 'S1', worked: undefined }];
    const { history, notices$ } = room(() => ({ deskOrders: kept }));
    expect(history.executions.find('W1')).toEqual({ id: 'W1', state: 'working', end: undefined, message: '1 of 3 BTC done' });
    expect(history.executions.find('S1'), 'a stop is not worked').toBeUndefined();
    kept.length = 0;
    notices$.next({ type: 'worked', order: { ...order, end: 'expired', waitsFor: 'expired: 2 of 3' } } as unknown as Notice);
    expect(history.executions.find('W1')).toEqual({ id: 'W1', state: 'over', end: 'expired', message: 'expired: 2 of 3' });
  });

  it('keeps what was refused, by whom and whose it was', () => {
    const { history, events$, notices$ } = room();
    const report = (body: object): void => events$.next({ type: 'report', at: 7, sequence: 1, report: body } as unknown as Event);
    notices$.next({ type: 'refused', strategy: 'grid', symbol: 'LTC/EUR', rule: 'balance', message: 'none is free', intentId: undefined });
    report({ type: 'intent-refused', intentId: 'I2', kind: 'replace', code: 'NOT_OPEN', message: 'it is gone' });
    report({ type: 'intent-not-sent', intentId: 'I9', kind: 'place', reason: 'too late' });
    report({ type: 'intent-refused', intentId: 'I2', kind: 'replace', code: 'NOT_OPEN', message: 'it is gone again' });
    expect(history.refusals.counts).toEqual([
      { by: 'venue', strategy: 'maker', rule: 'NOT_OPEN', count: 2 },
      { by: 'not-sent', strategy: '–', rule: 'not-sent', count: 1 },
    ]);
    expect(history.refusals.last(10)).toMatchObject([
      { by: 'venue', message: 'it is gone again' },
      { by: 'not-sent', rule: 'not-sent', strategy: undefined, message: 'too late' },
      { by: 'venue', rule: 'NOT_OPEN', strategy: 'maker', symbol: 'BTC/EUR', intentId: 'I2', at: 7 },
      { by: 'rule', rule: 'balance', strategy: 'grid', symbol: 'LTC/EUR' },
    ]);
  });

  it('keeps the last book, mids of a second and candles of a minute, and no more than a bounded number', { tags: 'long' }, () => {
    const { history, events$ } = room();
    for (let at = 0; at < 3_600_000; at += 500) {
      const book = { ...bookOf({ bids: [['100', '1']], asks: [['100.02', '1']], depth: 1 }), receivedAt: at };
      events$.next({ type: 'book', at, sequence: at, book } as unknown as Event);
    }
    const market = history.market('BTC/EUR')!;
    expect(market.mids()).toHaveLength(600);
    expect(market.mids().at(-1)).toEqual([3_599_000, '100.01']);
    expect(market.candles).toHaveLength(59);
    expect(market.candles[0]!.priceOf('close')).toEqual(dec('100.01'));
    expect(market.book!.receivedAt).toBe(3_599_500);
    expect(history.market('NO/PE')).toBeUndefined();
  });
});

describe('what is only looked at', () => {
  it('fails alone, and says so once', () => {
    const { history, events$, lines } = room(() => {
      throw new Error('no snapshot');
    });
    const reports = ['I1', 'I2'].map((intentId) => ({ type: 'intent-refused', intentId, kind: 'place', code: 'X', message: 'no' }));
    for (const report of reports) events$.next({ type: 'report', at: 7, sequence: 1, report } as unknown as Event);
    expect(history.refusals.last(10)).toEqual([]);
    expect(lines.last(10).map(({ text }) => text)).toEqual(['what happened lately failed, and nothing else: no snapshot']);
  });
});

describe(strategyForms, () => {
  it('has each declared parameter with its value, its bounds and its default', async () => {
    const settings = await loadSettings({ file: 'config/demo.yaml', env: {} });
    const [form] = strategyForms(settings, await configuredStrategies(settings));
    expect(form).toMatchObject({ symbols: [expect.stringContaining('/') as string], budget: expect.stringMatching(/^\d+ \w+$/) as string });
    const kinds = form!.params.map(({ kind }) => kind);
    expect(kinds).toContain('decimal');
    expect(form!.params.filter(({ value, isOptional }) => value === undefined && !isOptional)).toEqual([]);
  });
});

it('at its end the history looks once more, since orders may have been filled after the last heartbeat', async () => {
  let euros = '100';
  const { events$, history } = room(() => ({
    orders: [],
    balances: [{ currency: 'EUR', total: dec(euros), free: dec(euros) }],
    markets: [{ symbol: 'LTC/EUR', mid: dec('70'), trouble: [] }],
    strategies: [],
  }));
  const seen: unknown[] = [];
  history.equity.seen$.subscribe(({ at, worth }) => seen.push([at, worth['EUR']]));
  events$.next({ type: 'timer', at: 1000 } as Event);
  euros = '99';
  events$.next({ type: 'reported', at: 1500 } as unknown as Event);
  await history.close();
  expect(seen).toEqual([
    [1000, '100'],
    [1500, '99'],
  ]);
});

it('the worth of the account waits for the books that are polled, and for no other pair of a wallet', async () => {
  const balance = (currency: string) => ({ currency, total: dec('2'), free: dec('2') });
  const balances = ['EUR', 'LTC', 'ETH'].map(balance);
  const markets = [{ symbol: 'LTC/EUR', mid: undefined as unknown, trouble: [] as string[] }];
  const { events$, history } = room(() => ({
    balances,
    markets: [...markets, { symbol: 'ETH/EUR', mid: undefined, trouble: [] }],
    strategies: [],
  }));
  events$.next({ type: 'timer', at: 1000 } as Event);
  expect(history.equity.newest).toBeUndefined();
  markets[0]!.mid = dec('70');
  events$.next({ type: 'timer', at: 2000 } as Event);
  expect(history.equity.newest).toMatchObject({ at: 2000, worth: { EUR: '142' } });
  // The pair of a strategy that a reload has taken out.
  markets.push({ symbol: 'SOL/EUR', mid: dec('100'), trouble: [] });
  balances.push(balance('SOL'));
  events$.next({ type: 'timer', at: 3000 } as Event);
  expect(history.equity.newest).toMatchObject({ at: 3000, worth: { EUR: '342' } });
});

it('the worth of the account has no point while each book that is polled is too old, and goes on with the next good one', () => {
  const markets = [
    { symbol: 'LTC/EUR', mid: dec('70'), trouble: [] as string[] },
    { symbol: 'ETH/EUR', mid: dec('3000'), trouble: [] },
  ];
  const { events$, history } = room(() => ({ balances: [{ currency: 'EUR', total: dec('2'), free: dec('2') }], markets, strategies: [] }));
  const times: number[] = [];
  history.equity.seen$.subscribe(({ at }) => times.push(at));
  const look = (at: number): void => events$.next({ type: 'timer', at } as Event);
  look(1000);
  markets[0]!.trouble.push('stale');
  look(2000);
  look(30_000);
  markets[0]!.trouble.pop();
  look(31_000);
  expect(times).toEqual([1000, 31_000]);
});

describe(intentText, () => {
  it('says what an intent was to do', () => {
    const intent = { kind: 'place', fingerprint: 'BTC/EUR Buy Limit 0.01 61250.1', targetId: undefined } as Intent;
    expect(intentText(intent)).toBe('place BTC/EUR Buy Limit 0.01 61250.1');
    expect(intentText({ ...intent, kind: 'replace', targetId: '7' })).toBe('replace 7 by BTC/EUR Buy Limit 0.01 61250.1');
  });
});

describe(intentAmount, () => {
  it('is that of the order, and what a conversion gives, not the number of the order that is replaced', () => {
    const amountOf = (kind: Intent['kind'], fingerprint: string, exposure = '1'): string | undefined =>
      intentAmount({ kind, fingerprint, exposure: dec(exposure) });
    expect(amountOf('replace', 'ETH/EUR Buy Limit 0.0999 2143.22')).toBe('0.0999');
    expect(amountOf('place', 'BTC/EUR Sell Market 0.01 market')).toBe('0.01');
    expect(amountOf('convert', 'EUR SOL 1250.5 9')).toBe('1250.5');
    expect(amountOf('cancel', 'cancel 7')).toBeUndefined();
    expect(amountOf('transfer', 'payouts.request 250 EUR (7)', '250')).toBe('250');
    expect(amountOf('transfer', 'payouts.cancel (7)', '0')).toBeUndefined();
  });
});
