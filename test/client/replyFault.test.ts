import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { isFault } from '../../src/base/fault.ts';
import { PROVEN_REFUSALS, provenCodes } from '../../src/client/provenRefusals.ts';
import { faultOfReply } from '../../src/client/replyFault.ts';
import { json, scripted } from './scripted.ts';

const ORDER = { symbol: 'BTC/EUR', type: 'Limit', side: 'Buy', amount: dec('0.001'), price: dec('61250.1') } as const;
const VALIDATION = JSON.stringify({
  errors: { amount: ['must be greater than 0'], clientIp: ['bad', 'worse'] },
  type: 'https://venue/errors',
  title: 'One or more validation errors occurred.',
  status: 400,
  traceId: '00-abc',
});
const RESTRICTED = '{"code":"operation-for-currency-not-allowed","message":"XYZ is not allowed"}';
const PAGE = '<html><body><h1>Checking your browser</h1></body></html>';

function faultOf(status: number, body: string, isRead = false): ReturnType<typeof faultOfReply> {
  return faultOfReply({ operation: 'orders.place', isRead, status, body, retryAfterMs: undefined }, PROVEN_REFUSALS);
}

describe('outcomes of a request for money (order safety, outcomes)', () => {
  it.each([
    ['the validation body of 000 Errors 5', 400, VALIDATION, 'refused'],
    ['the empty 401 of 000 Errors 4', 401, '', 'unauthorized'],
    ['a restricted currency, 000 Errors 7', 400, RESTRICTED, 'refused'],
  ])('takes %s as proof that nothing happened', (_, status, body, code) => {
    expect(faultOf(status, body)).toMatchObject({ outcome: 'rejected', code, status });
  });

  it.each([
    ['a code of the simulator, at a venue that is not one', 400, '{"code":"insufficient-balance","message":"too little EUR"}', 'refused'],
    ['a code that nobody listed', 400, '{"code":"timed-out","message":"order request timed out"}', 'refused'],
    ['a 400 with only a message', 400, '{"message":"fromAmount is greater than the available balance"}', 'refused'],
    ['an empty 400', 400, '', 'refused'],
    ['a page with 400', 400, PAGE, 'unreadable-reply'],
    ['a page with 401', 401, PAGE, 'unreadable-reply'],
    ['a 401 with a body', 401, '{"message":"expired"}', 'unauthorized'],
    ['an empty 403', 403, '', 'unauthorized'],
    ['a page with 403', 403, PAGE, 'unreadable-reply'],
    ['the message of 000 Errors 3', 404, '{"message":"unknown currency"}', 'not-found'],
    ['408', 408, '', 'timeout'],
    ['409', 409, RESTRICTED, 'refused'],
    ['425', 425, '', 'refused'],
    ['429', 429, '{"message":"slow down"}', 'rate-limited'],
    ['500 server-error of 000 Errors 6', 500, '{"code":"server-error","message":"Server Error"}', 'venue-failure'],
    ['the validation body with 500', 500, VALIDATION, 'venue-failure'],
    ['502', 502, PAGE, 'venue-failure'],
    ['503', 503, '', 'venue-failure'],
    ['504', 504, '', 'venue-failure'],
    ['307', 307, '', 'unreadable-reply'],
    ['304', 304, '', 'unreadable-reply'],
    ['an odd status', 999, VALIDATION, 'unreadable-reply'],
  ])('takes %s as unknown', (_, status, body, code) => {
    expect(faultOf(status, body)).toMatchObject({ outcome: 'unknown', code, status, retryable: false });
  });

  it('says rejected for nothing but what is listed, whatever comes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 599 }),
        fc.oneof(fc.string(), fc.json(), fc.constantFrom(VALIDATION, RESTRICTED, '', PAGE)),
        (status, body) => {
          const { outcome } = faultOf(status, body);
          const listed = PROVEN_REFUSALS.some((entry) => entry.status === status);
          expect(outcome).toBe(listed ? outcome : 'unknown');
          if (outcome === 'rejected') expect([VALIDATION, RESTRICTED].includes(body) || body.trim() === '').toBe(true);
        },
      ),
    );
  });

  it('believes the codes that the configuration adds, with 400 alone', () => {
    const proven = [...PROVEN_REFUSALS, ...provenCodes(['market-closed'])];
    const body = '{"code":"market-closed","message":"closed"}';
    const reply = { operation: 'orders.place', isRead: false, body, retryAfterMs: undefined };
    expect(faultOfReply({ ...reply, status: 400 }, proven).outcome).toBe('rejected');
    expect(faultOfReply({ ...reply, status: 500 }, proven).outcome).toBe('unknown');
  });

  it('holds an entry to its operations and to the beginning of its message', () => {
    const proven = [{ status: 404, shape: 'message', message: 'Unknown currency', operations: ['quotes.request'], why: 'seen' }] as const;
    const reply = { isRead: false, status: 404, body: '{"message":"Unknown currency XYZ"}', retryAfterMs: undefined };
    expect(faultOfReply({ ...reply, operation: 'quotes.request' }, proven).outcome).toBe('rejected');
    expect(faultOfReply({ ...reply, operation: 'orders.place' }, proven).outcome).toBe('unknown');
    expect(faultOfReply({ ...reply, operation: 'quotes.request', body: '{"message":"Known"}' }, proven).outcome).toBe('unknown');
  });
});

describe('what a fault carries', () => {
  it('names fields and trace of the validation body (000 Errors 5)', () => {
    const fault = faultOf(400, VALIDATION);
    expect(fault.fieldErrors).toEqual({ amount: ['must be greater than 0'], clientIp: ['bad', 'worse'] });
    expect(fault.traceId).toBe('00-abc');
    expect(fault.message).toBe('orders.place: amount: must be greater than 0; clientIp: bad worse');
  });

  it("keeps the venue's code and message (000 Errors 2)", () => {
    expect(faultOf(400, RESTRICTED)).toMatchObject({
      venueCode: 'operation-for-currency-not-allowed',
      message: 'orders.place: XYZ is not allowed',
    });
  });

  it('has no outcome for a read, and says whether to try again', () => {
    expect(faultOf(400, VALIDATION, true)).toMatchObject({ outcome: undefined, retryable: false });
    expect(faultOf(503, '', true)).toMatchObject({ outcome: undefined, retryable: true });
  });

  it('shows no control characters of a stranger', () => {
    const { message } = faultOf(502, '\u001b[2J\u0007<html>');
    expect([...message].filter((character) => character < ' ')).toEqual([]);
  });
});

describe('an acknowledgement that can not be read', () => {
  it.each([
    ['a page', PAGE],
    ['nothing', ''],
    ['half a body', '{"id":12,"symbol":"BTC/EUR","ty'],
    ['no id', '{"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":0.001}'],
    ['an error inside', '{"success":false}'],
    ['NaN', '{"id":1,"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":NaN}'],
    ['two amounts', '{"id":1,"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":1,"amount":2}'],
    ['endless nesting', '['.repeat(100_000)],
    ['__proto__', '{"__proto__":{"id":1}}'],
  ])('is unknown: %s', async (_, body) => {
    const { client, seen } = scripted(() => json(body, 201));
    const error: unknown = await client.orders.place(ORDER).catch((error: unknown) => error);
    expect(isFault(error, 'unreadable-reply')).toBe(true);
    expect(error).toMatchObject({ outcome: 'unknown', status: 201 });
    expect(seen).toHaveLength(1);
  });

  it('is a fault without an outcome for a read', async () => {
    const { client } = scripted(() => json('{"bids":[[NaN,1]],"asks":[],"timestamp":1}'));
    await expect(client.book.get({ symbol: 'BTC/EUR' })).rejects.toMatchObject({ code: 'unreadable-reply', outcome: undefined });
  });

  it('is exact where it is merely strange: a negative amount, forty digits', async () => {
    const digits = '12345678901234567890.12345678901234567890';
    const { client } = scripted(() => json(`{"bids":[[-1.5,${digits}]],"asks":[],"timestamp":1}`));
    const book = await client.book.get({ symbol: 'BTC/EUR' });
    expect(book.bids[0]!.map((value) => value.toFixed())).toEqual(['-1.5', digits.replace(/0$/, '')]);
  });
});
