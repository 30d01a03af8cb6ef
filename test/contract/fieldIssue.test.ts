import { expect, it } from 'vitest';
import { z } from 'zod';
import { JsonNumber } from '../../src/base/json.ts';
import { fieldIssueOf, fieldIssuesOf } from '../../src/contract/fieldIssue.ts';
import { decimal, optional, requiredText } from '../../src/contract/wire.ts';

const schema = z.object({
  name: requiredText,
  rows: z.array(z.object({ amount: decimal, to: optional(z.object({ lastName: requiredText })) })),
});

function issues(given: unknown): string[] {
  return (schema.safeDecode(given as never).error?.issues ?? []).map((issue) => {
    const { field, message } = fieldIssueOf(issue, given);
    return `${field} ${message}`;
  });
}

it('names the member that is wrong, in lists and behind what is optional, and tells what is missing from what is wrong', () => {
  expect(issues({ name: '', rows: [{ amount: 'x', to: {} }, { amount: undefined, to: { lastName: '' } }, 7] })).toEqual([
    'name must not be empty',
    'rows[0].amount expected a number',
    'rows[0].to.lastName is required',
    'rows[1].amount is required',
    'rows[1].to.lastName must not be empty',
    'rows[2] expected an object, not a number',
  ]);
});

it('tells of a number, as it was written, that an object was expected in its place', () => {
  const rows = [new JsonNumber('7'), { amount: new JsonNumber('1'), to: new JsonNumber('8') }];
  expect([...new Set(issues({ name: 'a', rows }))]).toEqual([
    'rows[0] expected an object, not a number',
    'rows[1].to expected an object, not a number',
  ]);
});

it('tells everything that is wrong behind what is optional', () => {
  const beneficiary = z.object({ to: optional(z.object({ firstName: requiredText, lastName: requiredText })) });
  const given = { to: { firstName: '' } };
  const [issue] = beneficiary.safeDecode(given).error!.issues;
  expect(fieldIssuesOf(issue!, given).map(({ field, message }) => `${field} ${message}`)).toEqual([
    'to.firstName must not be empty',
    'to.lastName is required',
  ]);
});
