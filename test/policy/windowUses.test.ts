import { expect, it } from 'vitest';
import { dec, type Decimal } from '../../src/base/decimal.ts';
import { HOUR_MS } from '../../src/base/instant.ts';
import type { CountedOutflow } from '../../src/policy/windowUses.ts';
import { windowUses } from '../../src/policy/windowUses.ts';
import { ADA, allowing, NOW } from './room.ts';

const out = (amount: string, more: Partial<CountedOutflow> = {}): CountedOutflow => ({
  kind: 'withdrawal',
  currency: 'EUR',
  amount: dec(amount),
  at: NOW - HOUR_MS,
  destination: ADA,
  entry: 'ada',
  initiator: 'anna',
  isWaiting: false,
  ...more,
});
const same = (currency: string, amount: Decimal, into: string): Decimal | undefined => (currency === into ? amount : undefined);
const usesOf = (window: string, outflows: readonly CountedOutflow[]) =>
  windowUses(allowing(`{ window: [${window}] }`), outflows, NOW, same).map(({ of, sent, waiting, unvalued }) => ({
    of,
    sent: sent.toFixed(),
    waiting: waiting.toFixed(),
    unvalued,
  }));

it('adds up what has left within the time, and apart from it what waits', () => {
  const outflows = [out('100'), out('7', { at: NOW - 25 * HOUR_MS }), out('40', { at: NOW, isWaiting: true })];
  const [use] = windowUses(allowing('{ window: [{ last: 24h, atMost: 1000 EUR }] }'), outflows, NOW, same);
  expect(use).toMatchObject({ last: 24 * HOUR_MS, bound: 'atMost', limit: { currency: 'EUR' } });
  expect(use!.sent.toFixed()).toBe('100');
  expect(use!.waiting.toFixed()).toBe('40');
});

it('names a currency without a price, and leaves it out of the sums', () => {
  const outflows = [out('100'), out('2', { currency: 'BTC' })];
  expect(usesOf('{ last: 24h, per: everything, atMost: 1000 EUR }', outflows)).toEqual([
    { of: undefined, sent: '100', waiting: '0', unvalued: ['BTC'] },
  ]);
});

it('shows people and destinations of which something counts, and none else', () => {
  const outflows = [out('5'), out('3', { initiator: 'ben' }), out('9', { initiator: 'cleo', at: NOW - 30 * HOUR_MS })];
  expect(usesOf('{ last: 24h, per: initiator, atMost: 50 EUR }', outflows)).toMatchObject([
    { of: 'anna', sent: '5' },
    { of: 'ben', sent: '3' },
  ]);
  expect(usesOf('{ last: 24h, per: destination, atMost: 50 EUR }', [])).toEqual([]);
});

it('shows under both names what counts for both', () => {
  expect(usesOf('{ last: 24h, per: initiator, atMost: 50 EUR }', [out('5', { otherName: 'anna-old' })])).toMatchObject([
    { of: 'anna', sent: '5' },
    { of: 'anna-old', sent: '5' },
  ]);
  expect(usesOf('{ last: 24h, per: everything, atMost: 50 EUR }', [out('5', { otherName: 'anna-old' })])).toMatchObject([{ sent: '5' }]);
});

it('shows an unused limit of a currency with zero', () => {
  expect(usesOf('{ last: 24h, per: currency, atMost: 50 EUR }', [])).toEqual([{ of: 'EUR', sent: '0', waiting: '0', unvalued: [] }]);
});

it('counts an address in capitals as the same destination where capitals mean nothing', () => {
  const to = (address: string): CountedOutflow['destination'] => ({ ...ADA, address }) as CountedOutflow['destination'];
  const outflows = [out('5', { destination: to('0xab') }), out('3', { destination: to('0xAB') }), out('9', { destination: to('rab') })];
  expect(usesOf('{ last: 24h, per: destination, atMost: 50 EUR }', outflows)[0]).toMatchObject({ sent: '9' });
  const [, other] = usesOf(
    '{ last: 24h, per: destination, atMost: 50 EUR }',
    outflows.map((one, i) => ({ ...one, entry: `e${i}` })),
  );
  expect(other).toMatchObject({ of: 'e1', sent: '8' });
});
