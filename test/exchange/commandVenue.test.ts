import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { CommandVenue } from '../../src/exchange/commandVenue.ts';
import { ConversionQuotes } from '../../src/exchange/conversionQuotes.ts';
import type { ConvertCommand, PlaceCommand, ReplaceCommand } from '../../src/model/command.ts';
import type { Report } from '../../src/model/event.ts';
import { quoted, venueOptions } from './modelVenueBench.ts';

const SETTINGS = { spreadBps: dec('10'), validForMs: 15_000, tape: [] };

function venueOf(balances: Readonly<Record<string, string>>): CommandVenue {
  const quotes = new ConversionQuotes({ ...SETTINGS, worth: (amount, from) => (from === 'EUR' ? amount.div(60_000) : undefined) });
  const venue = new CommandVenue({ ...venueOptions(balances), quotes });
  venue.book(0, quoted(0, '59990', '60000'));
  return venue;
}

function place(intentId: string, more: Partial<PlaceCommand> = {}): PlaceCommand {
  return {
    type: 'place',
    intentId,
    strategy: 's',
    symbol: 'BTC/EUR',
    side: 'Buy',
    orderType: 'Limit',
    price: dec('50000'),
    amount: dec('0.01'),
    tag: undefined,
    decidedAt: 0,
    ...more,
  };
}

const aboutOrder = { strategy: 's', symbol: 'BTC/EUR', decidedAt: 0 } as const;

function told(venue: CommandVenue, to: number): [at: number, report: Report][] {
  const reports: [number, Report][] = [];
  for (let report = venue.next(to); report !== undefined; report = venue.next(to)) reports.push([venue.at, report]);
  return reports;
}

function balancesOf(venue: CommandVenue): string[] {
  return venue.balances().map(({ currency, total, available }) => `${currency} ${total.toFixed()} ${available.toFixed()}`);
}

describe('CommandVenue', () => {
  it('takes commands and tells reports by the ids of intents', () => {
    const venue = venueOf({ EUR: '1000', BTC: '1' });
    venue.execute(place('one'), 0);
    expect([venue.liveOrders, venue.nextAt, balancesOf(venue)]).toEqual([1, 30, ['EUR 1000 500', 'BTC 1 1']]);
    expect(told(venue, 1000)).toEqual([[30, expect.objectContaining({ type: 'order-opened', intentId: 'one', orderId: '1' })]]);
    venue.book(0, quoted(1000, '59990', '60000'));
    const replace: ReplaceCommand = {
      ...aboutOrder,
      type: 'replace',
      intentId: 'two',
      orderId: '1',
      side: 'Buy',
      price: dec('40000'),
      amount: dec('0.02'),
    };
    venue.execute(replace, 1000);
    expect(told(venue, 1030)).toEqual([
      [1030, expect.objectContaining({ type: 'order-replaced', intentId: 'two', price: dec('40000'), amount: dec('0.02') })],
    ]);
    expect(balancesOf(venue)).toEqual(['EUR 1000 200', 'BTC 1 1']);
    venue.execute({ ...aboutOrder, type: 'cancel', intentId: 'end', orderId: '1' }, 1030);
    expect(told(venue, 3000).map(([, { type }]) => type)).toEqual(['cancel-accepted']);
    // Whether the other side came first is known from the next look on.
    venue.book(0, quoted(3000, '59990', '60000'));
    expect(told(venue, 3000)).toEqual([[3000, expect.objectContaining({ type: 'order-closed', end: 'canceled' })]]);
    expect([venue.liveOrders, balancesOf(venue)]).toEqual([0, ['EUR 1000 1000', 'BTC 1 1']]);
  });

  it('refuses what is about no live order when the venue would have answered', () => {
    const venue = venueOf({ EUR: '1000', BTC: '1' });
    venue.execute({ ...aboutOrder, type: 'cancel', intentId: 'end', orderId: '7' }, 100);
    venue.execute({ ...aboutOrder, type: 'replace', intentId: 'two', orderId: '8', side: 'Buy', price: dec('1'), amount: dec('1') }, 100);
    expect(told(venue, 129)).toEqual([]);
    expect(told(venue, 130)).toEqual([
      [130, { type: 'cancel-failed', orderId: '7', reason: 'order 7 is not open', code: 'refused' }],
      [130, { type: 'intent-refused', intentId: 'two', kind: 'replace', code: 'order-not-found', message: 'order 8 is not open' }],
    ]);
  });

  it('refuses what the account can not pay for, and keeps nothing of it', () => {
    const venue = venueOf({ EUR: '499.99', BTC: '1' });
    venue.execute(place('dear'), 0);
    expect([venue.liveOrders, balancesOf(venue)[0]]).toEqual([0, 'EUR 499.99 499.99']);
    expect(told(venue, 30)).toEqual([
      [30, expect.objectContaining({ type: 'intent-refused', intentId: 'dear', code: 'insufficient-balance' })],
    ]);
    // Under the number that it would have had comes the next one.
    venue.execute(place('fine', { amount: dec('0.009') }), 30);
    expect(told(venue, 60)).toEqual([[60, expect.objectContaining({ type: 'order-opened', intentId: 'fine', orderId: '1' })]]);
  });

  it('names what has no books, and what is off the grid', () => {
    const venue = venueOf({ EUR: '1000' });
    expect(() => venue.execute(place('x', { symbol: 'XRP/EUR' }), 0)).toThrow('an order of XRP/EUR, which has no books');
    expect(() => venue.execute(place('x', { price: dec('50000.001') }), 0)).toThrow('price 50000.001 is not a multiple of 0.01');
    expect([venue.liveOrders, balancesOf(venue)[0]]).toEqual([0, 'EUR 1000 1000']);
  });

  it('quotes and converts, and the wallets follow', () => {
    const venue = venueOf({ EUR: '1000' });
    const about = { requestId: 'q', strategy: 's', fromCurrency: 'EUR', toCurrency: 'BTC', decidedAt: 0 } as const;
    venue.execute({ type: 'request-quote', ...about, size: { fromAmount: dec('600') } }, 0);
    const [[at, quoted] = []] = told(venue, 1000);
    if (quoted?.type !== 'quoted') throw new Error('a quote was given');
    expect([at, quoted.quote.toAmount.toFixed(), quoted.quote.quotedAt, quoted.quote.validTo]).toEqual([30, '0.00999', 10, 15_010]);
    const convert: ConvertCommand = { type: 'convert', intentId: 'c', requestId: 'q', strategy: 's', quote: quoted.quote, decidedAt: 30 };
    venue.execute(convert, 30);
    expect(balancesOf(venue)[0]).toBe('EUR 1000 1000');
    expect(told(venue, 60).map(([, { type }]) => type)).toEqual(['converted']);
    expect(balancesOf(venue)).toEqual(['EUR 400 400', 'BTC 0.00999 0.00999']);
    venue.execute({ ...convert, intentId: 'again' }, 60);
    expect(told(venue, 90)).toEqual([[90, expect.objectContaining({ intentId: 'again', code: 'insufficient-balance' })]]);
    venue.execute({ ...convert, intentId: 'late', quote: { ...quoted.quote, fromAmount: dec('1') } }, 15_001);
    expect(told(venue, 20_000)).toEqual([[15_031, expect.objectContaining({ intentId: 'late', code: 'quote-expired' })]]);
    expect(balancesOf(venue)).toEqual(['EUR 400 400', 'BTC 0.00999 0.00999']);
  });
});
