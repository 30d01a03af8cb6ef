import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dec, type Decimal, ZERO } from '../../src/base/decimal.ts';
import { bookingVerdict, type BookingEvidence } from '../../src/gateway/bookingVerdict.ts';
import { fillOf, keyedRows, type TradeRow } from '../../src/gateway/fillRows.ts';
import type { Fill } from '../../src/model/fill.ts';
import { TRADED_AT as AT, tradeRow as row } from './tradeRow.ts';

/** What the log holds of an order, as readings come in. */
class Log {
  fills: Fill[] = [];
  isConfirmed = false;

  look(rows: readonly TradeRow[], over: Partial<BookingEvidence> = {}): string {
    const evidence = { rows: keyedRows(rows), booked: this.fills, proven: undefined, most: dec('0.02'), isConfirmed: this.isConfirmed };
    const verdict = bookingVerdict({ ...evidence, ...over });
    this.isConfirmed = verdict.type === 'wait';
    if (verdict.type !== 'book') return verdict.type;
    const taken = new Set(this.fills.map(({ id }) => id));
    for (const booking of verdict.bookings) {
      let id = booking.row.key;
      while (taken.has(id)) id += '~';
      taken.add(id);
      this.fills.push(fillOf(id, booking, undefined, AT));
    }
    return verdict.bookings.map(({ amount, price, fee, feeCurrency }) => `${amount}@${price} ${fee}${feeCurrency}`).join(', ');
  }

  sum(of: (fill: Fill) => Decimal): string {
    return this.fills.reduce((sum, fill) => sum.plus(of(fill)), ZERO).toFixed();
  }
}

const later = (seconds: number): Partial<TradeRow> => ({ tradeDate: AT + seconds * 1000 });

test('rows that stay are executions of their own, each booked as it stands', () => {
  const log = new Log();
  expect(log.look([row('0.005')])).toBe('0.005@50000 0.0001BTC');
  expect(log.look([row('0.01', { ...later(1), price: dec('50001') }), row('0.005')])).toBe('0.01@50001 0.0001BTC');
  expect(log.look([row('0.01', { ...later(1), price: dec('50001') }), row('0.005')])).toBe('');
});

test('V1: a row that has taken the place of one that is booked is booked by the difference, once a second reading agrees', () => {
  const log = new Log();
  log.look([row('0.005')]);
  const grown = row('0.01', { ...later(1), price: dec('50001'), fee: dec('0.0003') });
  expect(log.look([grown])).toBe('wait');
  expect(log.look([grown])).toBe('0.005@50002 0.0002BTC');
  expect(log.look([grown])).toBe('');
});

test('V1: where both together would be more than was ordered, one reading is enough', () => {
  const log = new Log();
  log.look([row('0.015')]);
  expect(log.look([row('0.02', later(1))])).toBe('0.005@50000 0BTC');
});

test('a row that is only hidden for a while is no growth, when the sum proves it, and shows as such when it comes back', () => {
  const proven = new Log();
  proven.look([row('0.005')]);
  expect(proven.look([row('0.01', later(1))], { proven: dec('0.015') })).toBe('0.01@50000 0.0001BTC');
  const late = new Log();
  late.look([row('0.005')]);
  late.look([row('0.01', later(1))]);
  expect(late.look([row('0.01', later(1))]), 'taken for growth').toBe('0.005@50000 0BTC');
  expect(late.look([row('0.01', later(1)), row('0.005')])).toBe('0.005@50000 0.0001BTC');
  expect(late.sum(({ amount }) => amount)).toBe('0.015');
});

test('V2: a row that stands twice counts once, unless the sum leaves room for both', () => {
  const log = new Log();
  expect(log.look([row('0.005'), row('0.005')])).toBe('0.005@50000 0.0001BTC');
  expect(log.look([row('0.005'), row('0.005')], { proven: dec('0.0075') })).toBe('');
  expect(log.look([row('0.005'), row('0.005')], { proven: dec('0.01') })).toBe('0.005@50000 0.0001BTC');
  expect(log.look([row('0.005'), row('0.005')]), 'once proven it stays so').toBe('');
  expect(log.look([row('0.005')]), 'an old copy').toBe('differs');
});

test('rows that are alike but for their status are two: a row has one status at a time', () => {
  const log = new Log();
  log.look([row('0.005', { status: 'Executed' }), row('0.005')]);
  expect(log.sum(({ amount }) => amount)).toBe('0.01');
});

test('V8: a fee that comes or changes later is booked by the difference, of a copy without it nothing', () => {
  const log = new Log();
  log.look([row('0.005', { fee: undefined, feeCurrency: undefined })]);
  expect(log.look([row('0.005')])).toBe('0@50000 0.0001BTC');
  expect(log.look([row('0.005', { fee: dec('0.0003') })])).toBe('0@50000 0.0002BTC');
  expect(log.look([row('0.005', { fee: ZERO })]), 'an old copy').toBe('');
  expect(log.look([row('0.005', { fee: dec('2'), feeCurrency: 'EUR' })])).toBe('0@50000 2EUR, 0@50000 -0.0003BTC');
  expect(log.look([row('0.005', { fee: dec('2'), feeCurrency: 'EUR' })])).toBe('');
});

test('more than was ordered, less than is booked, or another price is never booked', () => {
  const log = new Log();
  expect(log.look([row('0.015', later(1)), row('0.01')])).toBe('more');
  log.look([row('0.01')]);
  expect(log.look([row('0.005')])).toBe('differs');
  expect(log.look([row('0.01', { price: dec('50001') })])).toBe('differs');
  expect(log.look([])).toBe('differs');
  expect(log.sum(({ amount }) => amount)).toBe('0.01');
});

test('however an order is executed, listed, doubled and looked at, what is booked comes to it, and never to more on the way', () => {
  const execution = fc.record({ lots: fc.integer({ min: 1, max: 4 }), price: fc.integer({ min: 99, max: 101 }), isLooked: fc.boolean() });
  const ways = fc.record({
    executions: fc.array(execution, { minLength: 1, maxLength: 8 }),
    grows: fc.boolean(),
    isTwice: fc.boolean(),
    isFeeLate: fc.boolean(),
    isTotalKnown: fc.boolean(),
  });
  fc.assert(
    fc.property(ways, ({ executions, grows, isTwice, isFeeLate, isTotalKnown }) => {
      const most = dec(executions.reduce((sum, { lots }) => sum + lots, 0));
      const listed = (count: number, hasFees: boolean): TradeRow[] => {
        const rows = executions.slice(0, count).map(({ lots, price }, i) => ({ lots: dec(lots), value: dec(lots * price), seconds: i }));
        const grown = rows.reduce((a, b) => ({ lots: a.lots.plus(b.lots), value: a.value.plus(b.value), seconds: b.seconds }));
        return (grows ? [grown] : rows.toReversed()).flatMap(({ lots, value, seconds }) => {
          const one = row(lots.toFixed(), { ...later(seconds), price: value.div(lots).toDecimalPlaces(8), fee: hasFees ? lots : ZERO });
          return isTwice ? [one, one] : [one];
        });
      };
      const log = new Log();
      for (const [i, { isLooked }] of executions.entries()) {
        const proven = isTotalKnown
          ? listed(i + 1, true)
              .reduce((sum, { amount }) => sum.plus(amount), ZERO)
              .div(isTwice ? 2 : 1)
          : undefined;
        const looks = isLooked ? 2 : 0;
        for (let look = 0; look < looks; look++) log.look(listed(i + 1, !isFeeLate), { most, proven });
        expect(dec(log.sum(({ amount }) => amount)).lte(most)).toBe(true);
      }
      for (let looks = 0; looks < 3; looks++) log.look(listed(executions.length, true), { most });
      expect(log.sum(({ amount }) => amount)).toBe(most.toFixed());
      expect(log.sum(({ fee }) => fee)).toBe(most.toFixed());
      const value = executions.reduce((sum, { lots, price }) => sum + lots * price, 0);
      expect(
        dec(log.sum(({ amount, price }) => amount.times(price)))
          .minus(value)
          .abs()
          .lte('1e-6'),
      ).toBe(true);
      expect(log.look(listed(executions.length, true), { most }), 'the second time changes nothing').toBe('');
    }),
    { numRuns: 300 },
  );
});

test('only rows that all count, and are booked or new as they stand, will never say anything else', () => {
  const settled = (rows: readonly TradeRow[], over: Partial<BookingEvidence> = {}): boolean | undefined => {
    const verdict = bookingVerdict({
      rows: keyedRows(rows),
      booked: [],
      proven: undefined,
      most: dec('0.02'),
      isConfirmed: false,
      ...over,
    });
    return verdict.type === 'book' ? verdict.isSettled : undefined;
  };
  const log = new Log();
  log.look([row('0.005')]);
  expect(settled([row('0.005'), row('0.01', later(1))])).toBe(true);
  expect(settled([row('0.005'), row('0.01', later(1))], { booked: log.fills })).toBe(true);
  expect(settled([row('0.005'), row('0.005')]), 'one of them may be another execution').toBe(false);
  expect(settled([row('0.01', later(1))], { booked: log.fills, proven: dec('0.015') }), 'one is hidden').toBe(false);
  expect(settled([row('0.005'), row('0.005')], { booked: log.fills, proven: dec('0.01') }), 'it has grown').toBe(false);
  expect(settled([row('0.01', later(1))], { booked: log.fills, isConfirmed: true }), 'grown, as two readings say').toBe(true);
  expect(settled([row('0.01', later(1)), row('0.01', later(1))], { booked: log.fills, isConfirmed: true })).toBe(false);
});

test('an order of which nobody knows how much was ordered is booked as it is listed, growth after a second reading', () => {
  const log = new Log();
  log.look([row('0.005')], { most: undefined });
  expect(log.look([row('0.5', later(1))], { most: undefined })).toBe('wait');
  expect(log.look([row('0.5', later(1))], { most: undefined })).toBe('0.495@50000 0BTC');
});

test('of two alike rows a fee that one of them has not yet is booked once both have it', () => {
  const log = new Log();
  const proven = dec('0.01');
  const bare = row('0.005', { fee: undefined, feeCurrency: undefined });
  log.look([bare, bare], { proven });
  expect(log.look([row('0.005'), bare], { proven })).toBe('0@50000 0.0001BTC');
  expect(log.look([row('0.005'), row('0.005')], { proven })).toBe('0@50000 0.0001BTC');
  expect(log.sum(({ fee }) => fee)).toBe('0.0002');
});

test('a row that was not counted may be an execution only where there is room for it and nothing tells how much was executed', () => {
  const twice = keyedRows([row('0.005'), row('0.005')]);
  const copiesWith = (over: Partial<BookingEvidence>): number => {
    const verdict = bookingVerdict({ rows: twice, booked: [], proven: undefined, most: dec('0.02'), isConfirmed: false, ...over });
    return verdict.type === 'book' ? verdict.copies.length : -1;
  };
  expect(copiesWith({})).toBe(1);
  expect(copiesWith({ most: undefined })).toBe(1);
  expect(copiesWith({ most: dec('0.01') })).toBe(1);
  expect(copiesWith({ most: dec('0.009') }), 'more than was ordered').toBe(0);
  expect(copiesWith({ proven: dec('0.005') }), 'the venue says that it was executed once').toBe(0);
  expect(copiesWith({ proven: dec('0.01') }), 'both are counted').toBe(0);
});
