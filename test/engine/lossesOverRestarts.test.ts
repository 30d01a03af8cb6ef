import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { DAY_MS } from '../../src/base/instant.ts';
import { TODAY_KEY } from '../../src/engine/dailyLossGuard.ts';
import { LOSSES_KEY, SHARES_KEY } from '../../src/engine/lossGuards.ts';
import type { RiskLimits } from '../../src/engine/risk/limits.ts';
import type { StrategySettings } from '../../src/engine/strategySettings.ts';
import type { Fill } from '../../src/model/fill.ts';
import { EngineBench } from './engineBench.ts';
import { euro, fillOf, limitsOf, NOON, settingsOf } from './fixtures.ts';
import { version } from './reloadBench.ts';

const one = version('1', {});
const two = version('1', {}, 't', 'ETH/EUR');
const BTC = fillOf({ id: 'btc', strategy: 's', amount: dec('1'), price: dec('60000'), orderId: 'o-btc', tradedAt: NOON - 2000 });
const ETH = fillOf({
  id: 'eth',
  strategy: 't',
  symbol: 'ETH/EUR',
  price: dec('3000'),
  amount: dec('1'),
  orderId: 'o-eth',
  tradedAt: NOON - 2000,
});

/** A life after which everything that is saved is on disk. */
function life(
  limits: Partial<RiskLimits>,
  strategies: readonly StrategySettings[],
  fills: readonly Fill[],
  states: Readonly<Record<string, string>> = {},
): EngineBench {
  return new EngineBench(settingsOf(strategies, { limits: limitsOf(limits) }), { restored: { fills, states } });
}

function saved(bench: EngineBench): Record<string, string> {
  return Object.fromEntries(bench.notices('save-state').map(({ strategy, state }) => [strategy, state]));
}

function mids(bench: EngineBench, btc: number, eth: number): void {
  bench.touch(String(btc - 0.1), String(btc + 0.1), 61_000);
  bench.touch(String(eth - 0.1), String(eth + 0.1), 0, 'ETH/EUR');
  bench.timer(0);
}

const causes = (bench: EngineBench): string[] => bench.engine.snapshot().stops.map(({ cause }) => cause);

describe('what all strategies together have lost, over a start with other strategies', () => {
  it('risk.maxDailyLoss: the loss of one that is no longer configured is still a loss of the day', () => {
    const limits = { maxDailyLoss: euro('100') };
    const first = life(limits, [one, two], [BTC, ETH]);
    mids(first, 60_000, 3000);
    mids(first, 60_000, 2910);
    expect(causes(first)).toEqual([]);
    const next = life(limits, [one], [BTC, ETH], saved(first));
    mids(next, 60_000, 2910);
    mids(next, 59_980, 2910);
    expect(causes(next), '90 EUR by t and 20 EUR by s were lost today').toEqual(['daily-loss']);
  });

  it('risk.maxLoss: so it is of the loss in all', () => {
    const limits = { losses: { '': { maxLoss: euro('500'), action: 'cancel' } } } as const;
    const first = life(limits, [one, two], [BTC, ETH]);
    mids(first, 60_000, 3000);
    mids(first, 60_000, 2520);
    expect(causes(first)).toEqual([]);
    const next = life(limits, [one], [BTC, ETH], saved(first));
    mids(next, 59_900, 2520);
    expect(causes(next), '480 EUR by t and 100 EUR by s').toEqual(['max-loss']);
  });

  it('risk.maxDrawdown: what one had gained that is no longer configured is no loss', () => {
    const limits = { losses: { '': { maxDrawdown: euro('500'), action: 'cancel' } } } as const;
    const first = life(limits, [one, two], [BTC, ETH]);
    mids(first, 60_000, 3000);
    mids(first, 60_000, 3600);
    expect(saved(first)[LOSSES_KEY]).toContain('600');
    const next = life(limits, [one], [BTC, ETH], saved(first));
    mids(next, 60_000, 3600);
    expect(causes(next), 'nobody has lost anything').toEqual([]);
  });

  it('a daily loss: what one had gained before that is configured again is no room for losses of today', () => {
    const limits = { losses: { '': { maxDailyLoss: euro('100'), action: 'cancel' } } } as const;
    const first = life(limits, [one], [BTC, ETH]);
    mids(first, 60_000, 3600);
    const next = life(limits, [one, two], [BTC, ETH], saved(first));
    mids(next, 60_000, 3600);
    mids(next, 59_850, 3600);
    expect(causes(next), '150 EUR were lost today').toEqual(['daily-loss']);
  });

  it.each([
    ['risk.maxDailyLoss', { maxDailyLoss: euro('100') }],
    ['a daily loss', { losses: { '': { maxDailyLoss: euro('100'), action: 'cancel' } } }],
  ] as const)('%s: a clock that was a day ahead for one life forgets nothing of today', (_limit, limits) => {
    const first = life(limits, [one], [BTC]);
    mids(first, 60_000, 3000);
    mids(first, 59_910, 3000);
    const ahead = new EngineBench(settingsOf([one], { limits: limitsOf(limits) }), {
      at: NOON + DAY_MS,
      restored: { fills: [BTC], states: saved(first) },
    });
    mids(ahead, 59_910, 3000);
    const next = life(limits, [one], [BTC], { ...saved(first), ...saved(ahead) });
    mids(next, 59_910, 3000);
    mids(next, 59_890, 3000);
    expect(causes(next), '110 EUR were lost today').toEqual(['daily-loss']);
  });

  it('what one has lost that is gone is forgiven with the rest when a person resumes', () => {
    const limits = { losses: { '': { maxLoss: euro('500'), action: 'cancel' } } } as const;
    const first = life(limits, [one, two], [BTC, ETH]);
    mids(first, 60_000, 3000);
    mids(first, 60_000, 2520);
    const next = life(limits, [one], [BTC, ETH], saved(first));
    mids(next, 59_900, 2520);
    next.operator({ type: 'resume-trading', scope: { of: 'all', name: '' } });
    mids(next, 59_500, 2520);
    expect(causes(next), '400 EUR since then').toEqual([]);
    mids(next, 59_390, 2520);
    expect(causes(next), '510 EUR since then').toEqual(['max-loss']);
  });

  it.each(['', '{', 'null', '[]', '{"day":1}', '{"max-loss  EUR":{"shares":7}}'])(
    'what was saved of shares and can not be read is as nothing: %j',
    (text) => {
      const limits = { maxDailyLoss: euro('100'), losses: { '': { maxLoss: euro('500'), action: 'cancel' } } } as const;
      const first = life(limits, [one], [BTC]);
      mids(first, 60_000, 3000);
      mids(first, 59_950, 3000);
      const next = life(limits, [one], [BTC], { ...saved(first), [SHARES_KEY]: text, [TODAY_KEY]: text });
      mids(next, 59_950, 3000);
      expect(causes(next)).toEqual([]);
      mids(next, 59_890, 3000);
      expect(causes(next), 'what the strategy itself has lost is known all the same').toEqual(['daily-loss']);
    },
  );
});
