import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import type { LoggedOutflow } from '../../../src/store/outflowLog.ts';
import { lessWaiting } from '../../../src/treasury/moves/lessWaiting.ts';
import { ROW } from '../../store/moveBuilders.ts';

function outflow(state: LoggedOutflow['state'], more: Partial<LoggedOutflow> = {}): LoggedOutflow {
  const row = { ...ROW, amount: dec(2) };
  const shared = { kind: 'withdrawal', initiator: 'anna', signedWith: undefined, sentAt: undefined, isSettledByHand: false } as const;
  return { ...shared, row, state, venueId: undefined, fee: undefined, ...more };
}

describe(lessWaiting, () => {
  it.each<[string, LoggedOutflow, string]>([
    ['waits', outflow('waiting'), '8'],
    ['waits, with its fee', outflow('waiting', { fee: dec('0.5') }), '7.5'],
    ['is being sent', outflow('sending'), '8'],
    ['may have left, which nobody knows', outflow('unknown', { fee: dec('0.5') }), '7.5'],
    ['the venue has taken, and so has taken off', outflow('sent'), '10'],
    ['has arrived', outflow('completed'), '10'],
    ['waits, with a fee out of it', outflow('waiting', { row: { ...ROW, amount: dec(2), feeMode: 'gross' }, fee: dec('0.5') }), '8'],
    ['is not what was asked for, and the venue has taken it', outflow('unknown', { venueId: '17' }), '10'],
    ['leaves another account', outflow('unknown', { kind: 'payout' }), '10'],
  ])('what %s leaves so much free', (_what, one, free) => {
    expect(
      lessWaiting(new Map([['BTC', dec(10)]]), 'withdrawal', [one])
        .get('BTC')!
        .toFixed(),
    ).toBe(free);
  });

  it.each<[string, LoggedOutflow, string]>([
    ['payout', outflow('waiting', { kind: 'payout', fee: dec('0.5') }), '8'],
    ['refund', outflow('waiting', { kind: 'refund', fee: dec('0.5') }), '8'],
  ])('the fee of a %s is a part of what leaves', (_what, one, free) => {
    expect(
      lessWaiting(new Map([['BTC', dec(10)]]), 'payout', [one])
        .get('BTC')!
        .toFixed(),
    ).toBe(free);
  });

  it.each<[string, LoggedOutflow, string]>([
    ['waits', outflow('waiting', { fee: dec('0.5') }), '7.5'],
    ['is being sent', outflow('sending'), '10'],
    ['may have left, which nobody knows', outflow('unknown'), '10'],
  ])('what %s leaves so much free at the most', (_what, one, free) => {
    expect(
      lessWaiting(new Map([['BTC', dec(10)]]), 'withdrawal', [one], 'most')
        .get('BTC')!
        .toFixed(),
    ).toBe(free);
  });
});
