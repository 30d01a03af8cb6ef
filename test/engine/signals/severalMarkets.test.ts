import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../src/base/instant.ts';
import { EMA } from '../../../src/market/ema.ts';
import { warmUpNeeds } from '../../../src/engine/signals/warmUpNeeds.ts';
import { EngineBench } from '../engineBench.ts';
import { severalOf, settingsOf } from '../fixtures.ts';

describe('signals of a strategy of several markets', () => {
  it('are told with their market, once those of all markets are stable', () => {
    const heard: string[] = [];
    const bench = new EngineBench(
      settingsOf([
        severalOf(({ left, right }) => {
          left!.candles('1m').use(new EMA(1));
          const slow = right!.candles('1m').use(new EMA(2));
          return {
            onCandle: (candle, ctx, market) =>
              heard.push(`${candle.symbol} of ${market.symbol}: ${slow.value !== undefined} ${ctx.isFresh}`),
          };
        }),
      ]),
    );
    bench.send({ type: 'set-up' });
    for (let minute = 0; minute < 4; minute++) {
      bench.touch('1799', '1801', minute === 0 ? 0 : MINUTE_MS, 'ETH/EUR');
      bench.touch('59990', '60010');
    }
    // Candles of the left market that close before the right ones are stable are not told.
    expect(heard).toEqual(['BTC/EUR of BTC/EUR: true true', 'ETH/EUR of ETH/EUR: true false', 'BTC/EUR of BTC/EUR: true true']);
  });

  it('need a warm-up in each market that they follow', () => {
    const several = severalOf(({ left }) => {
      left!.candles('5m').use(new EMA(10));
      left!.orderFlow('2h');
      return {};
    });
    const needsOf = (warmUpMs?: number) => {
      const bench = new EngineBench(settingsOf([{ ...several, warmUpMs }]));
      bench.send({ type: 'set-up' });
      return bench.engine.warmUpNeeds();
    };
    expect(needsOf()).toEqual([{ symbol: 'ETH/EUR', byStrategy: { s: 120 * MINUTE_MS } }]);
    expect(needsOf(5 * MINUTE_MS)).toEqual([{ symbol: 'ETH/EUR', byStrategy: { s: 5 * MINUTE_MS } }]);
    expect(needsOf(0)).toEqual([]);
    expect(warmUpNeeds({ markets: { all: [] } as never, seats: [] })).toEqual([]);
  });
});
