import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { HOUR_MS, instantOf } from '../../src/base/instant.ts';
import type { PolicyFacts } from '../../src/policy/policyRequest.ts';
import { allowing, decided, ENTRY, NOW, outflowOf, policyOf, type RequestParts } from './room.ts';

const noValue = { value: () => undefined } as const;
const btc = { currency: 'BTC', amount: '0.01', fee: '0.0001' } as const;

/** Conditions, a request that meets them, one that does not, and what a person is told of the second. */
const CASES: readonly (readonly [conditions: string, holds: Case, fails: Case, why: string])[] = [
  ['{ kind: [withdrawal, payout] }', {}, { kind: 'refund' }, 'the kind is refund, not withdrawal or payout'],
  ['{ currency: EUR }', {}, btc, 'the currency is BTC, not EUR'],
  [
    '{ network: SEPA }',
    {},
    { destination: { currency: 'EUR', network: 'SEPA Instant', address: 'x', tag: undefined } },
    'the network is SEPA Instant, not SEPA',
  ],
  ['{ network: SEPA }', {}, { kind: 'refund', destination: undefined }, 'the network is not named, and SEPA is asked for'],
  ['{ destination: ada }', {}, { entry: { ...ENTRY, name: 'bob' } }, 'the destination is bob, suppliers, not ada'],
  ['{ destination: [staff, suppliers] }', {}, { entry: { ...ENTRY, labels: [] } }, 'the destination is ada, not staff or suppliers'],
  [
    '{ destination: any in book }',
    {},
    { kind: 'refund', destination: undefined, entry: undefined },
    'it goes to no entry of the address book, and an entry of the address book is asked for',
  ],
  ['{ initiator: [anna, robot] }', {}, { initiator: 'ben' }, 'ben asks for it, not anna or robot'],
  ['{ initiator: owners }', { initiator: 'ben' }, { initiator: 'cleo' }, 'cleo asks for it, not owners'],
  ['{ amount: { atMost: 100 EUR } }', {}, { amount: '100.01' }, 'the amount of 100.01 EUR is 100.01 EUR, above 100 EUR'],
  ['{ amount: { above: 100 EUR } }', { amount: '100.01' }, {}, 'the amount of 100 EUR is 100 EUR, at most 100 EUR'],
  ['{ amount: { atMost: 500 EUR } }', btc, { ...btc, amount: '0.011' }, 'the amount of 0.011 BTC is 550 EUR, above 500 EUR'],
  [
    '{ amount: { atMost: 500 EUR } }',
    btc,
    { ...btc, facts: noValue },
    'the amount of 0.01 BTC: its value is not known, since no price is, so it counts as above 500 EUR',
  ],
  ['{ amount: { above: 500 EUR } }', { ...btc, facts: noValue }, btc, 'the amount of 0.01 BTC is 500 EUR, at most 500 EUR'],
  ['{ balance: { floor: 800 EUR } }', { amount: '199' }, { amount: '199.01' }, '799.99 EUR would be left, less than 800 EUR'],
  ['{ balance: { floor: 800 EUR } }', { amount: '200', isFeeInside: true }, { amount: '200' }, '799 EUR would be left, less than 800 EUR'],
  ['{ balance: { floor: 90000 EUR } }', btc, { ...btc, amount: '0.3' }, '1.6999 BTC would be left, less than 90000 EUR'],
  ['{ balance: { floor: 800 EUR } }', {}, { fee: null }, 'what would be left is not known, since the fee is not, and 800 EUR has to stay'],
  [
    '{ balance: { floor: 800 EUR } }',
    {},
    { facts: { available: {} } },
    'what would be left is not known, since the balance is not, and 800 EUR has to stay',
  ],
  ['{ fee: { atMost: 7 EUR } }', { fee: '7' }, { fee: '7.01' }, 'the fee is 7.01 EUR, above 7 EUR'],
  ['{ fee: { atMost: 1% } }', { fee: '1' }, { fee: '1.01' }, 'the fee is 1.01 EUR, above 1 EUR'],
  ['{ fee: { atMost: 7 EUR } }', {}, { fee: null }, 'the fee: the venue has not told it, so it counts as above 7 EUR'],
  ['{ share: { atMost: 10% } }', {}, { amount: '100.01' }, '100.01 EUR is above 10% of the balance of 1000 EUR'],
  [
    '{ share: { atMost: 10% } }',
    {},
    { facts: { available: {} } },
    'the balance is not known, so the amount counts as above 10% of the balance',
  ],
  [
    '{ hours: { days: [Mon..Fri], from: 08:00, to: 18:00, zone: Europe/Berlin } }',
    {},
    { at: NOW - 1 },
    'it is Mon 07:59, outside Mon, Tue, Wed, Thu, Fri 08:00 to 18:00 (Europe/Berlin)',
  ],
];

interface Case extends RequestParts {
  readonly facts?: Partial<PolicyFacts>;
}

describe('each condition', () => {
  it.each(CASES)('%s holds, and where it does not, the reason is told', (conditions, holds, fails, why) => {
    const policy = allowing(conditions);
    expect(decided(policy, holds, holds.facts)).toMatchObject({ verdict: 'allow', rule: 'only' });
    const denied = decided(policy, fails, fails.facts);
    expect(denied).toEqual({ verdict: 'deny', rule: 'default', why: [`rule "only" does not match: ${why}`] });
  });
});

describe('windows', () => {
  const day = allowing('{ window: [{ last: 24h, atMost: 1000 EUR }] }');
  const sent = (amount: string, hoursAgo: number) => outflowOf({ amount, at: NOW - hoursAgo * HOUR_MS });

  it('adds what left in the time, with this payment', () => {
    const outflows = [sent('400', 1), sent('500', 23), sent('9999', 25)];
    expect(decided(day, { amount: '100' }, { outflows }).verdict).toBe('allow');
    expect(decided(day, { amount: '100.01' }, { outflows }).why).toEqual([
      'rule "only" does not match: what left in this currency in the last 24 h, with this, is 1000.01 EUR, above 1000 EUR',
    ]);
  });

  it('forgets what left exactly that long ago, and never what is dated later than now', () => {
    expect(decided(day, { amount: '1' }, { outflows: [sent('1000', 24)] }).verdict).toBe('allow');
    expect(decided(day, { amount: '1' }, { outflows: [sent('1000', -48)] }).verdict).toBe('deny');
  });

  it.each([
    ['currency', '{ amount: 900, currency: BTC }', { currency: 'BTC' }],
    ['destination', 'another address', { destination: undefined }],
    ['initiator', 'another person', { initiator: 'ben' }],
  ])('per %s leaves out %s', (per, _what, other) => {
    const policy = allowing(`{ window: [{ last: lifetime, atMost: 1000 EUR, per: ${per} }] }`);
    const same = outflowOf({ amount: '950', at: 0 });
    expect(decided(policy, {}, { outflows: [same] }).verdict).toBe('deny');
    expect(decided(policy, {}, { outflows: [{ ...same, ...other }] }).verdict).toBe('allow');
  });

  it('per destination counts an address in whatever case it was written, and never takes two addresses for one', () => {
    const policy = allowing('{ window: [{ last: lifetime, atMost: 1000 EUR, per: destination }] }');
    const at = (address: string) => ({ currency: 'EUR', network: 'ETH', address, tag: undefined });
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    const outflows = [outflowOf({ amount: '950', destination: at(address.toLowerCase()) })];
    expect(decided(policy, { destination: at(address) }, { outflows }).verdict).toBe('deny');
    const base58 = [outflowOf({ amount: '950', destination: at('rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh') })];
    expect(decided(policy, { destination: at('rhb9CJAWyB4rj91VRWn96DkukG4bwdtyTh') }, { outflows: base58 }).verdict).toBe('allow');
  });

  it('per everything adds the values of all currencies, and an unknown value is too much', () => {
    const policy = allowing('{ window: [{ last: 7d, atMost: 1000 EUR, per: everything }] }');
    const btcOut = outflowOf({ amount: '0.018', currency: 'BTC', initiator: 'ben', destination: undefined });
    expect(decided(policy, {}, { outflows: [btcOut] }).verdict).toBe('allow');
    expect(decided(policy, { amount: '101' }, { outflows: [btcOut] }).verdict).toBe('deny');
    expect(decided(policy, { amount: '1' }, { outflows: [btcOut], ...noValue }).verdict).toBe('deny');
  });

  it('a rule for large sums takes an unknown value for one', () => {
    const policy = allowing('{ window: [{ last: 7d, above: 1000 EUR, per: everything }] }');
    const outflows = [outflowOf({ amount: '1', currency: 'XYZ' })];
    expect(decided(policy, { amount: '1' }, { outflows }).verdict).toBe('allow');
    expect(decided(policy, { amount: '1' }).verdict).toBe('deny');
  });
});

describe('rules', () => {
  it('the first that matches decides', () => {
    const policy = policyOf([
      '{ name: freeze, if: { hours: { days: [Sat, Sun], zone: UTC } }, then: deny }',
      '{ name: small, if: { amount: { atMost: 50 EUR } }, then: allow }',
      '{ name: rest, then: { approve: [{ need: 2, of: finance }], expires: 3h } }',
    ]);
    expect(decided(policy, { at: instantOf('2026-11-22T12:00:00Z')! })).toEqual({
      verdict: 'deny',
      rule: 'freeze',
      why: ['it is Sun 12:00, within Sat, Sun 00:00 to 24:00 (UTC)'],
    });
    expect(decided(policy, { amount: '50' })).toMatchObject({ verdict: 'allow', rule: 'small' });
    expect(decided(policy)).toEqual({
      verdict: 'approve',
      rule: 'rest',
      approvals: [{ need: 2, of: 'finance' }],
      expiresAfterMs: 3 * HOUR_MS,
      why: ['this rule is for everything'],
    });
  });

  it('of several that do not match, the nearest miss is told first', () => {
    const policy = policyOf([
      '{ name: far, if: { currency: BTC, kind: payout }, then: allow }',
      '{ name: near, if: { currency: EUR, kind: payout }, then: allow }',
    ]);
    expect(decided(policy).why).toEqual([
      'rule "near" does not match: the kind is withdrawal, not payout',
      'rule "far" does not match: the kind is withdrawal, not payout; the currency is EUR, not BTC',
    ]);
  });
});

describe('the address book, before all rules', () => {
  const all = policyOf(['{ name: all, then: allow }'], 'book: { firstPayment: [100 EUR] }\n');
  const whyDenied = (request: RequestParts, facts?: Partial<PolicyFacts>): string => {
    const decision = decided(all, request, facts);
    expect(decision).toMatchObject({ verdict: 'deny', rule: 'book' });
    return decision.why.join('\n');
  };

  it('denies a destination that is not in it', () => {
    expect(whyDenied({ entry: undefined })).toContain('DE02120300000000202051 (EUR, SEPA) is not in the address book');
    expect(whyDenied({ entry: undefined, destination: undefined })).toBe('this withdrawal names no destination');
  });

  it.each(['conversion', 'refund'] as const)('asks no %s for a destination, which names none', (kind) => {
    expect(decided(all, { kind, destination: undefined, entry: undefined }).verdict).toBe('allow');
  });

  it('denies one that is not approved, or cools, and says until when', () => {
    expect(whyDenied({ entry: { ...ENTRY, state: 'requested' } })).toContain('ada is not approved yet');
    expect(whyDenied({ entry: { ...ENTRY, state: 'cooling', allowedFrom: NOW + HOUR_MS } })).toBe(
      'ada is new in the address book and cools until 2026-11-23T08:00:00.000Z',
    );
  });

  it('limits what goes there before anything has arrived, together with what is on its way', () => {
    const entry = { ...ENTRY, isProven: false };
    expect(decided(all, { entry }).verdict).toBe('allow');
    expect(whyDenied({ entry, amount: '100.01' })).toBe(
      'nothing has arrived at ada before; until something has, at most 100 EUR may go there, and this is 100.01 EUR',
    );
    const outflows = [outflowOf({ amount: '60' }), outflowOf({ amount: '999', destination: undefined })];
    expect(decided(all, { entry, amount: '40' }, { outflows }).verdict).toBe('allow');
    expect(whyDenied({ entry, amount: '41' }, { outflows })).toContain('60 EUR is on its way, so 40 EUR more may go');
    expect(whyDenied({ entry, amount: '1' }, { outflows: [outflowOf({ amount: '100' })] })).toContain('nothing more may go');
    expect(whyDenied({ entry, currency: 'BTC' })).toContain('book.firstPayment names no amount of BTC, so none may go there first');
    expect(decided(policyOf(['{ name: all, then: allow }']), { entry, amount: '900' }).verdict).toBe('allow');
  });
});

it('a payment of nothing is a mistake of the program', () => {
  expect(() => decided(allowing('{}'), { amount: '0' })).toThrow('a payment of 0 EUR is none');
  expect(dec('0').isZero()).toBe(true);
});
