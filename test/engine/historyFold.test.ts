import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { foldProbe, HistoryFold, NO_HISTORY, tellInTime } from '../../src/engine/historyFold.ts';

describe(HistoryFold.name, () => {
  it('adds up positions by strategy and pair, and what was moved of each currency', () => {
    const { positions, flows } = foldProbe();
    const held = positions.find(({ symbol }) => symbol === 'B/Q')!;
    // Bought 3 + 2 + 1.1 + 1.3, sold 1.7 + 9 + 10, and fees of 0.0041 in base.
    expect(held.amount.toFixed()).toBe('-13.3041');
    expect(held.otherFees['X']!.toFixed()).toBe('0.5');
    expect(flows['X']!.toFixed()).toBe('-0.5');
    expect(flows['B']!.toFixed()).toBe(held.amount.toFixed());
    expect(flows['Q']!.toFixed()).toBe(held.quoteFlow.toFixed());
  });

  it('goes on from sums as if it had never stopped', () => {
    const once = new HistoryFold(foldProbe());
    expect(JSON.stringify(once.sums)).toBe(JSON.stringify(foldProbe()));
    expect(JSON.stringify(new HistoryFold(NO_HISTORY).sums)).toBe(JSON.stringify({ positions: [], flows: {} }));
  });
});

describe(tellInTime.name, () => {
  it('tells fills before conversions of the same time', () => {
    const told: string[] = [];
    const fill = { id: '', orderId: '', symbol: 'B/Q', side: 'Buy', type: '', price: dec('1'), amount: dec('1'), fee: dec('0') } as const;
    const more = { feeCurrency: '', feeType: '', openedAt: 0, receivedAt: 0, intentId: '', strategy: '', tag: undefined };
    const conversion = { id: '', fromCurrency: '', toCurrency: '', fromAmount: dec('1'), toAmount: dec('1'), rate: dec('1') };
    const owner = { intentId: undefined, strategy: undefined };
    tellInTime(
      [1, 3, 3].map((tradedAt) => ({ ...fill, ...more, tradedAt })),
      [2, 3, 9].map((executedAt) => ({ ...conversion, ...owner, executedAt })),
      {
        addFill: ({ tradedAt }) => told.push(`fill ${tradedAt}`),
        addConversion: ({ executedAt }) => told.push(`conversion ${executedAt}`),
      },
    );
    expect(told).toEqual(['fill 1', 'conversion 2', 'fill 3', 'fill 3', 'conversion 3', 'conversion 9']);
  });
});
