import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { backtest } from '../../../src/research/backtest/backtest.ts';
import { BTC } from '../../engine/fixtures.ts';
import { engineOf, optionsOf } from './fixtures.ts';
import { recordedMarket, type Row } from './recordedMarket.ts';

/** A quiet book each second, with a touch of its own where one is given. */
function seconds(touches: readonly (readonly [bid: string, ask: string])[]): Row[] {
  return touches.map(([bid, ask], i) => ({ at: i * 1000, bids: [[bid, '1']], asks: [[ask, '1']] }));
}

const QUIET = ['60000.00', '60010.00'] as const;

describe('backtest', () => {
  it('fills a resting bid that the other side crosses, as maker at its own price', () => {
    const engine = engineOf(() => ({ onBook: (_book, ctx) => ctx.quote([{ side: 'Buy', price: 59_990, amount: dec('0.1') }]) }));
    const market = recordedMarket(BTC, seconds([QUIET, QUIET, QUIET, ['59970.00', '59980.00'], QUIET, QUIET]));
    const lines: string[] = [];
    const record = backtest(optionsOf(engine, [market]), { event: (band, line) => band === 'fitted' && lines.push(line) });
    expect(record.bands.fitted.fills.length).toBe(1);
  });
});
