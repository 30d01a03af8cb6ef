import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dec, type Decimal } from '../../src/base/decimal.ts';
import { parseJson, stringifyJson } from '../../src/base/json.ts';
import {
  dateTime,
  decimal,
  decimalText,
  id,
  incidental,
  int,
  mayBeEmpty,
  millis,
  optional,
  positive,
  requiredText,
  symbol,
  text,
  textOrDigits,
} from '../../src/contract/wire.ts';
import { canonical, jsonNumberText, PITFALLS } from '../base/canonical.ts';

const decode = <T extends z.ZodType>(schema: T, text: string): z.output<T> => z.decode(schema, parseJson(text) as never);
const encode = <T extends z.ZodType>(schema: T, value: z.output<T>): string => stringifyJson(z.encode(schema, value));
const refuses = (schema: z.ZodType, text: string): string => z.safeDecode(schema, parseJson(text)).error?.issues[0]?.message ?? 'taken';

describe('decimal', () => {
  it.each(PITFALLS)('carries %s there and back, digit for digit in value', (text) => {
    expect(canonical(encode(decimal, decode(decimal, text)))).toBe(canonical(text));
  });

  it('carries any number there and back', () => {
    fc.assert(
      fc.property(jsonNumberText, (text) => {
        const value: Decimal = decode(decimal, text);
        expect(canonical(encode(decimal, value))).toBe(canonical(text));
        expect(decode(decimal, encode(decimal, value)).eq(value)).toBe(true);
      }),
    );
  });

  it.each(['"1"', 'null', 'true', '{}', '[]'])('refuses %s', (text) => {
    expect(refuses(decimal, text)).toBe('expected a number');
  });

  it('refuses a size that no venue can mean', () => {
    for (const text of ['1e61', '1e-61', '1e99999', '9'.repeat(400)]) expect(refuses(decimal, text)).toContain('reasonable size');
  });

  it('writes no number that is none', () => {
    expect(z.safeEncode(decimal, dec(1).div(0)).success).toBe(false);
  });

  it('is positive above zero alone', () => {
    expect(decode(positive, '1e-8').toFixed()).toBe('0.00000001');
    for (const text of ['0', '-0', '0.00', '-1e-8']) expect(refuses(positive, text)).toBe('must be greater than 0');
  });

  it('may be text where the specification says so (000 Mass withdrawal, fiatEquivalent)', () => {
    expect(encode(decimalText, decode(decimalText, '"100.10"'))).toBe('"100.1"');
    for (const text of ['"1e3"', '"1,5"', '""', '"."', `"${'1'.repeat(61)}"`, '"NaN"'])
      expect(refuses(decimalText, text)).toContain('as text');
  });
});

describe('id', () => {
  it('is text with exactly the digits of the wire, above 2^53 too', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        expect(decode(id, `${value}`)).toBe(`${value}`);
        expect(encode(id, `${value}`)).toBe(`${value}`);
      }),
    );
  });

  it.each(['1.5', '1e3', '-0', '1.0'])('refuses %s', (text) => {
    expect(refuses(id, text)).toBe('expected a whole number');
  });

  it.each(['', '007', '-0', '1.5', 'abc', '1'.repeat(41)])('does not write %j, which would be no JSON number or another one', (text) => {
    expect(z.safeEncode(id, text).success).toBe(false);
  });
});

describe('whole numbers', () => {
  it('of 32 bits decode within their range', () => {
    for (const value of [0, 1, -1, 2 ** 31 - 1, -(2 ** 31)]) {
      expect(decode(int, `${value}`)).toBe(value);
      expect(encode(int, value)).toBe(`${value}`);
    }
    for (const text of ['2147483648', '-2147483649', '1.5', '1e2', '9007199254740993']) expect(refuses(int, text)).toContain('32 bits');
  });

  it('of milliseconds decode while they are exact', () => {
    expect(decode(millis, '1763630000000')).toBe(1_763_630_000_000);
    expect(encode(millis, 1_763_630_000_000)).toBe('1763630000000');
    for (const text of ['1.5', '1e12', '9007199254740992']) expect(refuses(millis, text)).toBe('expected Unix milliseconds');
  });
});

describe('dateTime', () => {
  it('is an instant in the program (000 Resources, notation)', () => {
    expect(decode(dateTime, '"2026-11-20T10:00:00Z"')).toBe(Date.UTC(2026, 10, 20, 10));
    expect(encode(dateTime, Date.UTC(2026, 10, 20, 10))).toBe('"2026-11-20T10:00:00.000Z"');
    for (const text of ['"2026-11-20"', '"yesterday"', '""']) expect(refuses(dateTime, text)).toContain('ISO 8601');
  });
});

describe('text', () => {
  it('is BASE/QUOTE for a symbol, and not empty where it is required', () => {
    expect(decode(symbol, '"BTC/EUR"')).toBe('BTC/EUR');
    for (const text of ['"BTC"', '"BTC/EUR/X"', '"../x"', '""']) expect(refuses(symbol, text)).toContain('BTC/EUR');
    expect(refuses(requiredText, '""')).toBe('must not be empty');
  });
});

describe('optional', () => {
  const row = z.object({ price: optional(decimal), note: optional(z.string()) });

  it('reads absent and null as absent, and leaves both out when it writes', () => {
    for (const text of ['{}', '{"price":null,"note":null}']) {
      expect(decode(row, text).price).toBeUndefined();
      expect(encode(row, decode(row, text))).toBe('{}');
    }
  });

  it('carries what is there', () => {
    expect(encode(row, decode(row, '{"price":1e-8,"note":"x"}'))).toBe('{"price":0.00000001,"note":"x"}');
  });

  it('refuses what is there and wrong', () => {
    expect(z.safeDecode(row, parseJson('{"price":"1"}') as never).success).toBe(false);
  });
});

describe('incidental', () => {
  const row = z.object({ id, time: incidental(int) });

  it('reads what it can, and anything else as absent: the rest stays readable', () => {
    expect(decode(row, '{"id":1,"time":7}').time).toBe(7);
    for (const time of ['null', '2147483648', '1.5', '"soon"', '{}', '[1]']) {
      expect(decode(row, `{"id":1,"time":${time}}`), time).toEqual({ id: '1', time: undefined });
    }
  });

  it('is left out when it is absent', () => {
    expect(encode(row, { id: '1', time: undefined })).toBe('{"id":1}');
    expect(encode(row, { id: '1', time: 7 })).toBe('{"id":1,"time":7}');
  });
});

describe('what may be empty', () => {
  const row = z.object({ note: mayBeEmpty(text), hash: mayBeEmpty(textOrDigits) });

  it('reads absent, null and empty as absent, and what is there as it is', () => {
    for (const json of ['{}', '{"note":null,"hash":null}', '{"note":"","hash":""}']) expect(encode(row, decode(row, json))).toBe('{}');
    expect(decode(row, '{"note":" x","hash":"007"}')).toEqual({ note: ' x', hash: '007' });
  });

  it('reads digits as text where the document shows no type, and nothing else', () => {
    expect(decode(row, '{"hash":9007199254740993}').hash).toBe('9007199254740993');
    for (const json of ['{"note":7}', '{"hash":1.5}', '{"hash":true}']) {
      expect(z.safeDecode(row, parseJson(json) as never).success, json).toBe(false);
    }
  });

  it('may be written empty', () => {
    expect(encode(row, { note: '', hash: '7' })).toBe('{"note":"","hash":"7"}');
  });
});
