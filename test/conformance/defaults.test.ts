import { expect, test } from 'vitest';
import { allOperations } from '../../src/contract/contract.ts';
import { fieldsOf } from '../../src/contract/fields.ts';
import { SCENARIOS } from './scenarios.ts';
import { canonical, openQuietScene } from './scene.ts';

/** The defaults that the three documents name (000 Spot trading, 000 Withdrawals, 000 Limits; 001 Payouts; 002 Payment initiation request). */
const DOCUMENTED = [
  'exchange.book.get depth=50',
  'exchange.orders.list page=1',
  'exchange.orders.list count=100',
  'exchange.withdrawals.fee feeType=default',
  'exchange.withdrawals.create feeType=default',
  'exchange.withdrawalsV1.fee feeType=default',
  'exchange.withdrawalsV1.create feeType=default',
  'exchange.fiatWithdrawals.fee feeType=default',
  'processing.payouts.estimate amountToType=gross',
  'processing.payouts.create amountToType=gross',
  'hostedPage.payments.initiate lang=en',
];

/** Every parameter of every operation that has a default. */
const DEFAULTS = allOperations().flatMap(({ name, row }) =>
  fieldsOf(row)
    .filter(({ schema }) => schema['default'] !== undefined)
    .map((field) => ({ name, field: field.name, value: String(field.schema['default']) })),
);

/** What else has to be sent so that the default counts at all. */
const BESIDE: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
  amountToType: { amountFrom: undefined, amountTo: '100' },
};

test('A1: the contract has every default that the documents name, and no other', () => {
  expect(DEFAULTS.map(({ name, field, value }) => `${name} ${field}=${value}`).toSorted()).toEqual(DOCUMENTED.toSorted());
});

test.each(DEFAULTS)('A1: $name without $field answers as with $field=$value', async ({ name, field, value }) => {
  const answers = await Promise.all([answer(name, { [field]: undefined }, field), answer(name, { [field]: value }, field)]);
  expect(answers[0]).toBe(answers[1]);
  expect(answers[0]).not.toContain('"total":0');
});

/** The status and body of one call in a simulator of its own, at a time that stands still. */
async function answer(name: string, changes: Readonly<Record<string, string | undefined>>, field: string): Promise<string> {
  const scene = openQuietScene((fetch) => fetch);
  const prepared = await SCENARIOS[name]!.prepare?.(scene);
  const { status, bytes } = await scene.send(name, { ...prepared, ...BESIDE[field], ...changes });
  await scene.close();
  return `${status} ${canonical(bytes)}`;
}
