import { describe, expect, it } from 'vitest';
import { dec, ZERO } from '../../src/base/decimal.ts';
import type { BalanceLine } from '../../src/ledger/balanceLines.ts';
import { Opening } from '../../src/ledger/opening.ts';

const START = Date.parse('2026-11-01T00:00:00Z');

function line(currency: string, difference: string): BalanceLine {
  const amount = dec(difference);
  return {
    currency,
    ledger: ZERO,
    venue: amount,
    difference: amount,
    tolerance: ZERO,
    isExplained: amount.isZero(),
    possibly: undefined,
    beganAt: undefined,
  };
}

/** A look after so many seconds. */
function look(opening: Opening, seconds: number, difference: string): string | undefined {
  const entries = opening.look(seconds * 1000, START + seconds * 1000, [line('LTC', difference)]);
  return entries?.map(({ currency, amount, at }) => `${currency} ${amount.toFixed()} at ${(at - START) / 1000} s`).join();
}

describe(Opening, () => {
  it('begins in the middle of two looks that agree, 15 s apart or more', () => {
    const opening = new Opening();
    expect(look(opening, 0, '10')).toBeUndefined();
    expect(look(opening, 14, '10')).toBeUndefined();
    expect(look(opening, 16, '10')).toBe('LTC 10 at 8 s');
  });

  it('wants 15 s between them, whatever the clock says at the first', () => {
    const opening = new Opening();
    expect(look(opening, 1000, '10')).toBeUndefined();
    expect(look(opening, 1014, '10')).toBeUndefined();
    expect(look(opening, 1015, '10')).toBe('LTC 10 at 1007.5 s');
  });

  it('remembers the last hundred differences of a currency', () => {
    const opening = new Opening();
    for (let i = 0; i <= 100; i++) expect(look(opening, i, String(i))).toBeUndefined();
    expect(look(opening, 116, '0'), 'that one is forgotten').toBeUndefined();
    expect(look(opening, 117, '100')).toBe('LTC 100 at 108.5 s');
  });

  it('does not take two looks for agreed that each lack an execution of the same amount', () => {
    const opening = new Opening();
    expect(look(opening, 0, '11')).toBeUndefined();
    // The list shows late what the balance had already.
    opening.booked(START - 500);
    expect(look(opening, 5, '10')).toBeUndefined();
    expect(look(opening, 16, '11')).toBeUndefined();
    opening.booked(START + 15_000);
    expect(look(opening, 20, '10')).toBe('LTC 10 at 12.5 s');
  });

  it('forgets what two looks agreed on that lack an execution, while another currency is not agreed on yet', () => {
    const opening = new Opening();
    const lookAt = (seconds: number, euros: string, litecoin: string) =>
      opening
        .look(seconds * 1000, START + seconds * 1000, [line('EUR', euros), line('LTC', litecoin)])
        ?.map(({ currency, amount, at }) => `${currency} ${amount.toFixed()} at ${(at - START) / 1000} s`);
    expect(lookAt(0, '90', '1')).toBeUndefined();
    expect(lookAt(16, '90', '2')).toBeUndefined();
    // Both looks lacked it.
    opening.booked(START - 500);
    expect(lookAt(20, '100', '2')).toBeUndefined();
    // Another is in the balance already, and not in the list.
    expect(lookAt(36, '95', '2')).toBeUndefined();
    expect(lookAt(40, '100', '2')).toEqual(['EUR 100 at 30 s', 'LTC 2 at 30 s']);
  });

  it('keeps what was agreed on before an execution', () => {
    const opening = new Opening();
    expect(opening.look(0, START, [line('EUR', '90'), line('LTC', '1')])).toBeUndefined();
    expect(opening.look(16_000, START + 16_000, [line('EUR', '90'), line('LTC', '2')])).toBeUndefined();
    opening.booked(START + 30_000);
    expect(opening.look(32_000, START + 32_000, [line('EUR', '70'), line('LTC', '2')])).toMatchObject([
      { currency: 'EUR', amount: dec('90'), at: START + 8000 },
      { currency: 'LTC', amount: dec('2'), at: START + 24_000 },
    ]);
  });

  it('takes a look for certain that executions followed, and none for it that one preceded by less than the clocks may be off', () => {
    const opening = new Opening();
    expect(look(opening, 0, '10')).toBeUndefined();
    opening.booked(START + 2500);
    expect(look(opening, 4, '10')).toBeUndefined();
    expect(look(opening, 15, '10')).toBe('LTC 10 at 7.5 s');

    const just = new Opening();
    expect(look(just, 0, '10')).toBeUndefined();
    just.booked(START + 2000);
    expect(look(just, 15, '10')).toBeUndefined();

    const unsure = new Opening();
    expect(look(unsure, 0, '10')).toBeUndefined();
    unsure.booked(START + 1500);
    expect(look(unsure, 15, '10')).toBeUndefined();
    expect(look(unsure, 30, '10')).toBe('LTC 10 at 22.5 s');
  });
});
