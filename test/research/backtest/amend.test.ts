import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import type { StrategyHandlers } from '../../../src/engine/strategy.ts';
import { backtest } from '../../../src/research/backtest/backtest.ts';
import { BANDS } from '../../../src/research/runRecord.ts';
import { BTC } from '../../engine/fixtures.ts';
import { engineOf, optionsOf } from './fixtures.ts';
import { recordedMarket, type Row } from './recordedMarket.ts';

const STILL: readonly Row[] = Array.from({ length: 60 }, (_, i) => ({
  at: i * 1000,
  bids: [['60000', '1']],
  asks: [['60010', '1']],
}));

/** Rests far away, and after ten seconds takes the ask. */
function comesNear(kind: 'limit' | undefined): () => StrategyHandlers {
  return () => {
    let id: string | undefined;
    let seen = 0;
    return {
      onBook(_book, ctx) {
        seen++;
        if (seen === 2) id = ctx.place({ side: 'Buy', price: 59_000, amount: dec('0.01'), ...(kind && { kind }) });
        if (seen === 12) expect(ctx.amend(id!, { price: 60_010, amount: dec('0.02') })).toBe(true);
      },
    };
  };
}

describe('an order that is changed', () => {
  it.each(['limit', undefined] as const)('is moved in a backtest by the same code as live: %s', (kind) => {
    const { bands } = backtest(optionsOf(engineOf(comesNear(kind)), [recordedMarket(BTC, STILL)]));
    for (const band of BANDS) {
      const { orders, fills } = bands[band];
      expect(orders).toMatchObject({ placed: 1, replaced: 1, canceled: 0 });
      expect(fills.length).toBeGreaterThan(0);
    }
  });
});
