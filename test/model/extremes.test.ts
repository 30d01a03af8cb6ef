import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec, type Decimal, maxDecimal, minDecimal } from '../../src/base/decimal.ts';
import { type Extremes, extremesOf, joinedExtremes } from '../../src/model/extremes.ts';
import { fallOf } from './fallOf.ts';

const values = fc.array(
  fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }).map((units) => dec(units).div(dec(10n ** 12n))),
  { minLength: 1, maxLength: 40 },
);

/** Joined two by two, at places that `pick` names. */
function joinedAnyhow(all: readonly Decimal[], pick: () => number): Extremes {
  const pieces = all.map(extremesOf);
  while (pieces.length > 1) {
    const place = pick() % (pieces.length - 1);
    pieces.splice(place, 2, joinedExtremes(pieces[place]!, pieces[place + 1]!));
  }
  return pieces[0]!;
}

describe(joinedExtremes, () => {
  it('is exact, in whatever pieces values are joined', () => {
    fc.assert(
      fc.property(values, fc.infiniteStream(fc.nat()), (all, picks) => {
        const { low, high, fall } = joinedAnyhow(all, () => picks.next().value as number);
        expect([low, high, fall].map((one) => one.toFixed())).toEqual(
          [all.reduce(minDecimal), all.reduce(maxDecimal), fallOf(all)].map((one) => one.toFixed()),
        );
      }),
    );
  });

  it('makes up no fall where the lowest came before the highest', () => {
    const joined = [1, 5, 4, 9].map((value) => extremesOf(dec(value))).reduce(joinedExtremes);
    expect([joined.low.toFixed(), joined.high.toFixed(), joined.fall.toFixed()]).toEqual(['1', '9', '1']);
  });
});
