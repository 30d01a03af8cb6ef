import { z } from 'zod';
import { isCountryCode, isCurrencyCode, isLanguageCode } from '../../base/isoCodes.ts';
import { JsonNumber } from '../../base/json.ts';

/** The service's message for a required value that is missing or empty (002 Errors). */
export const BLANK = 'This value should not be blank.';

/** What is missing is blank; what is no text is told as such. */
const KIND = { error: ({ input }: { readonly input?: unknown }) => (input === undefined || input === null ? BLANK : undefined) };

/** Required text with a maximum length (002 Resources). */
export function textUpTo(length: number): z.ZodString {
  return z
    .string(KIND)
    .min(1, { error: BLANK, abort: true })
    .max(length, { error: `must have at most ${length} characters`, abort: true })
    .meta({ wire: 'text' });
}

/** Optional text with a maximum length. It may be empty. */
export function textAtMost(length: number): z.ZodString {
  return z.string().max(length, `must have at most ${length} characters`).meta({ wire: 'text' });
}

/** Required text that must be what `isOne` says. */
export function textOf(isOne: (text: string) => boolean, expected: string): z.ZodString {
  return z.string(KIND).min(1, { error: BLANK, abort: true }).refine(isOne, `expected ${expected}`).meta({ wire: 'text' });
}

export const countryCode = textOf(isCountryCode, 'a country code of two letters, like DE');
export const currencyCode = textOf((text) => isCurrencyCode(text) && text === text.toUpperCase(), 'an ISO currency code, like EUR');
export const languageCode = textOf(isLanguageCode, 'a language of two letters, like en');

/** Money in whole minor units: cents of a euro. A JSON integer. */
export const minorUnits = z
  .codec(z.instanceof(JsonNumber, { error: 'expected a whole number of minor units' }), z.int(), {
    decode: (number, context) => {
      const value = Number(number.text);
      if (/^(?:0|-?[1-9]\d*)$/.test(number.text) && Number.isSafeInteger(value)) return value;
      context.issues.push({ code: 'custom', message: 'expected a whole number of minor units', input: number.text });
      return z.NEVER;
    },
    encode: (value) => new JsonNumber(String(value)),
  })
  .refine((value) => value > 0, 'must be greater than 0')
  .meta({ wire: 'int' });
