import { expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { decisionText } from '../../../src/treasury/policyRows/decisionText.ts';
import { readPolicyRows } from '../../../src/treasury/policyRows/readPolicyRows.ts';
import { policyDifference, tryPolicy } from '../../../src/treasury/policyRows/tryPolicy.ts';
import { allowing, policyOf } from '../../policy/room.ts';

const rowsOf = (...amounts: string[]) =>
  readPolicyRows(Buffer.from(`to,currency,fee,amount\n${amounts.map((amount) => `ada,EUR,1,${amount}\n`).join('')}`), {
    kind: 'withdrawal',
    initiator: 'anna',
    now: 1_000,
  });

it('counts what is not denied for the payments after it', () => {
  const policy = allowing('{ window: [{ last: 24h, atMost: 100 EUR }] }');
  const tried = tryPolicy(policy, rowsOf('60', '50', '40', '1'), { available: {} });
  expect(tried.map(({ decision }) => decision.verdict)).toEqual(['allow', 'deny', 'allow', 'deny']);
});

it('takes amounts and fees off the balance', () => {
  const world = { available: { EUR: dec('100') } };
  const tried = tryPolicy(allowing('{ balance: { floor: 10 EUR } }'), rowsOf('44', '44.01', '44'), world);
  expect(tried.map(({ decision }) => decision.verdict)).toEqual(['allow', 'deny', 'allow']);
  expect(world.available.EUR.toFixed()).toBe('100');
});

it('finds what another policy would have decided, of payments that were made', () => {
  const before = allowing('{ window: [{ last: 24h, atMost: 150 EUR }] }');
  const after = policyOf([
    '{ name: small, if: { amount: { atMost: 50 EUR } }, then: allow }',
    '{ name: rest, then: { approve: [{ need: 1, of: finance }], expires: 90m } }',
  ]);
  const changed = policyDifference(before, after, rowsOf('50', '60', '50', '1'), { available: {} });
  expect(changed.map(({ line, before: was, after: is }) => [line, decisionText(was), decisionText(is)])).toEqual([
    [3, 'allow', 'approve: 1 of finance within 90m'],
    [4, 'deny', 'allow'],
    [5, 'deny', 'allow'],
  ]);
});
