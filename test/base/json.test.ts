import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec, Decimal } from '../../src/base/decimal.ts';
import { decimalOf, idOf, jsonForPeople, JsonNumber, parseJson, stringifyJson, wireDigits } from '../../src/base/json.ts';
import { anyCharacter } from '../anyCharacter.ts';
import { canonical, jsonNumberText, PITFALLS } from './canonical.ts';

describe('numbers on the wire', () => {
  it.each(PITFALLS)('%s comes back as the same text when it is passed on', (text) => {
    expect(stringifyJson(parseJson(text))).toBe(text);
    expect(stringifyJson(parseJson(`{"a":[${text}]}`))).toBe(`{"a":[${text}]}`);
  });

  it.each(PITFALLS)('%s is the same value as a Decimal, there and back', (text) => {
    const written = stringifyJson({ amount: decimalOf(parseJson(text) as JsonNumber) });
    expect(canonical(/:(.*)\}$/.exec(written)![1]!)).toBe(canonical(text));
  });

  it('keeps value and text of any number', () => {
    fc.assert(
      fc.property(jsonNumberText, (text) => {
        expect(stringifyJson(parseJson(text))).toBe(text);
        const decimal = decimalOf(parseJson(text) as JsonNumber)!;
        expect(canonical(stringifyJson(decimal))).toBe(canonical(text));
        expect(decimalOf(parseJson(stringifyJson(decimal)) as JsonNumber)!.eq(decimal)).toBe(true);
      }),
    );
  });

  it('takes no float step: neighbours that one double cannot tell apart stay apart', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 2n ** 53n, max: 10n ** 39n }), (units) => {
        const [a, b] = [units, units + 1n].map((value) => decimalOf(parseJson(`${value}e-20`) as JsonNumber)!);
        expect(canonical(b!.minus(a!).toFixed())).toBe('1e-20');
      }),
    );
  });

  it('refuses an exponent beyond anything that a venue can mean', () => {
    for (const text of ['1e61', '1e-61', '1e400', '1e99999']) expect(decimalOf(new JsonNumber(text)), text).toBeUndefined();
    expect(decimalOf(new JsonNumber('1e60'))).toBeDefined();
  });
});

describe('ids on the wire', () => {
  it('are the digits as sent, above 2^53 too', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n }), (id) => {
        expect(idOf(parseJson(String(id)) as JsonNumber)).toBe(String(id));
        expect(stringifyJson({ id })).toBe(`{"id":${id}}`);
      }),
    );
  });

  it.each(['1.0', '1e3', '0.5', '-0', '1'.repeat(41)])('are not %s', (text) => {
    expect(idOf(new JsonNumber(text))).toBeUndefined();
  });
});

describe('stringifyJson', () => {
  it('writes a Decimal as a number in plain notation', () => {
    const rows: [string, string][] = [
      ['1e-8', '0.00000001'],
      ['1e21', '1000000000000000000000'],
      ['-0', '0'],
      ['61249.90', '61249.9'],
    ];
    for (const [given, written] of rows)
      expect(stringifyJson({ a: dec(given), b: [dec(given)] })).toBe(`{"a":${written},"b":[${written}]}`);
  });

  it('writes the rest as JSON does, and leaves out undefined members', () => {
    const value = { a: 1, b: 'x', c: [true, null], d: undefined, e: { f: -0 } };
    expect(stringifyJson(value)).toBe('{"a":1,"b":"x","c":[true,null],"e":{"f":0}}');
    expect(stringifyJson({ a: dec('1') }, 2)).toBe('{\n  "a": 1\n}');
  });

  it('refuses a binary float that is no whole number, and names the field', () => {
    for (const value of [0.1, NaN, Infinity, 2 ** 53])
      expect(() => stringifyJson({ price: value })).toThrow(/^price: .+ is a binary float/);
  });

  it('refuses a Decimal that is no number', () => {
    for (const value of [NaN, Infinity]) expect(() => stringifyJson({ a: new Decimal(value) })).toThrow("can't be written");
    expect(() => wireDigits(new Decimal(NaN))).toThrow("can't be written");
  });

  it('survives text with every kind of character', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(parseJson(stringifyJson({ text }))).toEqual({ text });
      }),
    );
  });
});

describe('parseJson', () => {
  it('makes a JsonNumber of every number and nothing else', () => {
    expect(parseJson('{"a":[1,"1",true,null,{}]}')).toEqual({ a: [new JsonNumber('1'), '1', true, null, {}] });
    expect(`${new JsonNumber('1.50')}`).toBe('1.50');
  });

  it('refuses what is not JSON', () => {
    for (const text of ['', '<html>', '{"a":NaN}', '{"a":1', '{"a":1,"a":2}', '['.repeat(100_000)]) {
      expect(() => parseJson(text), text.slice(0, 20)).toThrow(SyntaxError);
    }
  });
});

describe('jsonForPeople', () => {
  it('shows money and ids as text, and all else as it is', () => {
    const value = { amount: dec('1e-8'), id: 9007199254740993n, raw: new JsonNumber('1.50'), ratio: 0.5, list: [dec('2.50')] };
    expect(jsonForPeople(value)).toBe('{"amount":"0.00000001","id":"9007199254740993","raw":"1.50","ratio":0.5,"list":["2.5"]}');
  });
});
