import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { eventLine, noticeLine, reportLine } from '../../src/daemon/eventLines.ts';
import type { Report } from '../../src/model/event.ts';

const BASE = { symbol: 'BTC/EUR', side: 'Buy', amount: dec('0.01'), price: dec('50000'), fee: dec('0.00001'), feeCurrency: 'BTC' } as const;
const FILL = {
  ...BASE,
  id: 'f',
  orderId: '7',
  type: 'Limit',
  feeType: 'Maker',
  openedAt: 0,
  tradedAt: 0,
  receivedAt: 0,
  intentId: 'i',
  strategy: 'maker',
  tag: undefined,
} as const;

describe(reportLine.name, () => {
  it('tells of money at info, of what needs a person louder, and of the rest quietly', () => {
    const levels: [Report, string, RegExp][] = [
      [{ type: 'fill', fill: FILL }, 'info', /^maker: filled Buy 0\.01 BTC\/EUR at 50000, fee 0\.00001 BTC$/],
      [{ type: 'fill', fill: { ...FILL, strategy: undefined } }, 'info', /^external: /],
      [{ type: 'order-opened', intentId: 'i', orderId: '7', amount: dec(1), price: undefined, adopted: false }, 'debug', /is open/],
      [
        { type: 'order-opened', intentId: 'i', orderId: '7', amount: dec(1), price: undefined, adopted: true },
        'warn',
        /was found and adopted/,
      ],
      [{ type: 'order-closed', orderId: '7', end: 'filled', filled: dec(1) }, 'debug', /is closed: filled/],
      [{ type: 'intent-refused', intentId: 'i', kind: 'place', code: 'x', message: 'too small' }, 'warn', /refused a place: too small/],
      [{ type: 'intent-refused', intentId: 'i', kind: 'replace', code: 'x', message: 'gone' }, 'debug', /refused a replace/],
      [{ type: 'intent-not-sent', intentId: 'i', kind: 'place', reason: 'no route' }, 'warn', /was not sent: no route/],
      [
        { type: 'intent-unknown', intentId: 'i', kind: 'place', lane: 'spot:BTC/EUR', reason: 'timeout' },
        'error',
        /unknown, spot:BTC\/EUR is frozen: timeout/,
      ],
      [
        { type: 'intent-unknown', intentId: 'i', kind: 'replace', lane: 'spot:BTC/EUR', reason: 'HTTP 400: not open' },
        'warn',
        /unknown, spot:BTC\/EUR is frozen: HTTP 400/,
      ],
      [{ type: 'lane-frozen', lane: 'spot:BTC/EUR', reason: 'x' }, 'error', /frozen/],
      [{ type: 'lane-opened', lane: 'spot:BTC/EUR' }, 'info', /open again/],
      [
        { type: 'external-order', orderId: '8', symbol: 'BTC/EUR', side: 'Sell', price: undefined, amount: dec(1) },
        'warn',
        /was not placed from here/,
      ],
      [{ type: 'quote-refused', requestId: 'r', code: 'x', message: 'no' }, 'warn', /a quote was refused: no/],
    ];
    for (const [report, level, text] of levels) expect(reportLine(report)).toEqual({ level, text: expect.stringMatching(text) as string });
  });
});

describe(eventLine.name, () => {
  it('says nothing of what comes by the thousand', () => {
    const stamp = { at: 0, sequence: 0 };
    expect(eventLine({ ...stamp, type: 'timer' })).toBeUndefined();
    expect(eventLine({ ...stamp, type: 'statistics', rows: [] })).toBeUndefined();
    expect(eventLine({ ...stamp, type: 'balances', rows: [] })).toBeUndefined();
    expect(eventLine({ ...stamp, type: 'market-warning', symbol: 'BTC/EUR', kind: 'stale', detail: '6 s' })).toEqual({
      level: 'warn',
      text: 'BTC/EUR: stale: 6 s',
    });
    expect(eventLine({ ...stamp, type: 'shutdown', onStop: 'keep' })?.text).toContain('keep');
  });

  it('is quiet about a failed poll until the book is stale, and about what was told before', () => {
    const warning = { at: 0, sequence: 0, type: 'market-warning', symbol: 'BTC/EUR', detail: 'reset' } as const;
    expect(eventLine({ ...warning, kind: 'poll-failed' })?.level).toBe('info');
    expect(eventLine({ ...warning, kind: 'poll-failed', others: ['empty'] })?.level).toBe('info');
    expect(eventLine({ ...warning, kind: 'poll-failed', others: ['stale'] })?.level).toBe('warn');
    expect(eventLine({ ...warning, kind: 'poll-failed', symbol: '*' })?.level).toBe('warn');
    expect(eventLine({ ...warning, kind: 'crossed', isAgain: true })?.level).toBe('info');
  });
});

describe(noticeLine.name, () => {
  it('gives the rule of a refusal and the reason of a stop', () => {
    const refused = {
      type: 'refused',
      strategy: 'maker',
      symbol: 'BTC/EUR',
      rule: 'price-collar',
      message: 'too far',
      intentId: undefined,
    } as const;
    expect(noticeLine(refused)).toEqual({ level: 'info', text: 'maker: refused by price-collar: too far' });
    expect(noticeLine({ type: 'strategy-stopped', strategy: 'maker', reason: 'it threw' })?.level).toBe('error');
    expect(noticeLine({ type: 'plot', strategy: 'maker', name: 'fair', value: 1 })).toBeUndefined();
    expect(noticeLine({ type: 'save-state', strategy: 'maker', state: '{}' })).toBeUndefined();
  });
});
