import { expect, it } from 'vitest';
import { hostedPage } from '../../src/contract/hostedPage.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { responsesOf } from '../../src/contract/responsesOf.ts';

const submit = hostedPage['refunds.submit'] as Operation;

it('has the refusals of the interface and those of the row, which come first', () => {
  const responses = responsesOf('hostedPage', submit) as Readonly<Record<string, { readonly description: string }>>;
  expect(Object.keys(responses)).toEqual(['200', '401', '422', '500']);
  expect(responses['422']!.description).toBe('`VALIDATION_ERROR`: a field is missing or malformed. A field is missing or wrong.');
});

it('has a refusal of the row whose status is none of the interface', () => {
  const refusals = [
    { status: 409, code: 'TWICE', when: 'it was sent before' },
    { status: 409, when: 'another one is under way' },
  ];
  expect(responsesOf('hostedPage', { ...submit, refusals })).toMatchObject({
    409: { description: '`TWICE`: it was sent before; another one is under way.' },
    422: { description: 'A field is missing or wrong.' },
  });
});
