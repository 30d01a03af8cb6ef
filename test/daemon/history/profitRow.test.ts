import { expect, it } from 'vitest';
import { newestPeriods, type ProfitRow } from '../../../src/daemon/history/profitRow.ts';

const row = (from: string, strategy: string): ProfitRow => ({
  from,
  strategy,
  symbol: 'BTC/EUR',
  currency: 'EUR',
  fills: 1,
  fees: '0',
  otherFees: {},
  realised: '1',
  profit: '1',
});
const rows = [row('2026-11-28', 'a'), row('2026-11-29', 'a'), row('2026-11-29', 'b'), row('2026-11-30', 'a'), row('2026-11-30', 'b')];

it('cuts no period in two, but for one that is too long by itself', () => {
  expect(newestPeriods(rows, 5)).toEqual(rows);
  expect(newestPeriods(rows, 4)).toEqual(rows.slice(1));
  expect(newestPeriods(rows, 3)).toEqual(rows.slice(3));
  expect(newestPeriods(rows, 1)).toEqual(rows.slice(4));
  expect(newestPeriods([], 3)).toEqual([]);
});
