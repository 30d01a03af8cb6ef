import { describe, expect, it } from 'vitest';
import { baseOf, limitName, positionsWorth, quoteOf, riskCell, staleAfter, usedLimits, worthText } from '../../web/pure/atRisk.ts';
import { toldStatus, toldStrategy } from './toldStatus.ts';

const exposure = { limit: 'risk.maxExposure', used: '6417.58', most: '32000', unit: 'EUR' };
const orders = { limit: 'risk.maxOpenOrders', used: '34', most: '40', unit: 'orders' };

describe('what is at risk', () => {
  it('adds positions at the mid whatever their side, exactly', () => {
    const strategies = [toldStrategy(), toldStrategy({ name: 'eth', symbol: 'ETH/EUR', position: '0.25199' })];
    expect(positionsWorth(toldStatus({ strategies }))).toEqual([{ currency: 'EUR', worth: '2492.9031890', unvalued: [] }]);
  });

  it('says where no book tells what a position is worth', () => {
    const strategies = [toldStrategy({ symbol: 'XRP/USD', position: '5' })];
    expect(positionsWorth(toldStatus({ strategies }))).toEqual([{ currency: 'USD', worth: '0', unvalued: ['XRP/USD'] }]);
    expect(riskCell([], toldStatus({ strategies })).word).toBe('unknown');
  });

  it('says in words what would be flattened', () => {
    expect(worthText(positionsWorth(toldStatus()))).toBe('1,953.18 EUR');
    const strategies = [toldStrategy(), toldStrategy({ symbol: 'XRP/USD', position: '5' })];
    expect(worthText(positionsWorth(toldStatus({ strategies })))).toBe('1,953.18 EUR and 0.00 USD and XRP/USD');
    expect(worthText(positionsWorth(toldStatus({ strategies: [] })))).toBe('');
  });

  it('shows the exposure against its limit where there is one', () => {
    expect(riskCell([exposure], toldStatus())).toEqual({
      kind: 'plain',
      sign: '',
      word: '6,418 EUR',
      first: '20\u00A0% of limit',
      second: 'exposure 20\u00A0%',
    });
  });

  it('calls from 80 % of any limit on, and puts the one that calls beside the sign', () => {
    const called = { kind: 'call', sign: '▲', first: '6,418 EUR', second: '20\u00A0% of limit' };
    expect(riskCell([exposure, orders], toldStatus())).toEqual({ ...called, word: 'open orders 85\u00A0%' });
    const rate = { ...orders, limit: 'risk.maxOrdersPerMinute', used: '238', most: '240' };
    expect(riskCell([exposure, orders, rate], toldStatus())).toEqual({ ...called, word: 'orders/min 99\u00A0%' });
    expect(riskCell([{ ...exposure, used: '27200' }], toldStatus()).word).toBe('exposure 85\u00A0%');
    expect(riskCell([rate], toldStatus())).toMatchObject({ word: 'orders/min 99\u00A0%', first: '1,953 EUR', second: 'in positions' });
  });

  it('shows positions where exposure has no limit, and nothing before the daemon has told', () => {
    expect(riskCell([], toldStatus())).toMatchObject({ word: '1,953 EUR', first: 'in positions', second: 'no limit is set' });
    expect(riskCell([], toldStatus({ strategies: [] })).word).toBe('Nothing');
    expect(riskCell(undefined, undefined).word).toBe('–');
    expect(riskCell([{ ...exposure, used: undefined }], toldStatus()).word).toBe('unknown');
  });

  it('leaves out limits of which no use is known', () => {
    expect(usedLimits([exposure, { ...orders, used: undefined }, { ...orders, most: undefined }])).toEqual([exposure]);
    expect([limitName('risk.maxExposure'), limitName('risk.priceCollar'), limitName('toString')]).toEqual([
      'Exposure',
      'risk.priceCollar',
      'toString',
    ]);
  });

  it('knows from which age on a book is too old', () => {
    expect(staleAfter([exposure, { limit: 'risk.staleAfter', used: undefined, most: '60000', unit: 'ms' }])).toBe(60_000);
    expect([staleAfter([exposure]), staleAfter(undefined)]).toEqual([5000, 5000]);
  });

  it('splits a pair', () => {
    expect([baseOf('BTC/EUR'), quoteOf('BTC/EUR')]).toEqual(['BTC', 'EUR']);
  });
});
