import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { seededRandom } from '../../../src/base/random.ts';
import type { StrategyHandlers } from '../../../src/engine/strategy.ts';
import { enginePass } from '../../../src/research/backtest/enginePass.ts';
import { BTC } from '../../engine/fixtures.ts';
import { engineOf, optionsOf, sumOf } from './fixtures.ts';
import { recordedMarket, type Row } from './recordedMarket.ts';

/** A market that jumps about, thin and thick, with statistics, a gap, and times of any distance. */
function wildRows(seed: number): Row[] {
  const random = seededRandom(seed);
  const rows: Row[] = [];
  let at = 0;
  let mid = 60_000;
  let volume = 1000;
  for (let i = 0; i < 120; i++) {
    at += 1 + random.int(1500);
    mid += random.int(61) - 30;
    const levels = (sign: number): [string, string][] =>
      Array.from({ length: 1 + random.int(4) }, (_, level) => [
        `${mid + sign * (1 + level * 3)}.00`,
        (0.01 + random.int(200) / 100).toFixed(2),
      ]);
    rows.push({ at, bids: levels(-1), asks: levels(1) });
    if (i % 7 === 0) rows.push({ at, baseVolume: String((volume += random.int(5))) });
    if (i === 60) rows.push({ from: at, at: (at += 20_000), reason: 'stopped' });
  }
  return rows;
}

/** Quotes both sides around the mid, converts and takes now and then. */
function busy(): StrategyHandlers {
  return {
    onBook(book, ctx) {
      const mid = (book.midTicks ?? 0) / 100;
      if (mid === 0) return;
      const amount = dec((0.01 + ctx.random.int(30) / 100).toFixed(2));
      const off = 1 + ctx.random.int(6);
      ctx.quote([
        { side: 'Buy', price: Math.floor(mid) - off, amount },
        { side: 'Sell', price: Math.ceil(mid) + off, amount },
      ]);
      if (ctx.random.int(10) === 0) ctx.convert({ fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: dec('50.5') });
    },
    onTimer(ctx) {
      if (ctx.random.int(4) === 0) ctx.place({ side: ctx.random.int(2) === 0 ? 'Buy' : 'Sell', amount: dec('0.02') });
    },
  };
}

describe('a backtest', () => {
  it('makes and loses no money: opening, fills, conversions and fees give the closing balances to the last digit', { tags: 'long' }, () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.boolean(), (seed, replaces) => {
        const options = optionsOf(engineOf(busy, { seed, replaces }), [recordedMarket(BTC, wildRows(seed))]);
        const { bands, runs } = enginePass(options).run()!;
        let count = 0;
        for (const [i, { fills, conversions, fees }] of runs.entries()) {
          count += fills.length + conversions.length;
          const of = (side: string, value: 'amount' | 'value'): ReturnType<typeof dec> =>
            sumOf(
              [...fills]
                .filter(({ fill }) => fill.side === side)
                .map(({ fill }) => (value === 'amount' ? fill.amount : fill.price.times(fill.amount))),
            );
          const converted = {
            EUR: sumOf(conversions.map((each) => each.fromAmount)),
            BTC: sumOf(conversions.map((each) => each.toAmount)),
          };
          const btc = dec('1')
            .plus(of('Buy', 'amount'))
            .minus(of('Sell', 'amount'))
            .plus(converted.BTC)
            .minus(fees['BTC'] ?? 0);
          const eur = dec('100000')
            .plus(of('Sell', 'value'))
            .minus(of('Buy', 'value'))
            .minus(converted.EUR)
            .minus(fees['EUR'] ?? 0);
          const { wallets } = bands[i]!;
          expect(['BTC', 'EUR'].map((currency) => wallets.wallet(currency).total.decimal.toFixed())).toEqual([
            btc.toFixed(),
            eur.toFixed(),
          ]);
        }
        expect(count).toBeGreaterThan(0);
      }),
      { numRuns: 15 },
    );
  });
});
