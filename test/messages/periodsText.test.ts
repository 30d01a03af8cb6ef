import { describe, expect, it } from 'vitest';
import { profitSums } from '../../src/daemon/history/profitRow.ts';
import { periodsText } from '../../src/messages/periodsText.ts';

type View = Parameters<typeof periodsText>[1];
type Row = View['rows'][number];

const row = (from: string, over: Partial<Row> = {}): Row => ({
  from,
  strategy: 'maker',
  symbol: 'BTC/EUR',
  currency: 'EUR',
  fills: 3,
  fees: '0.1',
  otherFees: {},
  realised: '1.25',
  profit: '1.5',
  ...over,
});

const viewOf = (rows: readonly Row[], unlisted = 0): View => ({ rows, unlisted, sums: profitSums(rows) });

describe(periodsText, () => {
  it('has a line for each period, newest first, with what all strategies made in it, and what all of it comes to', () => {
    const rows = [
      row('2026-11-28'),
      row('2026-11-30', { realised: '-2', profit: '-0.75', fills: 1 }),
      row('2026-11-30', { strategy: 'grid', symbol: 'ETH/BTC', currency: 'BTC', fills: 0, realised: '0', profit: null }),
    ];
    expect(periodsText('day', viewOf(rows)).split('\n')).toEqual([
      'profit by day (UTC), after fees, open positions at the mids',
      '2026-11-30: -0.75 EUR; realised -2.00 EUR; +0.00000000 BTC, without 1 row whose open positions nobody valued; realised +0.00000000 BTC; 1 fill',
      '2026-11-28: +1.50 EUR; realised +1.25 EUR; 3 fills',
      'in all +0.75 EUR; realised -0.75 EUR',
      'in all +0.00000000 BTC, without 1 row whose open positions nobody valued; realised +0.00000000 BTC',
    ]);
  });

  it('says where nothing was made, and what it leaves out', () => {
    expect(periodsText('week', viewOf([]))).toBe('nothing was made in the last weeks');
    expect(periodsText('month', viewOf([row('2026-11-01')], 4))).toContain('4 earlier rows stand in `sluice profit --by month` alone');
  });
});
