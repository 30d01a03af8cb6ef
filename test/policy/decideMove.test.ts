import { expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { HOUR_MS } from '../../src/base/instant.ts';
import { decideMove } from '../../src/policy/decideMove.ts';
import { allowing, ENTRY, factsOf, NOW, outflowOf, policyOf, requestOf } from './room.ts';

it('counts the rows before among what has left', () => {
  const policy = allowing('{ window: [{ last: 24h, atMost: 250 EUR, per: destination }] }');
  const rows = ['100', '100', '50', '0.01'].map((amount) => requestOf({ kind: 'batch', amount }));
  const decision = decideMove(policy, rows, factsOf());
  expect(decision.rows.map(({ verdict }) => verdict)).toEqual(['allow', 'allow', 'allow', 'deny']);
  expect(decision).toMatchObject({ verdict: 'deny', rule: 'default' });
  expect(decision.why).toEqual([
    'row 4: rule "only" does not match: what left to this destination in the last 24 h, with this, is 250.01 EUR, above 250 EUR',
  ]);
});

it('takes amounts and fees of the rows before off the balance', () => {
  const policy = allowing('{ balance: { floor: 700 EUR } }');
  const rows = ['100', '100', '97'].map((amount) => requestOf({ amount }));
  expect(decideMove(policy, rows, factsOf()).verdict).toBe('allow');
  expect(decideMove(policy, [...rows, requestOf({ amount: '0.01', fee: '0' })], factsOf()).verdict).toBe('deny');
});

it('needs what all rows need together, and expires with the first', () => {
  const policy = policyOf([
    '{ name: small, if: { amount: { atMost: 10 EUR } }, then: allow }',
    '{ name: middle, if: { amount: { atMost: 100 EUR } }, then: { approve: [{ need: 1, of: finance }], expires: 2h } }',
    '{ name: large, then: { approve: [{ need: 2, of: finance }, { need: 1, of: owners }], expires: 5h } }',
  ]);
  const rows = ['5', '100', '101', '6'].map((amount) => requestOf({ amount }));
  const decision = decideMove(policy, rows, factsOf());
  expect(decision).toMatchObject({
    verdict: 'approve',
    rule: 'middle',
    approvals: [
      { need: 2, of: 'finance' },
      { need: 1, of: 'owners' },
    ],
    expiresAfterMs: 2 * HOUR_MS,
  });
  expect(decision.why).toEqual([
    'rule "small" decides on 2 rows, such as row 1: the amount of 5 EUR is 5 EUR, at most 10 EUR',
    'rule "middle" decides on row 2: the amount of 100 EUR is 100 EUR, at most 100 EUR',
    'rule "large" decides on row 3: this rule is for everything',
  ]);
});

it('of one payment it says what decide says', () => {
  const policy = allowing('{ amount: { atMost: 100 EUR } }');
  expect(decideMove(policy, [requestOf()], factsOf())).toMatchObject({
    verdict: 'allow',
    rule: 'only',
    why: ['the amount of 100 EUR is 100 EUR, at most 100 EUR'],
  });
});

it('leaves the facts as they are, and adds each destination up by itself', () => {
  const policy = allowing('{ window: [{ last: 1h, atMost: 100 EUR, per: destination }] }');
  const facts = factsOf({ outflows: [outflowOf({ amount: '1', destination: undefined, at: NOW })], available: { EUR: dec('1') } });
  const other = { currency: 'EUR', network: 'SEPA', address: 'DE89370400440532013000', tag: undefined };
  const rows = [requestOf(), requestOf({ destination: other, entry: { ...ENTRY, name: 'bob' } })];
  expect(decideMove(policy, rows, facts).verdict).toBe('allow');
  expect(facts.outflows).toHaveLength(1);
  expect(facts.available['EUR']?.toFixed()).toBe('1');
});

it('refuses a move without payments, and payments of different times', () => {
  const policy = allowing('{}');
  expect(() => decideMove(policy, [], factsOf())).toThrow('at least one payment');
  expect(() => decideMove(policy, [requestOf(), requestOf({ at: NOW + 1 })], factsOf())).toThrow('at one time');
});
