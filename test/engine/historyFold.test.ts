import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { foldProbe, HistoryFold, NO_HISTORY, tellInTime } from '../../src/engine/historyFold.ts';

describe(HistoryFold.name, () => {
  it('adds up positions by strategy and pair, and what was moved of each currency', () => {
    const { positions, flows } = foldProbe();
    const held = positions.find(({ symbol }) => symbol === 'B/Q')!;
    // Bought 3 + 2 + 1.1 + 1.3, sold 1.7 + 9 + 10, fees of 0.0041 in base; and entered 8 less 0.7, which moved nothing.
    expect(held.amount.toFixed()).toBe('-6.0041');
    expect(held.otherFees['X']!.toFixed()).toBe('0.5');
    expect(flows['X']!.toFixed()).toBe('-0.5');
    expect(flows['B']!.toFixed()).toBe('-13.3041');
    expect(flows['Q']!.toFixed()).toBe(held.quoteFlow.plus('58.4').minus('4.27').toFixed());
  });

  it('goes on from sums as if it had never stopped', () => {
    const once = new HistoryFold(foldProbe());
    expect(JSON.stringify(once.sums)).toBe(JSON.stringify(foldProbe()));
    expect(JSON.stringify(new HistoryFold(NO_HISTORY).sums)).toBe(JSON.stringify({ positions: [], flows: {} }));
  });
});

describe(tellInTime.name, () => {
  it('tells fills before conversions of the same time, and both before entries', () => {
    const told: string[] = [];
    const fill = { id: '', orderId: '', symbol: 'B/Q', side: 'Buy', type: '', price: dec('1'), amount: dec('1'), fee: dec('0') } as const;
    const more = { feeCurrency: '', feeType: '', openedAt: 0, receivedAt: 0, intentId: '', strategy: '', tag: undefined };
    const conversion = { id: '', fromCurrency: '', toCurrency: '', fromAmount: dec('1'), toAmount: dec('1'), rate: dec('1') };
    const owner = { intentId: undefined, strategy: undefined };
    const entry = { id: '', cause: 'opening', strategy: '', symbol: 'B/Q', amount: dec('1'), price: dec('1'), note: undefined } as const;
    tellInTime(
      {
        fills: [1, 3, 3].map((tradedAt) => ({ ...fill, ...more, tradedAt })),
        conversions: [2, 3, 9].map((executedAt) => ({ ...conversion, ...owner, executedAt })),
        entries: [0, 3, 10].map((at) => ({ ...entry, at })),
      },
      {
        addFill: ({ tradedAt }) => told.push(`fill ${tradedAt}`),
        addConversion: ({ executedAt }) => told.push(`conversion ${executedAt}`),
        addEntry: ({ at }) => told.push(`entry ${at}`),
      },
    );
    const all = ['entry 0', 'fill 1', 'conversion 2', 'fill 3', 'fill 3', 'conversion 3', 'entry 3', 'conversion 9', 'entry 10'];
    expect(told).toEqual(all);
  });
});
