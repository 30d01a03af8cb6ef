import { describe, expect, it } from 'vitest';
import { Decimal, dec } from '../../src/base/decimal.ts';
import { dealProblem } from '../../src/engine/dealProblem.ts';
import { DeskRoom } from './deskOrders/deskRoom.ts';

describe(dealProblem, () => {
  const BETWEEN = { fromCurrency: 'EUR', toCurrency: 'BTC' } as const;

  it.each<[string, object, string]>([
    ['a number', { fromAmount: 250.5 }, "amount: fromAmount must be a finite Decimal like dec('250'), not 250.5"],
    ['no number', { toAmount: new Decimal(NaN) }, "amount: toAmount must be a finite Decimal like dec('0.005'), not NaN"],
    [
      'an endless rate',
      { fromAmount: dec('250'), worstRate: new Decimal(Infinity) },
      "worst-rate: worstRate must be a finite Decimal like dec('0.000016'), not Infinity",
    ],
    [
      'a rate that is a number',
      { fromAmount: dec('250'), worstRate: 0.5 },
      "worst-rate: worstRate must be a finite Decimal like dec('0.000016'), not 0.5",
    ],
  ])('refuses with the field, the value and what was expected: %s', (_what, terms, refusal) => {
    for (const call of ['convert', 'requestQuote', 'trade'] as const) {
      const room = new DeskRoom();
      expect(room.ctx[call]({ ...BETWEEN, ...terms } as never)).toBeUndefined();
      room.book('59990', '60010');
      expect(room.refused).toEqual([refusal]);
      expect(room.bench.strategy().state).toBe('running');
    }
  });
});
