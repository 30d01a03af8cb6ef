import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec, type Decimal, ZERO } from '../../../src/base/decimal.ts';
import { DAY_MS } from '../../../src/base/instant.ts';
import type { LedgerHistory } from '../../../src/model/ledger.ts';
import { makeStatement, type StatementOptions } from '../../../src/treasury/statements/makeStatement.ts';
import { openDifferences, type Statement } from '../../../src/treasury/statements/statement.ts';
import { executed, historyOf, moved, OCTOBER } from './builders.ts';

const MONTHS: Readonly<Record<string, { from: number; to: number }>> = {
  '2026-10': { from: OCTOBER, to: OCTOBER + 31 * DAY_MS },
  '2026-11': { from: OCTOBER + 31 * DAY_MS, to: OCTOBER + 61 * DAY_MS },
};
const NOW = OCTOBER + 40 * DAY_MS;

function statementOf(history: LedgerHistory, month: string, over: Partial<StatementOptions> = {}): Promise<Statement> {
  const options = { month, zone: 'UTC', range: MONTHS[month]!, now: NOW, currency: undefined, balances: undefined, records: [] };
  return makeStatement(history, { ...options, ...over });
}

/** Plain texts instead of decimals. */
function texts(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_key, each: unknown) => each));
}

const BOOKS = historyOf({ EUR: '1000', BTC: '1' }, [
  executed('f1', OCTOBER + DAY_MS, { price: dec('100'), amount: dec('2'), fee: dec('0.5') }),
  executed('f2', OCTOBER + DAY_MS + 1, { side: 'Sell', price: dec('110'), amount: dec('1'), fee: dec('0.001'), feeCurrency: 'BTC' }),
  moved('deposit', 'fiat 7', OCTOBER + 2 * DAY_MS, '250.25 EUR'),
  moved('conversion', '9', OCTOBER + 3 * DAY_MS, '0.5 ETH', '-100 EUR'),
  moved('withdrawal', 'crypto 8', OCTOBER + 32 * DAY_MS, '-0.5 BTC'),
]);

describe('makeStatement', () => {
  it('adds up a month by classes and lines, from opening to closing balance', async () => {
    const { currencies } = await statementOf(BOOKS, '2026-10');
    expect(currencies.map(({ currency }) => currency)).toEqual(['BTC', 'ETH', 'EUR']);
    const euro = currencies[2]!;
    expect(texts({ ...euro, checks: [] })).toEqual({
      currency: 'EUR',
      opening: '0',
      classes: [
        { cause: 'opening', count: 1, gained: '1000', lost: '0' },
        { cause: 'fill', count: 2, gained: '110', lost: '-200' },
        { cause: 'fee', count: 1, gained: '0', lost: '-0.5' },
        { cause: 'conversion', count: 1, gained: '0', lost: '-100' },
        { cause: 'deposit', count: 1, gained: '250.25', lost: '0' },
      ],
      closing: '1059.75',
      lines: [
        { day: '2026-10-01', cause: 'opening', id: 'opening', count: 1, amount: '1000', balance: '1000' },
        { day: '2026-10-02', cause: 'fill', count: 2, amount: '-90', balance: '910' },
        { day: '2026-10-02', cause: 'fee', count: 1, amount: '-0.5', balance: '909.5' },
        { day: '2026-10-03', cause: 'deposit', id: 'fiat 7', count: 1, amount: '250.25', balance: '1159.75' },
        { day: '2026-10-04', cause: 'conversion', id: '9', count: 1, amount: '-100', balance: '1059.75' },
      ],
      checks: [],
    });
  });

  it('shows a currency that is asked for though nothing is there, and refuses one that nobody knows', async () => {
    const balances = [{ currency: 'XRP', total: ZERO }];
    const { currencies } = await statementOf(BOOKS, '2026-11', { currency: 'XRP', balances });
    expect(currencies).toMatchObject([{ currency: 'XRP', lines: [] }]);
    await expect(statementOf(BOOKS, '2026-10', { currency: 'DOGE' })).rejects.toMatchObject({
      code: 'not-found',
      message: 'the books have nothing of DOGE',
      suggestion: 'they have BTC, ETH, EUR',
    });
  });

  it('begins a month with what the one before it ended with, also where nothing happened', async () => {
    const [october, november] = [await statementOf(BOOKS, '2026-10'), await statementOf(BOOKS, '2026-11')];
    const closing = october.currencies.map(({ currency, closing: amount }) => `${amount.toFixed()} ${currency}`);
    expect(closing).toEqual(['1.999 BTC', '0.5 ETH', '1059.75 EUR']);
    expect(november.currencies.map(({ currency, opening }) => `${opening.toFixed()} ${currency}`)).toEqual(closing);
    expect(november.currencies.map(({ currency, closing: amount, lines }) => `${amount.toFixed()} ${currency} ${lines.length}`)).toEqual([
      '1.499 BTC 1',
      '0.5 ETH 0',
      '1059.75 EUR 0',
    ]);
    expect([october.until, november.until]).toEqual([MONTHS['2026-10']!.to, NOW]);
  });

  it('ties to the balances of the venue in the month that is not over, and prints the difference', async () => {
    const balances = [
      { currency: 'EUR', total: dec('1059.75') },
      { currency: 'BTC', total: dec('1.5') },
      { currency: 'DOGE', total: dec('3') },
    ];
    const statement = await statementOf(BOOKS, '2026-11', { balances });
    const found = openDifferences(statement).map(({ currency, against, difference }) => [currency, against, difference.toFixed()]);
    expect(found).toEqual([
      ['BTC', 'venue', '0.001'],
      ['DOGE', 'venue', '3'],
      ['ETH', 'venue', '-0.5'],
    ]);
    const october = await statementOf(BOOKS, '2026-10', { balances });
    expect(october.currencies.flatMap(({ checks }) => checks.map(({ against }) => against))).not.toContain('venue');
  });

  it('ties a month that is over to the balance that was recorded in it, at the time of the record', async () => {
    const records = [
      { currency: 'EUR', total: dec('909.5'), at: OCTOBER + DAY_MS + 5 },
      { currency: 'BTC', total: dec('2'), at: OCTOBER + 20 * DAY_MS },
      { currency: 'ETH', total: dec('0.5'), at: OCTOBER + 3 * DAY_MS },
    ];
    const statement = await statementOf(BOOKS, '2026-10', { records });
    const checks = statement.currencies.flatMap(({ currency, checks: all }) => all.map((check) => ({ currency, ...check })));
    expect(
      checks
        .filter(({ against }) => against === 'recorded')
        .map(({ currency, books, difference }) => [currency, `${books}`, `${difference}`]),
    ).toEqual([
      ['BTC', '1.999', '0.001'],
      ['ETH', '0.5', '0'],
      ['EUR', '909.5', '0'],
    ]);
    expect(openDifferences(statement)).toHaveLength(1);
  });

  it('takes no record from before the books began for one of theirs', async () => {
    const records = [{ currency: 'EUR', total: dec('1'), at: OCTOBER - 1 }];
    const late = { ...BOOKS, beganAt: OCTOBER + 1 };
    expect(openDifferences(await statementOf(late, '2026-10', { records }))).toEqual([]);
  });

  it('allows for average prices that the venue has rounded, and shows them', async () => {
    const rounding = new Map([['BTC', dec('0.001')]]);
    const balances = [...BOOKS.sums].map(([currency, total]) => ({ currency, total: currency === 'BTC' ? total.plus('0.001') : total }));
    const statement = await statementOf({ ...BOOKS, rounding }, '2026-11', { balances });
    expect(openDifferences(statement)).toEqual([]);
    expect(statement.currencies[0]!.checks[0]).toMatchObject({ difference: dec('0.001'), isRounding: true });
  });

  it('finds an amount that was changed, in every month, by the sums that the ledger keeps', async () => {
    const sums = new Map([...BOOKS.sums, ['EUR', BOOKS.sums.get('EUR')!.plus('0.00000001')]] as const);
    for (const month of Object.keys(MONTHS)) {
      const found = openDifferences(await statementOf({ ...BOOKS, sums }, month));
      expect(found.map(({ currency, against, difference }) => [currency, against, difference.toFixed()])).toEqual([
        ['EUR', 'sums', '0.00000001'],
      ]);
    }
  });

  it('shows one currency alone, and refuses a month before the books', async () => {
    expect((await statementOf(BOOKS, '2026-10', { currency: 'ETH' })).currencies.map(({ currency }) => currency)).toEqual(['ETH']);
    await expect(statementOf({ ...BOOKS, beganAt: OCTOBER + 31 * DAY_MS }, '2026-10')).rejects.toMatchObject({
      code: 'not-found',
      suggestion: 'ask for 2026-11 or a later month',
    });
  });

  it('adds up whatever happens: opening and classes give the closing balance, and so do the lines', async () => {
    const movement = fc.record({
      at: fc.nat(60 * DAY_MS),
      amount: fc.integer({ min: -1000, max: 1000 }),
      currency: fc.constantFrom('A', 'B'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(movement, { maxLength: 30 }), async (given) => {
        const sorted = given.filter(({ amount }) => amount !== 0).toSorted((a, b) => a.at - b.at);
        const movements = sorted.map(({ at, amount, currency }, i) =>
          moved(i % 2 === 0 ? 'deposit' : 'fee', String(i), OCTOBER + at, `${amount} ${currency}`),
        );
        const history = historyOf({ A: '5' }, movements, { beganAt: OCTOBER - 1 });
        for (const month of Object.keys(MONTHS)) {
          const { currencies } = await statementOf(history, month);
          for (const { opening, classes, closing, lines } of currencies) {
            const total = (amounts: readonly Decimal[]): Decimal => amounts.reduce((sum, each) => sum.plus(each), opening);
            expect(total(classes.flatMap(({ gained, lost }) => [gained, lost])).toFixed()).toBe(closing.toFixed());
            expect(total(lines.map(({ amount }) => amount)).toFixed()).toBe(closing.toFixed());
            expect((lines.at(-1)?.balance ?? opening).toFixed()).toBe(closing.toFixed());
          }
          expect(currencies.some(({ checks }) => checks.some(({ difference }) => !difference.eq(ZERO)))).toBe(false);
        }
      }),
      { numRuns: 100 },
    );
  });
});
