import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { pairOf, pairProblem, type PairRow, readPairs } from '../../src/gateway/pairList.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { clientOf, TinyVenue } from './tinyVenue.ts';

const good: PairRow = {
  symbol: 'BTC/EUR',
  description: 'Bitcoin to Euro',
  baseCurrency: 'BTC',
  quoteCurrency: 'EUR',
  minVolumeTrade: dec('0.0001'),
  maxVolumeTrade: dec('100'),
  precision: 2,
  volumeStep: dec('0.00001'),
};

test.each([
  ['precision -1', { precision: -1 }, /precision is -1/],
  ['precision 400', { precision: 400 }, /precision is 400/],
  ['volumeStep 0', { volumeStep: dec('0') }, /volumeStep is 0/],
  ['volumeStep 1e-30', { volumeStep: dec('1e-30') }, /volumeStep/],
  ['a negative volumeStep', { volumeStep: dec('-0.1') }, /volumeStep is -0.1/],
  ['a volumeStep beyond 2^53', { volumeStep: dec('9007199254740993') }, /volumeStep/],
  ['a volumeStep of too many digits', { volumeStep: dec('12345678901.123456789') }, /volumeStep/],
  ['no volume at all', { maxVolumeTrade: dec('0') }, /volumes/],
  ['a least volume above the most', { minVolumeTrade: dec('101') }, /volumes are 101 to 100/],
  ['a symbol that is none', { symbol: 'BTCEUR' }, /BASE\/QUOTE/],
  ['a symbol of other currencies', { symbol: 'ETH/EUR' }, /differ/],
] as const)('a pair with %s is not traded', (_, over, problem) => {
  expect(pairProblem({ ...good, ...over })).toMatch(problem);
});

test('whatever the venue sends, a row without a problem has a grid', () => {
  const number = fc.tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: -30, max: 30 }));
  fc.assert(
    fc.property(fc.integer(), number, number, number, (precision, [step, e], [least, f], [most, g]) => {
      const row = {
        ...good,
        precision,
        volumeStep: dec(`${step}e${e}`),
        minVolumeTrade: dec(`${least}e${f}`),
        maxVolumeTrade: dec(`${most}e${g}`),
      };
      if (pairProblem(row) === undefined) expect(pairOf(row).grid.lot.eq(row.volumeStep)).toBe(true);
      else expect(pairProblem(row)).not.toBe('');
    }),
  );
});

const line = (symbol: string, rules: string): string => {
  const [base, quote] = symbol.split('/');
  return `{"symbol":"${symbol}","baseCurrency":"${base}","quoteCurrency":"${quote}","minVolumeTrade":0.1,"maxVolumeTrade":100,${rules}}`;
};

test('bad rows are left out and told of; the others are traded (000 Trading pair)', async () => {
  const clock = new VirtualClock(Date.UTC(2026, 10, 20, 10));
  const venue = new TinyVenue(clock);
  const rows = [
    line('AAA/EUR', '"precision":-1,"volumeStep":0.1'),
    line('BBB/EUR', '"precision":2,"volumeStep":0'),
    line('CCC/EUR', '"precision":2,"volumeStep":1e-30'),
    line('BTC/EUR', '"precision":2,"volumeStep":0.00001'),
    line('BTC/EUR', '"precision":3,"volumeStep":0.00001'),
    line('DDD/EUR', '"precision":null,"volumeStep":0.1'),
    line('EEE/EUR', '"precision":2'),
  ];
  venue.answer = () => new Response(`{"total":7,"data":[${rows.join(',')}]}`);
  const told: string[] = [];
  const pairs = await readPairs(clientOf(venue, clock).client, (message) => told.push(message));
  expect(pairs.map((pair) => pair.symbol)).toEqual(['BTC/EUR']);
  expect(pairs[0]!.grid.precision).toBe(2);
  expect(told.map((message) => message.replace('the pair ', '').replace(' is left out', ''))).toEqual([
    'AAA/EUR: its precision is -1',
    'BBB/EUR: its volumeStep is 0',
    expect.stringContaining('CCC/EUR: its volumeStep') as string,
    'BTC/EUR: it is listed twice',
    'DDD/EUR: its precision is missing',
    'EEE/EUR: its volumeStep is missing',
  ]);
});

test('a venue without a pair that can be traded is a failure that may pass', async () => {
  const clock = new VirtualClock(Date.UTC(2026, 10, 20, 10));
  const venue = new TinyVenue(clock);
  venue.answer = () => new Response('{"total":0,"data":[]}');
  await expect(readPairs(clientOf(venue, clock).client, () => undefined)).rejects.toMatchObject({ code: 'venue-failure', retryable: true });
});
