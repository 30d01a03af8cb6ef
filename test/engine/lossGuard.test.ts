import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dec, maxDecimal, ZERO } from '../../src/base/decimal.ts';
import { EngineBench } from './engineBench.ts';
import { euro, limitsOf, settingsOf } from './fixtures.ts';
import { buy, fall, quoting, sell } from './protectionRoom.ts';

const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ type: fc.constant('mid' as const), mid: fc.integer({ min: 58_500, max: 61_500 }) }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('buy' as const), mid: fc.constant(0) }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('sell' as const), mid: fc.constant(0) }) },
  ),
  { minLength: 10, maxLength: 60 },
);

it('a limit is reached with the very heartbeat at which exact sums say so, however far away it was before', { tags: 'long' }, () => {
  let tried = 0;
  let reached = 0;
  fc.assert(
    fc.property(steps, (list) => {
      const losses = { s: { maxLoss: euro('900'), action: 'cancel', also: [{ maxDrawdown: euro('1100'), action: 'cancel' }] } } as const;
      const bench = new EngineBench(settingsOf([quoting('s')], { limits: limitsOf({ losses }) }), {});
      bench.touch('59999', '60001');
      bench.timer();
      let peak = ZERO;
      let isReached = false;
      for (const [i, { type, mid }] of list.entries()) {
        if (type === 'buy') buy(bench, '0.4');
        if (type === 'sell') sell(bench, '0.4', '60000', `sell ${i}`);
        if (type !== 'mid') continue;
        fall(bench, String(mid));
        const { position, unrealised } = bench.engine.snapshot().strategies[0]!;
        const profit = position.realised.plus(unrealised ?? ZERO);
        peak = maxDecimal(peak, profit);
        isReached ||= profit.lte(dec('-900')) || peak.minus(profit).gte(dec('1100'));
        expect(bench.notices('trading').length > 0).toBe(isReached);
      }
      tried++;
      if (isReached) reached++;
    }),
    { numRuns: 200 },
  );
  expect(reached).toBeGreaterThan(tried / 10);
});
