import { expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/base/instant.ts';
import { EMA } from '../../src/engine/kit.ts';
import type { StrategyContext } from '../../src/engine/strategy.ts';
import type { StrategySettings } from '../../src/engine/strategySettings.ts';
import { settingsOf } from './fixtures.ts';
import { ReloadBench, version } from './reloadBench.ts';

/** A strategy that follows candles and the order flow, and tells what it hears. */
function following(name: string, heard: string[], of = 's'): StrategySettings {
  return {
    ...version(name, {}, of),
    definition: {
      about: '',
      params: {},
      setup: (_params: unknown, { context }: { readonly context: StrategyContext }) => {
        const average = new EMA(2);
        context.candles('1m').use(average);
        const flow = context.orderFlow('1m');
        return {
          onStart: () => void heard.push(`${of} ${name} starts with ${average.value ?? 'nothing'}, flow ${flow.sum}`),
          onCandle: () => void heard.push(`${of} ${name} candle`),
        };
      },
    } as unknown as StrategySettings['definition'],
  };
}

it('a version that replaces another is warmed up by itself, with nothing that the one before has followed', () => {
  const heard: string[] = [];
  const bench = new ReloadBench(settingsOf([following('1', heard), following('1', heard, 'other')]));
  for (let i = 0; i < 4; i++) bench.touch('59990', '60010', MINUTE_MS);
  heard.length = 0;
  bench.reload(settingsOf([following('2', heard), following('1', heard, 'other')]));
  expect(bench.engine.warmUpNeeds()).toEqual([{ symbol: 'BTC/EUR', byStrategy: { s: expect.any(Number) as number } }]);
  const looks = [5, 4, 3, 2, 1].flatMap((ago) => [bench.now - ago * MINUTE_MS, 5_000_000, 1, 5_000_200, 1]);
  bench.send({ type: 'warm-up', symbol: 'BTC/EUR', since: { s: 0 }, looks });
  bench.touch('59990', '60010', 1000);
  expect(heard.filter((line) => line.startsWith('s '))[0]).toBe('s 2 starts with 5000100, flow 0');
  for (let i = 0; i < 2; i++) bench.touch('59990', '60010', MINUTE_MS);
  expect([...new Set(heard.filter((line) => line.endsWith('candle')))].sort()).toEqual(['other 1 candle', 's 2 candle']);
});
