import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import type { TreasurySchedule } from '../../../src/treasury/schedules/treasurySchedule.ts';
import { wantedAmount } from '../../../src/treasury/schedules/wantedAmount.ts';
import { scheduleOf } from './scheduleOf.ts';

const SHARED = {
  name: 'x',
  timer: scheduleOf('every 1h'),
  zone: 'UTC',
  least: undefined,
  atMostPerDay: undefined,
  missed: 'skip',
} as const;
const FLOAT: TreasurySchedule = {
  ...SHARED,
  terms: { type: 'float', keep: { amount: dec(20_000), currency: 'EUR' }, from: 'BTC', by: 'quote', slippage: dec('0.01') },
};
const SWEEP: TreasurySchedule = { ...SHARED, terms: { type: 'sweep', above: { amount: dec(2), currency: 'BTC' }, to: 'cold-1' } };

function wanted(schedule: TreasurySchedule, available: string, movedToday = '0'): string {
  const amount = wantedAmount(schedule, dec(available), dec(movedToday));
  return 'why' in amount ? amount.why : amount.toFixed();
}

describe(wantedAmount, () => {
  it.each([
    [FLOAT, '15000', '0', '5000'],
    [FLOAT, '20000', '0', '20000 EUR are available, and 20000 are to be kept'],
    [FLOAT, '20000.01', '0', '20000.01 EUR are available, and 20000 are to be kept'],
    [FLOAT, '-5', '0', '20005'],
    [FLOAT, '12345.678901234', '0', '7654.32109876'],
    [{ ...FLOAT, atMostPerDay: dec(3000) }, '15000', '0', '3000'],
    [{ ...FLOAT, atMostPerDay: dec(3000) }, '15000', '2500', '500'],
    [{ ...FLOAT, atMostPerDay: dec(3000) }, '15000', '3000', '3000 EUR were moved within 24 hours, and 3000 is the most'],
    [{ ...FLOAT, least: dec(100) }, '19900', '0', '100'],
    [
      { ...FLOAT, least: dec(100) },
      '19900.01',
      '0',
      '19900.01 EUR are available, and 20000 are to be kept; 99.99 EUR is too little to be moved',
    ],
    [SWEEP, '2.5', '0', '0.5'],
    [SWEEP, '2', '0', '2 BTC are available, and 2 stay'],
    [SWEEP, '2.123456789', '0', '0.12345678'],
    [SWEEP, '2.000000001', '0', '2.000000001 BTC are available, and 2 stay; 0 BTC is too little to be moved'],
    [{ ...SWEEP, atMostPerDay: dec(1) }, '9', '0.25', '0.75'],
  ])('%#', (schedule, available, movedToday, expected) => {
    expect(wanted(schedule, available, movedToday)).toBe(expected);
  });
});
