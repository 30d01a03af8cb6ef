import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_JSON_DEPTH, readJson } from '../../src/base/jsonReader.ts';
import { anyCharacter } from '../anyCharacter.ts';
import { jsonNumberText } from './canonical.ts';

const read = (text: string): unknown => readJson(text, Number);

/** The result of JSON.parse, or undefined when it refuses. */
function reference(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function ours(text: string): { value: unknown } | undefined {
  try {
    return { value: read(text) };
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
    return undefined;
  }
}

describe('readJson', () => {
  it('reads every document as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: anyCharacter }), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(read(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('takes and refuses exactly what JSON.parse does, of documents with a character changed, lost or put in', () => {
    const character = fc.constantFrom(...'{}[]",:\\/-+.eE0123tfnu \n\r\t\b\u0000\u00a0\ufeff\u2028ab\u0027'.split(''));
    const document = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value));
    fc.assert(
      fc.property(document, fc.nat(), fc.nat(2), character, (text, where, lost, put) => {
        const at = where % (text.length + 1);
        const changed = text.slice(0, at) + put + text.slice(at + lost);
        const expected = reference(changed);
        const found = ours(changed);
        // Only a key that stands twice may be refused where JSON.parse accepts it.
        if (found === undefined && expected !== undefined) expect(() => read(changed)).toThrow('stands twice');
        else expect(found).toEqual(expected);
      }),
      { numRuns: 5000 },
    );
  });

  it('takes and refuses exactly what JSON.parse does, of short texts made of the characters of JSON', () => {
    const text = fc.array(fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '0', '1', '-', '.', 'e', 'null', '"a"', '\\', 'u', ' '), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(text, (parts) => {
        const joined = parts.join('');
        expect(ours(joined)).toEqual(reference(joined));
      }),
      { numRuns: 5000 },
    );
  });

  it('hands over the digits of a number as they stand', () => {
    fc.assert(
      fc.property(jsonNumberText, (text) => {
        expect(readJson(` [${text} ,${text}]`, (digits) => digits)).toEqual([text, text]);
        expect(readJson(text, (digits) => digits)).toBe(text);
      }),
    );
  });

  it.each(['01', '1.', '.5', '-', '+1', '1e', '1e+', '0x1', '1_0', '- 1', 'NaN', 'Infinity', '1n', '١'])(
    'refuses the number %s',
    (text) => {
      expect(() => read(text)).toThrow(SyntaxError);
    },
  );

  it.each([
    '',
    ' ',
    'nul',
    'truefalse',
    'True',
    '[1,]',
    '[,1]',
    '{"a":1,}',
    '{a:1}',
    "{'a':1}",
    '{"a" 1}',
    '[1 2]',
    '1 2',
    '[',
    '{"a":',
    '"a',
    '"\n"',
    '"\\x"',
    '"\\u12G4"',
    '\ufeff1',
    '[1]//',
    '<html>',
  ])('refuses %j and says where', (text) => {
    expect(() => read(text)).toThrow(/^not JSON at character \d+: expected .+, found .+/);
  });

  it('refuses a key that stands twice in one object, however it is written', () => {
    for (const text of [
      '{"a":1,"a":1}',
      '{"a":1,"b":2,"\\u0061":3}',
      '[{"x":{"a":1,"a":null}}]',
      '{"__proto__":1,"__proto__":2}',
      '{"toString":1,"toString":2}',
    ]) {
      expect(() => read(text), text).toThrow('stands twice');
    }
    expect(() => read('{"amount":1,"amount":2}')).toThrow('not JSON at character 13: the key "amount" stands twice');
  });

  it('takes one key in two objects, and names that every object inherits', () => {
    expect(read('[{"a":1},{"a":{"a":2}}]')).toEqual([{ a: 1 }, { a: { a: 2 } }]);
    expect(read('{"toString":1,"constructor":2,"hasOwnProperty":3}')).toEqual({ toString: 1, constructor: 2, hasOwnProperty: 3 });
  });

  it('makes a plain member of __proto__ and leaves prototypes alone', () => {
    const value = read('{"__proto__":{"admin":true}}') as Record<string, unknown>;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(value['admin']).toBeUndefined();
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });

  it('reads down to its depth limit, and refuses a nesting of 10^5 without exhausting the stack', () => {
    const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + '1' + close.repeat(depth);
    expect(() => read(nested(MAX_JSON_DEPTH, '[', ']'))).not.toThrow();
    expect(() => read(nested(MAX_JSON_DEPTH + 1, '[', ']'))).toThrow('nested more than 512 deep');
    expect(() => read(nested(100_000, '[', ']'))).toThrow(SyntaxError);
    expect(() => read(nested(100_000, '{"a":', '}'))).toThrow(SyntaxError);
    expect(() => read('['.repeat(100_000))).toThrow(SyntaxError);
  });

  it('counts depth and not length: many shallow things are no nesting', () => {
    expect(read(`[${'[],{},'.repeat(10_000)}[]]`)).toHaveLength(20_001);
  });

  it('reads escapes, lone surrogates included, as JSON.parse does', () => {
    const text = String.raw`"\"\\\/\b\f\n\r\t\u0041\ud83d\ude00\ud800 and 13 more characters"`;
    expect(read(text)).toBe(JSON.parse(text));
  });
});
