import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { FILL_MODELS } from '../../src/exchange/fillModel.ts';
import { modelFill, modelReport, refusalOf } from '../../src/exchange/modelReport.ts';
import * as told from '../../src/exchange/reportQueue.ts';
import type { Book } from '../../src/model/book.ts';
import type { Report } from '../../src/model/event.ts';
import { BUY, ModelVenueBench, quoted, SELL } from './modelVenueBench.ts';

const NAMES = { intentId: 'i', replaceId: 'r', strategy: 's', tag: 'a "tag"' };

/** All that is told by then, in the words of the world outside. */
function reportsUntil({ venue }: ModelVenueBench, at: number): Report[] {
  const reports: Report[] = [];
  while (venue.take(at)) reports.push(modelReport(venue, NAMES));
  return reports;
}

/** What a look has settled, which is told with it. */
function settledBy(bench: ModelVenueBench, look: Book): Report[] {
  bench.venue.book(0, look);
  return reportsUntil(bench, look.receivedAt);
}

describe('modelReport', () => {
  it('tells the life of an order: opened, replaced, executed, closed', () => {
    const bench = new ModelVenueBench({ EUR: '1000', BTC: '1' });
    bench.look(quoted(0, '59990', '60000'));
    bench.place(0, 'a', BUY, 5_000_000, 1000);
    expect(reportsUntil(bench, 1000)).toEqual([
      { type: 'order-opened', intentId: 'i', orderId: '1', amount: dec('0.01'), price: dec('50000'), adopted: false },
    ]);
    bench.look(quoted(1000, '59990', '60000'));
    bench.replace(1000, 'a', 6_000_000, 1600);
    const reports = [...reportsUntil(bench, 2000), ...settledBy(bench, quoted(2000, '59990', '60000'))];
    expect(reports[0]).toEqual({
      type: 'order-replaced',
      intentId: 'r',
      orderId: '1',
      newOrderId: '1',
      price: dec('60000'),
      amount: dec('0.016'),
      replacedAt: 1010,
    });
    expect(reports[1]).toEqual({
      type: 'fill',
      fill: {
        id: '1.1',
        orderId: '1',
        symbol: 'BTC/EUR',
        side: 'Buy',
        type: 'Limit',
        price: dec('60000'),
        amount: dec('0.016'),
        fee: dec('0.000032'),
        feeCurrency: 'BTC',
        feeType: 'Taker',
        openedAt: 0,
        tradedAt: 1980,
        receivedAt: 2000,
        intentId: 'i',
        strategy: 's',
        tag: 'a "tag"',
      },
    });
    expect(reports.slice(2)).toEqual([{ type: 'order-closed', orderId: '1', end: 'filled', filled: dec('0.016') }]);
  });

  it('tells a maker by his fee, in the currency that he receives', () => {
    const bench = new ModelVenueBench({ EUR: '0', BTC: '1' }, { model: FILL_MODELS.fitted });
    bench.look(quoted(0, '59990', '60000'));
    bench.place(0, 'a', SELL, 6_001_000, 1000);
    bench.look(quoted(1000, '59990', '60000'));
    bench.look(quoted(2000, '60020', '60030'));
    while (bench.venue.take(4000) && bench.venue.reportType !== told.FILLED);
    const fill = modelFill(bench.venue, NAMES);
    expect(fill).toMatchObject({ side: 'Sell', feeType: 'Maker', feeCurrency: 'EUR', type: 'Limit' });
    expect([fill.price, fill.amount, fill.fee].map((value) => value.toFixed())).toEqual(['60010', '0.01', '0.6001']);
  });

  it('tells a market order without a price, and one that was canceled by what of it was executed', () => {
    const bench = new ModelVenueBench({ EUR: '100000', BTC: '0' });
    bench.look(quoted(0, '59990', '60000', '0.5'));
    bench.place(0, 'a', BUY, 0, 80_000);
    const reports = [...reportsUntil(bench, 1000), ...settledBy(bench, quoted(1000, '59990', '60000', '0.5'))];
    expect(reports[0]).toEqual({ type: 'order-opened', intentId: 'i', orderId: '1', amount: dec('0.8'), price: undefined, adopted: false });
    expect(reports[1]).toMatchObject({ fill: { type: 'Market', amount: dec('0.5') } });
    expect(reports[2]).toEqual({ type: 'order-closed', orderId: '1', end: 'canceled', filled: dec('0.5') });
  });

  it('tells what did not happen, and why', () => {
    const bench = new ModelVenueBench({ EUR: '10000', BTC: '1' });
    bench.look(quoted(0, '59990', '60000'));
    bench.place(0, 'a', BUY, 5_000_000, 1000);
    bench.place(0, 'b', SELL, 5_000_000, 1000);
    const [opened, refused] = reportsUntil(bench, 1000);
    expect(opened).toMatchObject({ type: 'order-opened', orderId: '1' });
    const message = 'the order would trade against an open order of the same account';
    expect(refused).toEqual({ type: 'intent-refused', intentId: 'i', kind: 'place', code: 'self-trade', message });
    bench.look(quoted(1000, '59990', '60000'));
    bench.cancel(1000, 'a');
    bench.cancel(1000, 'a');
    bench.replace(1000, 'a', 4_000_000, 1000);
    expect(reportsUntil(bench, 1030)).toEqual([
      { type: 'cancel-accepted', orderId: '1' },
      { type: 'cancel-failed', orderId: '1', reason: 'order 1 is not open', code: 'refused' },
      { type: 'intent-refused', intentId: 'r', kind: 'replace', code: 'order-not-found', message: 'order 1 is not open' },
    ]);
    expect(refusalOf(bench.venue).code).toBe('order-not-found');
  });

  it('tells what was not sent for want of rate budget', () => {
    const bench = new ModelVenueBench({ EUR: '10000', BTC: '1' }, { rate: { perSecond: 1, burst: 1 } });
    bench.look(quoted(0, '59990', '60000'));
    bench.place(0, 'a', BUY, 5_000_000, 1000);
    bench.place(0, 'b', BUY, 4_000_000, 1000);
    const reason = 'the decision waited longer than 500 ms for the rate budget';
    const reports = reportsUntil(bench, 2000);
    expect(reports).toContainEqual({ type: 'intent-not-sent', intentId: 'i', kind: 'place', reason, code: 'canceled' });
    expect(bench.money('EUR')).toBe('10000 held 500');
    bench.look(quoted(2000, '59990', '60000'));
    bench.replace(2000, 'a', 5_000_100, 1000);
    bench.replace(2000, 'a', 5_000_200, 1000);
    expect(reportsUntil(bench, 4000)).toContainEqual({ type: 'intent-not-sent', intentId: 'r', kind: 'replace', reason, code: 'canceled' });
  });
});
