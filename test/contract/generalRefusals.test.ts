import { expect, test } from 'vitest';
import { GENERAL_REFUSALS, REFUSAL_SCHEMAS } from '../../src/contract/generalRefusals.ts';
import type { JsonSchema } from '../../src/contract/jsonSchema.ts';
import { invalid, notFound, type RefusalAnswer, refusalText, standard } from '../../src/simulator/answer.ts';
import { HOSTED_REFUSALS } from '../../src/simulator/hostedPage/hostedRefusals.ts';

const membersOf = (body: unknown): string[] => Object.keys(body as object).toSorted();

test.each([
  ['Refusal', standard('insufficient-balance', 'not enough')],
  ['FieldErrors', invalid({ amount: ['is required'] })],
  ['Message', notFound('currency FOO is not known')],
])('the simulator writes a %s as the documents describe it', (name, refusal) => {
  const body = JSON.parse(refusalText(refusal, () => 'trace')) as unknown;
  const { required, properties } = REFUSAL_SCHEMAS[name]!;
  expect(membersOf(body)).toEqual([...required!].toSorted());
  expect(Object.keys(properties!)).toEqual(expect.arrayContaining(membersOf(body)));
});

test.each<[number, RefusalAnswer]>([
  [422, invalid({ notification_url: ['This value should not be blank.'] })],
  [500, standard('server-error', 'Server Error', 500)],
])('the simulator writes the list of a %i as the document of the hosted page describes it', (status, refusal) => {
  const described = GENERAL_REFUSALS.hostedPage.find((each) => each.status === status)!.body as { readonly items: JsonSchema };
  expect(HOSTED_REFUSALS.status(refusal)).toBe(status);
  const items = JSON.parse(HOSTED_REFUSALS.text(refusal, () => 'trace')) as unknown[];
  for (const item of items) expect(membersOf(item)).toEqual([...described.items.required!].toSorted());
});
