import { describe, expect, test } from 'vitest';
import { type RefusalBody, readRefusal } from '../../src/contract/refusal.ts';

/** Bodies of refusals, written by hand from 000 Errors. */
const REFUSALS: readonly { readonly about: string; readonly body: string; readonly reads: RefusalBody }[] = [
  {
    about: 'standard body (Errors 2)',
    body: '{"code":"currency-not-supported","message":"Currency CHF is not supported."}',
    reads: { shape: 'standard', code: 'currency-not-supported', message: 'Currency CHF is not supported.', errors: undefined },
  },
  {
    about: 'standard body with details of fields (Errors 2)',
    body: '{"code":"entity-not-valid","message":"Not valid.","errors":{"amount":["Too small."]}}',
    reads: { shape: 'standard', code: 'entity-not-valid', message: 'Not valid.', errors: { amount: ['Too small.'] } },
  },
  {
    about: 'a currency restricted by regulation (Errors 7)',
    body: '{"code":"operation-for-currency-not-allowed","message":"Operation for currency XRP is not allowed due to regulation requirements."}',
    reads: {
      shape: 'standard',
      code: 'operation-for-currency-not-allowed',
      message: 'Operation for currency XRP is not allowed due to regulation requirements.',
      errors: undefined,
    },
  },
  {
    about: 'an unexpected failure (Errors 6)',
    body: '{"code":"server-error","message":"Server Error"}',
    reads: { shape: 'standard', code: 'server-error', message: 'Server Error', errors: undefined },
  },
  {
    about: 'a 404 (Errors 3)',
    body: '{"message":"Currency was not found."}',
    reads: { shape: 'message', message: 'Currency was not found.' },
  },
  { about: 'a 401 (Errors 4)', body: '', reads: { shape: 'empty' } },
  {
    about: 'field errors, several at once (Errors 5)',
    body: `{"errors":{"clientIp":["Not an address.","Must be given."],"amount":["At most 2 decimals."]},"type":"https://tools.ietf.org/html/rfc7231#section-6.5.1",
      "title":"One or more validation errors occurred.","status":400,"traceId":"00-5b1d6a2e3f404152a3b4c5d6e7f80910-a1b2c3d4e5f60718-00"}`,
    reads: {
      shape: 'validation',
      errors: { clientIp: ['Not an address.', 'Must be given.'], amount: ['At most 2 decimals.'] },
      title: 'One or more validation errors occurred.',
      traceId: '00-5b1d6a2e3f404152a3b4c5d6e7f80910-a1b2c3d4e5f60718-00',
    },
  },
];

describe('refusals as the specification writes them', () => {
  test.each(REFUSALS)('$about', ({ body, reads }) => {
    expect(readRefusal(body)).toEqual(reads);
  });

  test.each(['<html>502 Bad Gateway</html>', '{"code":"serv', '[]', '12', '{"error":"x"}'])('%s is nobody of the venue', (body) => {
    expect(readRefusal(body).shape).toBe('foreign');
  });
});

describe('refusals of the hosted page (002 Errors)', () => {
  test('422: an array, each item with its dotted path', () => {
    const body = `[{"code":"VALIDATION_ERROR","message":"This value should not be blank.","context":{"propertyPath":"customer.id"}},
      {"code":"VALIDATION_ERROR","message":"Too long.","context":{"propertyPath":"transaction_id"}},
      {"code":"VALIDATION_ERROR","message":"Not a UUID.","context":{"propertyPath":"transaction_id"}}]`;
    expect(readRefusal(body)).toEqual({
      shape: 'list',
      code: 'VALIDATION_ERROR',
      message: 'This value should not be blank.',
      errors: { 'customer.id': ['This value should not be blank.'], transaction_id: ['Too long.', 'Not a UUID.'] },
    });
  });

  test('500: an array with a code and a message', () => {
    expect(readRefusal('[{"code":"INTERNAL_ERROR","message":"Internal error"}]')).toEqual({
      shape: 'list',
      code: 'INTERNAL_ERROR',
      message: 'Internal error',
      errors: undefined,
    });
  });

  test.each(['[{}]', '[1]', '[{"code":""}]', '[{"code":"A"},2]'])('%s is nobody of the venue', (body) => {
    expect(readRefusal(body).shape).toBe('foreign');
  });
});
