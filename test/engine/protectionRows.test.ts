import { expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { euro } from './fixtures.ts';
import { benchOf, buy, fall } from './protectionRoom.ts';

it('shows each limit on losses and each protection, with what it waits for and what it does then', () => {
  const hour = 3_600_000;
  const pause = { pauseMs: hour, action: 'cancel' } as const;
  const bench = benchOf({
    losses: { s: { maxLoss: euro('200'), maxDrawdown: euro('500'), action: 'close' } },
    protections: {
      s: [
        { ...pause, kind: 'losing-trades', trades: 4, withinMs: hour },
        { ...pause, kind: 'cool-down', after: 'stop' },
      ],
      '': [{ pauseMs: undefined, action: 'no-entries', kind: 'repeated-fills', fills: 5, withinMs: 60_000, move: dec('0.001') }],
    },
  });
  buy(bench, '0.1');
  fall(bench, '59000');
  const loss = (most: string) => ({ now: dec('100'), most: dec(most), currency: 'EUR' });
  expect(bench.engine.snapshot().protections).toEqual([
    { scope: 's', kind: 'max-loss', waitsFor: 'a loss of 200 EUR in all; now 100', loss: loss('200'), action: 'close', pauseMs: undefined },
    {
      scope: 's',
      kind: 'max-drawdown',
      waitsFor: 'a loss of 500 EUR since its peak; now 100',
      loss: loss('500'),
      action: 'close',
      pauseMs: undefined,
    },
    { scope: 's', kind: 'losing-trades', waitsFor: '4 losing trades within 1 h 0 min', action: 'cancel', pauseMs: hour },
    { scope: 's', kind: 'cool-down', waitsFor: 'a stop that has sold', action: 'cancel', pauseMs: hour },
    {
      scope: 'all trading',
      kind: 'repeated-fills',
      waitsFor: '5 fills of one side within 1 min while the price moves by 0.1 % at most',
      action: 'no-entries',
      pauseMs: undefined,
    },
  ]);
});
