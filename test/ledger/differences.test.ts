import { describe, expect, it, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { type BalanceLine, balanceLines } from '../../src/ledger/balanceLines.ts';
import { Differences } from '../../src/ledger/differences.ts';
import { Opening } from '../../src/ledger/opening.ts';

const line = (currency: string, difference: string): BalanceLine => ({
  currency,
  ledger: dec(0),
  venue: dec(difference),
  difference: dec(difference),
  tolerance: dec('0.001'),
  isExplained: dec(difference).isZero(),
  possibly: undefined,
  beganAt: undefined,
});

describe(balanceLines.name, () => {
  const sums = {
    sums: [
      { cause: 'opening', currency: 'EUR', amount: dec('100') },
      { cause: 'fill', currency: 'EUR', amount: dec('-40') },
      { cause: 'fill', currency: 'BTC', amount: dec('0.001') },
    ],
    rounding: { EUR: dec('0.00000001') },
    newestAt: undefined,
    oldestNewAt: undefined,
    beganAt: new Map(),
  } as const;
  const shown = (
    balances: Readonly<Record<string, string>>,
    leaving: Readonly<Record<string, string>> = {},
    unknown: readonly string[] = [],
  ): string[] =>
    balanceLines(
      sums,
      Object.entries(balances).map(([currency, total]) => ({ currency, total: dec(total), available: dec(total) })),
      new Map(Object.entries(leaving).map(([currency, amount]) => [currency, dec(amount)])),
      unknown.map((amount) => ({ what: `transfer of ${amount}`, currency: 'EUR', amount: dec(amount) })),
    ).map(({ currency, difference, isExplained, possibly = isExplained }) => `${currency} ${difference.toFixed()} ${possibly}`);

  it('compares what either side knows, to the last digit', () => {
    expect(shown({ EUR: '60', BTC: '0.001' })).toEqual(['BTC 0 true', 'EUR 0 true']);
    expect(shown({ EUR: '60.0001', ETH: '2' })).toEqual(['BTC -0.001 false', 'ETH 2 false', 'EUR 0.0001 false']);
  });

  it('lets an average price be off by what the venue has rounded away, and no more', () => {
    expect(shown({ EUR: '60.00000001', BTC: '0.001' })).toContain('EUR 0.00000001 true');
    expect(shown({ EUR: '60.00000002', BTC: '0.001' })).toContain('EUR 0.00000002 false');
  });

  it.each<[string, string, readonly string[], string]>([
    ['names it for what was asked for and a fee', '48', ['10'], 'EUR -12 transfer of 10'],
    ['names all of them', '38', ['10', '11'], 'EUR -22 transfer of 10 and transfer of 11'],
    ['does not take it for a smaller loss', '51', ['10'], 'EUR -9 false'],
    ['does not take it for a loss that no fee explains', '39', ['10'], 'EUR -21 false'],
    ['does not take it for a gain', '72', ['10'], 'EUR 12 false'],
    ['does not name what is not missing', '60', ['10'], 'EUR 0 true'],
  ])('a transfer that is unknown: %s', (_what, total, unknown, expected) => {
    expect(shown({ EUR: total, BTC: '0.001' }, {}, unknown)).toContain(expected);
  });

  it('counts what an unknown transfer may have taken as explained for the time being', () => {
    const unknown = [{ what: 'transfer', currency: 'EUR', amount: dec('10') }];
    const [line] = balanceLines(
      { ...sums, sums: sums.sums.slice(0, 2) },
      [{ currency: 'EUR', total: dec('48'), available: dec('48') }],
      new Map(),
      unknown,
    );
    expect(line).toMatchObject({ isExplained: true, possibly: 'transfer' });
  });

  it('knows an unknown transfer beside one that is under way', () => {
    expect(shown({ EUR: '39', BTC: '0.001' }, { EUR: '10' }, ['10'])).toContain('EUR -21 transfer of 10');
  });

  it('takes a withdrawal that is under way for gone or not', () => {
    expect(shown({ EUR: '50', BTC: '0.001' }, { EUR: '10' })).toContain('EUR -10 true');
    expect(shown({ EUR: '60', BTC: '0.001' }, { EUR: '10' })).toContain('EUR 0 true');
    expect(shown({ EUR: '55', BTC: '0.001' }, { EUR: '10' })).toContain('EUR -5 false');
  });
});

describe(Differences.name, () => {
  it('tells one that lasts for a minute and three looks, and forgets it with the first look without', () => {
    const differences = new Differences();
    for (const ms of [0, 30_000, 59_999]) differences.look(ms, [line('EUR', '1'), line('BTC', '0')]);
    expect(differences.lasting.size).toBe(0);
    differences.look(60_000, [line('EUR', '1.5'), line('BTC', '0')]);
    expect([...differences.lasting].map(([currency, amount]) => `${currency} ${amount}`)).toEqual(['EUR 1.5']);
    differences.look(60_001, [line('EUR', '0'), line('BTC', '0')]);
    expect(differences.lasting.size).toBe(0);
  });

  it('wants three looks, however far apart they are', () => {
    const differences = new Differences();
    for (const ms of [0, 3_600_000]) differences.look(ms, [line('EUR', '1')]);
    expect(differences.lasting.size).toBe(0);
    differences.look(7_200_000, [line('EUR', '1')]);
    expect(differences.lasting.size).toBe(1);
  });

  it('does not count an outage, in which nothing was compared', () => {
    const differences = new Differences();
    const look = (seconds: number): void => differences.look(seconds * 1000, [line('EUR', '1')]);
    for (const seconds of [0, 5, 605, 610, 615, 620, 625]) look(seconds);
    expect([differences.lasting.size, differences.steady.size]).toEqual([0, 0]);
    look(630);
    expect([differences.lasting.size, differences.steady.size]).toEqual([1, 1]);
  });

  it('takes what is on its way for that: one look without a difference begins anew', () => {
    const differences = new Differences();
    for (let ms = 0; ms < 600_000; ms += 10_000) differences.look(ms, [line('EUR', ms % 50_000 === 0 ? '0' : String(ms))]);
    expect(differences.lasting.size).toBe(0);
  });

  it('keeps what an earlier life has found', () => {
    const differences = new Differences();
    differences.restore('EUR', dec('2'));
    differences.look(0, [line('EUR', '2')]);
    expect([...differences.lasting.keys()]).toEqual(['EUR']);
  });
});

test('the ledger begins with what two looks fifteen seconds apart agree on, for all currencies at once', () => {
  const opening = new Opening();
  expect(opening.look(0, 1, [line('EUR', '100'), line('BTC', '2')])).toBeUndefined();
  expect(opening.look(14_999, 2, [line('EUR', '100'), line('BTC', '2')])).toBeUndefined();
  expect(opening.look(15_000, 3, [line('EUR', '100'), line('BTC', '1.9')])).toBeUndefined();
  expect(opening.look(20_000, 4, [])).toBeUndefined();
  const lines = [line('EUR', '100.0005'), line('BTC', '2')];
  const entry = { cause: 'opening', reference: 'opening', note: undefined };
  const entries = (at: number): object[] => lines.map(({ currency, difference: amount }) => ({ ...entry, currency, amount, at }));
  expect(opening.look(20_000, 5, lines), 'what was rounded away does not count').toEqual(entries(3));
  expect(opening.look(20_001, 7, lines), 'in the middle of the two looks').toEqual(entries(4));
});

describe('a difference of one amount', () => {
  const looks = (differences: Differences, ...amounts: readonly (readonly [seconds: number, amount: string])[]): void => {
    for (const [seconds, amount] of amounts) differences.look(seconds * 1000, [line('BTC', amount)]);
  };

  it('is steady after a minute and three looks, and begins anew when it changes, also while it lasts', () => {
    const differences = new Differences();
    looks(differences, [0, '0.5'], [30, '0.5']);
    expect([...differences.steady]).toEqual([]);
    looks(differences, [60, '0.5']);
    expect([...differences.steady]).toEqual(['BTC']);
    looks(differences, [70, '0.6']);
    expect([...differences.steady]).toEqual([]);
    expect([...differences.lasting.keys()]).toEqual(['BTC']);
    looks(differences, [100, '0.6'], [130, '0.6']);
    expect([...differences.steady]).toEqual(['BTC']);
  });

  it('that an earlier life has found has to be seen in this one', () => {
    const differences = new Differences();
    differences.restore('BTC', dec('0.5'));
    looks(differences, [0, '0.5'], [30, '0.5']);
    expect([...differences.steady]).toEqual([]);
    looks(differences, [61, '0.5']);
    expect([...differences.steady]).toEqual(['BTC']);
  });

  it('is looked at anew once it has a cause', () => {
    const differences = new Differences();
    looks(differences, [0, '0.5'], [30, '0.5'], [60, '0.5']);
    differences.forget('BTC');
    expect([differences.lasting.size, differences.steady.size]).toEqual([0, 0]);
    looks(differences, [70, '0.5']);
    expect(differences.lasting.size).toBe(0);
  });
});
