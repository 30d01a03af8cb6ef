import { z } from 'zod';
import { isCountryCode, isCurrencyCode, isLanguageCode } from '../../base/isoCodes.ts';
import { JsonNumber } from '../../base/json.ts';

/** The service's message for a required value that is missing or empty (002 Errors). */
export const BLANK = 'This value should not be blank.';

/** What is missing is blank; what is of another kind is told as such. */
export const KIND = { error: ({ input }: { readonly input?: unknown }) => (input === undefined || input === null ? BLANK : undefined) };

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

const TOO_SMALL = 'must be greater than 0';

/** Money in whole minor units: cents of a euro. A JSON integer. */
export const minorUnits = z
  .codec(z.instanceof(JsonNumber, { error: 'expected a whole number of minor units' }), z.int(), {
    decode: (number, context) => {
      const value = Number(number.text);
      const isWhole = /^(?:0|-?[1-9]\d*)$/.test(number.text);
      if (isWhole && Number.isSafeInteger(value)) return value;
      const message = isWhole ? outOfRange(value) : 'expected a whole number of minor units';
      context.issues.push({ code: 'custom', message, input: number.text });
      return z.NEVER;
    },
    encode: (value) => new JsonNumber(String(value)),
  })
  .refine((value) => value > 0, TOO_SMALL)
  .meta({ wire: 'int' });

function outOfRange(value: number): string {
  return value < 0 ? TOO_SMALL : `must be at most ${Number.MAX_SAFE_INTEGER}`;
}
