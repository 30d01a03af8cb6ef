import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { Decimal, isDecimal } from '../../src/base/decimal.ts';
import { fastRead } from '../../src/client/fastReader.ts';
import { fastShapeOf } from '../../src/client/fastShape.ts';
import { decodeExactly, replyDecoderOf } from '../../src/client/replyDecoder.ts';
import { smallDecimal } from '../../src/base/smallDecimal.ts';
import { exchange } from '../../src/contract/exchange.ts';
import type { Operation } from '../../src/contract/operation.ts';

const rows = Object.entries(exchange) as [string, Operation][];
const orderSchema: z.ZodType = exchange['orders.place'].reply.body;
const decodeOrder = replyDecoderOf(orderSchema);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Replaces decimals by all their members, so that equal values in different forms are told apart. */
function plain(value: unknown): unknown {
  if (isDecimal(value)) return { s: value.s, e: value.e, d: value.d, text: value.toFixed() };
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
}

function exactly(schema: z.ZodType, text: string): unknown {
  try {
    return decodeExactly(schema, text);
  } catch {
    return undefined;
  }
}

const digits = (most: number): fc.Arbitrary<string> => fc.stringMatching(new RegExp(`^[0-9]{0,${most}}$`));
const numberText = fc.oneof(
  fc
    .tuple(fc.boolean(), digits(20), fc.option(digits(20)), fc.option(fc.integer({ min: -30, max: 30 })))
    .map(
      ([negative, whole, fraction, exponent]) =>
        `${negative ? '-' : ''}${BigInt(whole === '' ? '0' : whole)}${fraction === null || fraction === '' ? '' : `.${fraction}`}${exponent === null ? '' : `e${exponent}`}`,
    ),
  fc.constantFrom(
    '0',
    '-0',
    '0.0',
    '0.00000001',
    '1e-8',
    '1e21',
    '9007199254740993',
    '01',
    '1.',
    '.5',
    '+1',
    'NaN',
    '-',
    '1e400',
    '1'.repeat(41),
  ),
);
const valueText: fc.Arbitrary<string> = fc.oneof(
  numberText,
  fc.string().map((text) => JSON.stringify(text)),
  fc.constantFrom('null', 'true', 'false', '{}', '[]', '"Buy"', '"Limit"', '"BTC/EUR"', '"a\\u0041"', '""'),
  fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }).map((date) => JSON.stringify(date.toISOString())),
  fc.constantFrom(
    '"2026-02-29T10:00:00.000Z"',
    '"2024-02-29T10:00:00.000Z"',
    '"2026-13-01T00:00:00.000Z"',
    '"2026-11-20T24:00:00.000Z"',
    '"2026-11-20T10:00:00Z"',
    '"2026-11-20T10:00:00.0000001Z"',
    '"2026-11-2aT10:00:00.000Z"',
  ),
);

/** The members of a reply's example, with some replaced, moved, doubled or removed. */
function mutated(example: string): fc.Arbitrary<string> {
  const members = memberTexts(example);
  const names = [...members.map(([name]) => name), '__proto__', 'constructor', 'extra'];
  return fc
    .record({
      changes: fc.array(fc.tuple(fc.nat(members.length - 1), valueText), { maxLength: 2 }),
      added: fc.array(fc.tuple(fc.constantFrom(...names), valueText), { maxLength: 2 }),
      dropped: fc.array(fc.nat(members.length - 1), { maxLength: 2 }),
      turned: fc.nat(members.length),
      blank: fc.constantFrom('', '', '', ' '),
      cut: fc.constantFrom(0, 0, 0, 1, 20),
    })
    .map(({ changes, added, dropped, turned, blank, cut }) => {
      const changed = members.map(([name, text]): [string, string] => [name, text]);
      for (const [index, text] of changes) changed[index]![1] = text;
      const kept = [...changed.filter((_, index) => !dropped.includes(index)), ...added];
      const order = [...kept.slice(turned), ...kept.slice(0, turned)];
      const text = `{${order.map(([name, value]) => `"${name}":${blank}${value}`).join(',')}}`;
      return text.slice(0, text.length - cut);
    });
}

function memberTexts(example: string): [string, string][] {
  return [...example.matchAll(/"(\w+)":("[^"]*"|[-\d.]+)/g)].map((match) => [match[1]!, match[2]!]);
}

describe('reply decoding', () => {
  it.each(rows)('reads the example of %s alike both ways', (_, row) => {
    const { body } = row.reply;
    const { reply } = row.example;
    if (reply === '') return expect(replyDecoderOf(body)(bytes(reply))).toBeUndefined();
    return expect(plain(replyDecoderOf(body)(bytes(reply)))).toEqual(plain(decodeExactly(body, reply)));
  });

  it.each(['orders.place', 'orders.list', 'trades.list', 'symbols.list', 'balances.list', 'statistics.list', 'quotes.request'] as const)(
    'has a quick way for %s, and takes it for the example',
    (name) => {
      const row: Operation = exchange[name];
      const shape = fastShapeOf(row.reply.body);
      expect(shape).toBeDefined();
      expect(fastRead(shape!, row.example.reply)).toBeDefined();
    },
  );

  it('never reads another value by the quick way than by the schema', () => {
    const shape = fastShapeOf(orderSchema)!;
    let all = 0;
    let quick = 0;
    fc.assert(
      fc.property(mutated(exchange['orders.place'].example.reply), (text) => {
        all++;
        const value = fastRead(shape, text);
        if (value === undefined) return;
        quick++;
        expect(plain(value)).toEqual(plain(exactly(orderSchema, text)));
      }),
      { numRuns: 3000 },
    );
    expect(quick / all, 'the quick way is taken often enough to mean something').toBeGreaterThan(1 / 60);
  });

  it('reads the time of any moment, leap days included', () => {
    const shape = fastShapeOf(orderSchema)!;
    const { reply } = exchange['orders.place'].example;
    const moment = fc.date({ min: new Date(0), max: new Date('2500-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, (at) => {
        const text = reply.replace(/"openTime":"[^"]*"/, `"openTime":"${at.toISOString()}"`);
        expect(fastRead(shape, text)).toMatchObject({ openTime: at.getTime() });
      }),
      { numRuns: 2000 },
    );
  });

  it('makes of digits the decimal that their text makes', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 14n - 1n }), digits(14), (whole, fraction) => {
        const text = `${whole}${fraction === '' ? '' : `.${fraction}`}`;
        const made = smallDecimal(Number(whole), Number(fraction), fraction.length);
        expect(plain(made)).toEqual(plain(new Decimal(text)));
        expect(made.plus(1).times('0.1').toFixed()).toBe(new Decimal(text).plus(1).times('0.1').toFixed());
        expect(isDecimal(made)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['an id above 2^53', '"id":9007199254740993', (order: Record<string, unknown>) => expect(order['id']).toBe('9007199254740993')],
    [
      '40 digits',
      `"amount":${'1234567890'.repeat(3)}.0123456789`,
      (order: Record<string, unknown>) => expect((order['amount'] as Decimal).toFixed()).toBe(`${'1234567890'.repeat(3)}.0123456789`),
    ],
    ['1e-8', '"amount":1e-8', (order: Record<string, unknown>) => expect((order['amount'] as Decimal).toFixed()).toBe('0.00000001')],
    ['a negative amount', '"amount":-1.5', (order: Record<string, unknown>) => expect((order['amount'] as Decimal).toFixed()).toBe('-1.5')],
    [
      'a name with __proto__',
      '"__proto__":{"polluted":true},"amount":1',
      (order: Record<string, unknown>) => {
        expect(Object.getPrototypeOf(order)).toBe(Object.prototype);
        expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
      },
    ],
    ['null for what is optional', '"price":null', (order: Record<string, unknown>) => expect(order['price']).toBeUndefined()],
  ])('reads %s exactly', (_, member, check) => {
    const name = /"(\w+)"/.exec(member)![1]!;
    const base = { id: '"id":1', symbol: '"symbol":"BTC/EUR"', type: '"type":"Limit"', side: '"side":"Buy"', amount: '"amount":1' };
    const members = { ...base, ...(name === '__proto__' ? { amount: member } : { [name]: member }) };
    check(decodeOrder(bytes(`{${Object.values(members).join(',')}}`)) as Record<string, unknown>);
  });

  it.each([
    ['NaN', '{"id":1,"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":NaN}'],
    ['truncated', exchange['orders.place'].example.reply.slice(0, -30)],
    ['a page', '<html><body>502 Bad Gateway</body></html>'],
    ['empty', ''],
    ['a repeated key', '{"id":1,"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":1,"amount":2}'],
    ['without an id', '{"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":1}'],
    ['with a null id', '{"id":null,"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":1}'],
    ['with an empty id', '{"id":"","symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":1}'],
    ['with text for a number', '{"id":1,"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":"1"}'],
    ['with an absurd exponent', '{"id":1,"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":1e400}'],
    ['an array', '[]'],
    ['nested without end', '['.repeat(200_000)],
    [
      'nested without end in a member',
      `{"id":1,"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":1,"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    ],
  ])('refuses a reply that is %s', (_, text) => {
    expect(() => decodeOrder(bytes(text))).toThrow(Error);
  });

  it('refuses bytes that are no UTF-8', () => {
    const reply = Buffer.from(exchange['orders.place'].example.reply);
    reply[reply.indexOf('BTC')] = 0xff;
    expect(() => decodeOrder(reply)).toThrow(Error);
  });

  it('never crashes, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (body) => {
        try {
          decodeOrder(body);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
          expect(error).not.toBeInstanceOf(RangeError);
        }
      }),
    );
  });
});
