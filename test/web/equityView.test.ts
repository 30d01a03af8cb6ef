import { describe, expect, it } from 'vitest';
import { apartText, type Equity, equityCurrencies, equityView } from '../../web/pure/equityView.ts';

const point = (at: number, eur: string, profit: string, fall: Record<string, string> = {}): Equity['points'][number] => {
  return { at, worth: { EUR: eur, USD: '7' }, profit: { 'btc-maker BTC/EUR': profit, 'x ETH/USD': '1000' }, fall };
};
const report: Equity = {
  everyMs: 5000,
  highest: {},
  deepestFall: { EUR: '4.10', USD: '0' },
  points: [
    point(0, '100.10', '0'),
    point(5000, '102.35', '1.00', { EUR: '4.10' }),
    point(10_000, '99.05', '-0.50', { EUR: '3.30' }),
    point(15_000, '101.00', '0.25', { EUR: '1.35' }),
  ],
};

describe('the worth of the account', () => {
  it('changes by what strategies earned and by the rest, exactly', () => {
    expect(equityView(report, 'EUR')).toMatchObject({
      last: '101.00',
      change: '0.90',
      byStrategies: '0.25',
      byTheRest: '0.65',
      deepestFall: '-4.10',
    });
  });

  it('falls from the highest so far, between two points too', () => {
    expect(equityView(report, 'EUR')!.fall.map(({ text }) => text)).toEqual(['0', '-4.10', '-3.30', '-1.35']);
    expect(equityView(report, 'USD')!.deepestFall).toBe('0');
  });

  it('says how far apart its points are, and of when its figures are: others on the page are told at another time', () => {
    expect(apartText(report, 20_000)).toContain('points are 5.0 s apart');
    expect(apartText(report, 20_000)).toContain('are of the last one, 00:00:15 UTC;');
    expect(apartText(report, 100_000_000)).toContain('are of the last one, 1 Jan 00:00:15 UTC;');
    expect(apartText({ everyMs: 60_000, points: [] }, 0)).toBe('Its points are 60 s apart; falls between them count.');
  });

  it('is there in each currency that has one', () => {
    expect(equityCurrencies(report)).toEqual(['EUR', 'USD']);
    expect(equityView(report, 'GBP')).toBeUndefined();
    expect(equityCurrencies({ ...report, points: [] })).toEqual([]);
  });
});
