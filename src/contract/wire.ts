import { z } from 'zod';
import { Decimal, isDecimal } from '../base/decimal.ts';
import { instantOf, isoOf, type Instant } from '../base/instant.ts';
import { decimalOf, idOf, JsonNumber, wireDigits } from '../base/json.ts';

/**
 * Codecs between the wire's JSON (as `parseJson` reads it) and the program's types. Decoding takes what the venue sends,
 * encoding gives what we send; both keep every digit.
 *
 * `wire` in the metadata names the kind, for documents that are derived from the table.
 */

const jsonNumber = z.instanceof(JsonNumber, { error: 'expected a number' });
const decimalValue = z.custom<Decimal>((value) => isDecimal(value) && value.isFinite(), { error: 'expected a decimal' });

/** A JSON number with exactly the digits of the Decimal: `decimal`, `double` and `float` of the specification. */
export const decimal = z
  .codec(jsonNumber, decimalValue, {
    decode: (number, context) => {
      const value = decimalOf(number);
      if (value !== undefined) return value;
      context.issues.push({ code: 'custom', message: 'expected a decimal number of reasonable size', input: number.text });
      return z.NEVER;
    },
    // zod first tries to encode without running checks, so that a value of the wrong kind gets here.
    encode: (value, context) => {
      if (isDecimal(value) && value.isFinite()) return new JsonNumber(wireDigits(value));
      context.issues.push({ code: 'custom', message: 'expected a decimal', input: value });
      return z.NEVER;
    },
  })
  .meta({ wire: 'decimal' });

/** A decimal that the specification writes as a string (`fiatEquivalent`). */
export const decimalText = z
  .codec(z.string().regex(/^-?\d{1,60}(?:\.\d{1,60})?$/, 'expected a decimal number as text'), decimalValue, {
    decode: (text) => new Decimal(text),
    encode: (value, context) => {
      if (isDecimal(value) && value.isFinite()) return value.toFixed();
      context.issues.push({ code: 'custom', message: 'expected a decimal', input: value });
      return z.NEVER;
    },
  })
  .meta({ wire: 'decimalText' });

/** A `long` id: a JSON number on the wire, text in the program, since it may exceed 2^53. */
export const id = z
  .codec(jsonNumber, z.string().regex(/^(?:0|-?[1-9]\d{0,39})$/, 'expected an id of digits'), {
    decode: (number, context) => {
      const text = idOf(number);
      if (text !== undefined) return text;
      context.issues.push({ code: 'custom', message: 'expected a whole number', input: number.text });
      return z.NEVER;
    },
    encode: (text) => new JsonNumber(text),
  })
  .meta({ wire: 'id' });

/** An `int32` that is a count or a setting and not an id. */
export const int = z
  .codec(jsonNumber, z.int32(), {
    decode: (number, context) => {
      const text = idOf(number);
      const value = Number(text);
      if (text !== undefined && value === (value | 0)) return value;
      context.issues.push({ code: 'custom', message: 'expected a whole number of 32 bits', input: number.text });
      return z.NEVER;
    },
    encode: (value) => new JsonNumber(String(value)),
  })
  .meta({ wire: 'int' });

/** Unix milliseconds as a JSON integer. */
export const millis = z
  .codec(jsonNumber, z.int(), {
    decode: (number, context) => {
      const value = Number(idOf(number));
      if (Number.isSafeInteger(value)) return value;
      context.issues.push({ code: 'custom', message: 'expected Unix milliseconds', input: number.text });
      return z.NEVER;
    },
    encode: (value) => new JsonNumber(String(value)),
  })
  .meta({ wire: 'millis' });

/** An ISO 8601 UTC string on the wire, an instant in the program. */
export const dateTime = z
  .codec(z.string(), z.int(), {
    decode: (text, context): Instant => {
      const at = instantOf(text);
      if (at !== undefined) return at;
      context.issues.push({ code: 'custom', message: 'expected an ISO 8601 UTC time', input: text });
      return z.NEVER;
    },
    encode: (at, context) => {
      if (Math.abs(at) <= 8.64e15) return isoOf(at);
      context.issues.push({ code: 'custom', message: 'expected an instant', input: at });
      return z.NEVER;
    },
  })
  .meta({ wire: 'dateTime' });

export const text = z.string().meta({ wire: 'text' });

/** Required text that may not be blank. */
export const requiredText = z.string().min(1, 'must not be empty').meta({ wire: 'text' });

/** `BASE/QUOTE`. */
export const symbol = z
  .string()
  .regex(/^[A-Za-z0-9]{1,20}\/[A-Za-z0-9]{1,20}$/, 'expected BASE/QUOTE, like BTC/EUR')
  .meta({ wire: 'symbol' });

export const positive = decimal
  .refine((value) => value.isPositive() && !value.isZero(), 'must be greater than 0')
  .meta({ wire: 'decimal' });

/** A field of an answer on which nothing here depends. If it can't be read it counts as absent, and the rest stays readable. */
export function incidental<T extends z.ZodType>(schema: T): z.ZodType<z.output<T> | undefined> {
  const anything = z.codec(z.unknown(), z.undefined(), { decode: () => undefined, encode: () => null });
  return z.union([schema, z.undefined(), anything]).optional();
}

/** A schema with the value that the venue takes when the field is left out, as it stands on the wire. */
export function withDefault<T extends z.ZodType>(schema: T, value: string | number): T {
  return schema.meta({ ...schema.meta(), venueDefault: value });
}

/** A field that may be absent or null; both read as absent. It is written only when present. */
export function optional<T extends z.ZodType>(schema: T): z.ZodType<z.output<T> | undefined> {
  const nothing = z.codec(z.null(), z.undefined(), { decode: () => undefined, encode: () => null });
  return z.union([schema, z.undefined(), nothing]).optional();
}

/** The venue gives some ids as text and others as numbers (000 Crypto withdrawal, Crypto transaction). Where it does not say, both are read as text. */
export const textOrDigits = z.union([text, id]);

/** A text of an answer that may be absent, null or empty (000 Resources, notation); all three read as absent. It is written only when present. */
export function mayBeEmpty(schema: z.ZodType<string>): z.ZodType<string | undefined> {
  const sent = z.union([schema, z.literal(''), z.null(), z.undefined()]);
  const codec = z.codec(sent, z.string().optional(), {
    decode: (given) => (given === '' || given === null ? undefined : given),
    encode: (given) => given,
  });
  return codec.optional();
}
