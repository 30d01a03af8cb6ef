import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRefusal, refusalDetails, VALIDATION_TITLE } from '../../src/contract/refusal.ts';
import { anyCharacter } from '../anyCharacter.ts';

const validation = JSON.stringify({
  errors: { amount: ['must be greater than 0', 'at most 2 decimals'], clientIp: ['is not an address'] },
  type: 'https://example.com/validation',
  title: VALIDATION_TITLE,
  status: 400,
  traceId: '00-abc-01',
});

describe('readRefusal', () => {
  it('reads the standard body (000 Errors 2)', () => {
    expect(readRefusal('{"code":"deposit-locked","message":"Locked"}')).toEqual({
      shape: 'standard',
      code: 'deposit-locked',
      message: 'Locked',
      errors: undefined,
    });
    expect(readRefusal('{"code":"x","message":"m","errors":{"amount":["a","b"],"price":"c"}}')).toMatchObject({
      shape: 'standard',
      errors: { amount: ['a', 'b'], price: ['c'] },
    });
  });

  it('takes the code for the message when there is none', () => {
    expect(readRefusal('{"code":"server-error"}')).toMatchObject({ shape: 'standard', message: 'server-error' });
  });

  it('reads a 404 that has only a message (000 Errors 3)', () => {
    expect(readRefusal('{"message":"Unknown currency"}')).toEqual({ shape: 'message', message: 'Unknown currency' });
  });

  it('reads the empty body of a 401 (000 Errors 4)', () => {
    for (const body of ['', ' ', '\r\n']) expect(readRefusal(body)).toEqual({ shape: 'empty' });
  });

  it('reads a validation body, which has no code (000 Errors 5)', () => {
    expect(readRefusal(validation)).toEqual({
      shape: 'validation',
      errors: { amount: ['must be greater than 0', 'at most 2 decimals'], clientIp: ['is not an address'] },
      title: VALIDATION_TITLE,
      traceId: '00-abc-01',
    });
  });

  it.each([
    ['a page of a proxy', '<html><body>502 Bad Gateway</body></html>'],
    ['half a body', '{"code":"dep'],
    ['text', 'upstream connect error'],
    ['a list', '[{"code":"x"}]'],
    ['a number', '42'],
    ['a text', '"code"'],
    ['null', 'null'],
    ['an object of something else', '{"error":"x","status":400}'],
    ['a code that is no text', '{"code":17}'],
    ['an empty code alone', '{"code":""}'],
    ['a body that says two things at once', '{"code":"a","code":"b","message":"m"}'],
    ['a nesting without end', '['.repeat(100_000)],
  ])('takes %s for a foreign body, which proves nothing', (_name, body) => {
    expect(readRefusal(body).shape).toBe('foreign');
  });

  it('shows of a foreign body one short line without control characters', () => {
    const body = `\u001b[31mBad\u0000\r\n  gateway\u009b\u202e ${'x'.repeat(1000)}`;
    const refusal = readRefusal(body);
    expect(refusal).toMatchObject({ shape: 'foreign', excerpt: expect.stringMatching(/^\[31mBad gateway x+…$/) as string });
    expect(refusalDetails(502, refusal).message.length).toBeLessThan(250);
  });

  it('never throws, and calls nothing the venue’s that is not', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: anyCharacter }), fc.json()), (body) => {
        const refusal = readRefusal(body);
        expect(['standard', 'message', 'empty', 'validation', 'foreign']).toContain(refusal.shape);
        expect(refusalDetails(500, refusal).message).not.toBe('');
      }),
    );
  });

  it('keeps a field that is named like a part of every object a plain field', () => {
    const refusal = readRefusal('{"code":"x","errors":{"__proto__":["a"],"constructor":["b"]}}');
    expect(Object.entries((refusal as { errors: object }).errors)).toEqual([
      ['__proto__', ['a']],
      ['constructor', ['b']],
    ]);
  });
});

describe('refusalDetails', () => {
  it('keeps the venue’s code, fields and trace', () => {
    expect(refusalDetails(400, readRefusal('{"code":"x","message":"m","errors":{"a":["b"]}}'))).toEqual({
      message: 'm',
      details: { status: 400, venueCode: 'x', fieldErrors: { a: ['b'] } },
    });
    expect(refusalDetails(400, readRefusal(validation))).toEqual({
      message: 'amount: must be greater than 0 at most 2 decimals; clientIp: is not an address',
      details: { status: 400, traceId: '00-abc-01', fieldErrors: expect.anything() as object },
    });
  });

  it('finds words for a refusal without any', () => {
    expect(refusalDetails(401, readRefusal(''))).toEqual({ message: 'HTTP 401 without a body', details: { status: 401 } });
    expect(refusalDetails(404, readRefusal('{"message":"gone"}'))).toEqual({ message: 'gone', details: { status: 404 } });
    expect(refusalDetails(502, readRefusal('<html>'))).toMatchObject({ message: "HTTP 502 with a body that is not the venue's: <html>" });
  });
});

it('never throws, whatever field a list of refusals names (002 Errors)', () => {
  for (const path of ['__proto__', 'constructor', 'toString']) {
    const body = `[{"code":"VALIDATION_ERROR","message":"no","context":{"propertyPath":"${path}"}}]`;
    expect(Object.entries((readRefusal(body) as { errors: object }).errors)).toEqual([[path, ['no']]]);
  }
});
