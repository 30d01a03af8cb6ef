import fc from 'fast-check';
import { expect, test } from 'vitest';
import { whyNeverLearned } from '../../src/contract/learnable.ts';
import { readRefusal, refusalName } from '../../src/contract/refusal.ts';
import { anyCharacter } from '../anyCharacter.ts';

const nameOf = (status: number, body: string): string => refusalName(status, readRefusal(body)) ?? 'none';

test.each([
  [400, '{"code":"INSUFFICIENT_FUNDS","message":"You have 0.12 EUR"}'],
  [400, '{"code":"insufficient-balance","message":"no"}'],
  [400, '{"code":"PriceOutOfBand","message":"no"}'],
  [403, '{"code":"market-halted","message":"no"}'],
  [404, '{"message":"Symbol BTC/EUR is delisted"}'],
  [422, '[{"code":"MIN_NOTIONAL","message":"at least 10"}]'],
  [422, '{"errors":{"amount":["too small"]},"title":"no"}'],
  [400, '{"code":"недостаточно_средств"}'],
])('V3: %i %s may be learned', (status, body) => {
  expect(whyNeverLearned(nameOf(status, body))).toBeUndefined();
});

test.each([
  ['an empty body', 400, '', /no code, no text/],
  ['a page of a proxy', 400, '<html><title>400 Bad Request</title></html>', /no code, no text/],
  ['something that is not JSON', 400, 'insufficient funds', /no code, no text/],
  ['a code without a word', 400, '{"code":"-2010","message":"Account has insufficient balance"}', /no more than that something is wrong/],
  ['a code that says nothing', 400, '{"code":"BAD_REQUEST","message":"insufficient funds"}', /no more than/],
  ['the same in one word', 400, '{"code":"BadRequest","message":"insufficient funds"}', /no more than/],
  ['an order that was rejected, without a reason', 400, '{"code":"ORDER_REJECTED","message":"x"}', /no more than/],
  ['a text that says nothing', 404, '{"message":"Not Found"}', /no more than/],
  ['a text with nothing but numbers and ids', 400, '{"message":"17 9007199254740993"}', /no more than/],
  ['a time that ran out', 400, '{"code":"MATCHING_TIMEOUT","message":"x"}', /"timeout" may be about the moment/],
  ['something that is under way', 400, '{"message":"Your order is pending"}', /"pending"/],
  ['something that is there already', 400, '{"code":"duplicate-order","message":"x"}', /"duplicate"/],
  ['a venue that is not there', 400, '{"code":"ENGINE_UNAVAILABLE","message":"x"}', /"unavailable"/],
  ['an empty 401', 401, '', /no code, no text/],
  ['a 401 with a body, which is not the venue’s own', 401, '{"code":"invalid-signature","message":"x"}', /status 401/],
  ['a 418', 418, '{"code":"insufficient-funds","message":"x"}', /status 418/],
  ...[408, 409, 425, 429, 500, 502, 503, 504].map(
    (status) => [`a ${status}`, status, '{"code":"insufficient-funds","message":"x"}', new RegExp(`status ${status}`)] as const,
  ),
  ['a code that is too long', 400, `{"code":"${'insufficient-'.repeat(20)}"}`, /too long/],
  ['a text that is too long', 400, `{"message":"${'no funds '.repeat(20)}17${'9'.repeat(100)}"}`, /too long/],
] as const)('V3: %s is never learned', (_what, status, body, why) => {
  expect(whyNeverLearned(nameOf(status, body))).toMatch(why);
});

test('V3: numbers and ids in a text are no part of the name, and everything else is', () => {
  const name = nameOf(400, '{"message":"Order 9007199254740993 of 0.5 BTC: funds are missing"}');
  expect(name).toBe('400 message Order # of # BTC: funds are missing');
  expect(nameOf(400, '{"message":"Order 17 of 3 BTC: funds are missing"}')).toBe(name);
  expect(nameOf(400, '{"message":"Order 17 of 3 ETH: funds are missing"}')).not.toBe(name);
});

test('V3: a text of a megabyte without a blank has a name, and soon', () => {
  for (const text of ['x'.repeat(1_000_000), `${'x'.repeat(1_000_000)} 1`, '1'.repeat(1_000_000)]) {
    expect(nameOf(400, JSON.stringify({ message: text })).length).toBeLessThan(150);
    expect(nameOf(400, JSON.stringify({ code: text })).length).toBeLessThan(150);
  }
});

test('V3: whatever a body is, there is an answer', { tags: 'long' }, () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 999 }), fc.oneof(fc.string({ unit: anyCharacter }), fc.json()), (status, body) => {
      const why = whyNeverLearned(nameOf(status, body));
      expect(why === undefined || why.length > 0).toBe(true);
      if (![400, 403, 404, 422].includes(status)) expect(why).toBeDefined();
    }),
  );
});
