import { z } from 'zod';
import { type Decimal, decimalFrom } from '../base/decimal.ts';
import { durationMsOf } from '../base/instant.ts';
import { currenciesOf } from '../model/pair.ts';
import { isReference } from './yamlTree.ts';
import { didYouMean } from '../base/didYouMean.ts';

/** A sum of money as it stands in a configuration: `500 EUR`. */
export interface Amount {
  readonly amount: Decimal;
  readonly currency: string;
}

/** What every field of the schema says about itself, in its zod metadata. */
export interface FieldMeta {
  readonly kind:
    | 'text'
    | 'choice'
    | 'whole'
    | 'decimal'
    | 'percent'
    | 'amount'
    | 'duration'
    | 'symbol'
    | 'markets'
    | 'url'
    | 'path'
    | 'secret'
    | 'flag';
  readonly description: string;
  /** Applied by `reload`; every other field needs a restart. */
  readonly hot: boolean;
  /** The unit of the value as it is written. */
  readonly unit?: string;
  readonly expected: string;
  readonly examples: readonly string[];
}

export interface About {
  readonly about: string;
  readonly hot?: true;
  readonly unit?: string;
}

export type FieldKind = FieldMeta['kind'];

/**
 * A field that is written as text and parsed exactly. `parse` returns undefined for an invalid value; `meant` suggests what the
 * person may have meant.
 */
export function scalar<T>(
  kind: FieldKind,
  about: About,
  expected: string,
  examples: readonly string[],
  parse: (text: string) => T | undefined,
  meant: (text: string) => string | undefined = () => undefined,
) {
  const meta: FieldMeta = {
    kind,
    description: about.about,
    hot: about.hot ?? false,
    ...(about.unit === undefined ? {} : { unit: about.unit }),
    expected,
    examples,
  };
  return z
    .string({ error: (issue) => (issue.input === undefined ? `is missing: expected ${expected}` : `expected ${expected}`) })
    .transform((text, context): T => {
      const value = parse(text);
      if (value !== undefined) return value;
      const near = meant(text);
      context.addIssue({ code: 'custom', message: `expected ${expected}${near === undefined ? '' : `; did you mean ${near}?`}` });
      return z.NEVER;
    })
    .meta({ ...meta });
}

export function duration(about: About, limits: { min: string; max: string }) {
  const min = durationMsOf(limits.min)!;
  const max = durationMsOf(limits.max)!;
  const expected = `a duration from ${limits.min} to ${limits.max}, with its unit, like 250ms, 2s, 5m, 24h or 90d`;
  return scalar('duration', { unit: 'ms, s, m, h or d', ...about }, expected, [limits.min], (text) => {
    const ms = durationMsOf(text);
    return ms !== undefined && ms >= min && ms <= max ? ms : undefined;
  });
}

export function whole(about: About, limits: { min: number; max: number; orNone?: true }) {
  const { min, max, orNone = false } = limits;
  const expected = `${orNone ? '0, or ' : ''}a whole number from ${min} to ${max}`;
  return scalar('whole', about, expected, [String(min)], (text) => {
    const value = /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
    if (value === 0 && orNone) return value;
    return value !== undefined && value >= min && value <= max ? value : undefined;
  });
}

export function positiveDecimal(about: About) {
  return scalar('decimal', about, 'a decimal number, 0 or more, like 0.25', ['0.25'], (text) => {
    const value = moneyFrom(text);
    return value !== undefined && value.gte(0) ? value : undefined;
  });
}

export function amount(about: About) {
  return scalar('amount', about, 'an amount above 0 with its currency, like 500 EUR', ['500 EUR'], (text): Amount | undefined => {
    const match = /^(\S+) +([A-Za-z][A-Za-z0-9]{0,19})$/.exec(text);
    const value = match === null ? undefined : moneyFrom(match[1]!);
    return value !== undefined && value.gt(0) ? { amount: value, currency: match![2]! } : undefined;
  });
}

/** The value is the fraction: `2%` is 0.02. */
export function percent(about: About, least: 'above-zero' | 'zero-too' = 'above-zero') {
  const isLeast = (value: Decimal): boolean => (least === 'zero-too' ? value.gte(0) : value.gt(0));
  const expected = least === 'zero-too' ? 'a percentage from 0% to 100%, like 0.1%' : 'a percentage above 0 and up to 100, like 2%';
  const example = least === 'zero-too' ? '0.1%' : '2%';
  return scalar('percent', { unit: '%', ...about }, expected, [example], (text): Decimal | undefined => {
    const value = text.endsWith('%') ? moneyFrom(text.slice(0, -1)) : undefined;
    return value !== undefined && isLeast(value) && value.lte(100) ? value.div(100) : undefined;
  });
}

export function symbol(about: About) {
  const parse = (text: string): string | undefined => (currenciesOf(text) !== undefined && text === text.toUpperCase() ? text : undefined);
  const meant = (text: string): string | undefined => parse(text.toUpperCase().replace(/[-_:]/, '/'));
  return scalar('symbol', about, 'a trading pair, like BTC/EUR', ['BTC/EUR'], parse, meant);
}

/** Several pairs by name, or a list of pairs, each of which is its own name. */
export function markets(about: About) {
  const expected = 'pairs by name, like { left: ETH/EUR, right: BTC/EUR }, or a list of pairs, like [BTC/EUR, ETH/EUR]';
  const isName = (key: string): boolean => /^[A-Za-z]\w{0,39}$/.test(key) || isListed(key) || currenciesOf(key) !== undefined;
  const name = z.string().refine(isName, { error: 'expected a name of letters, digits and _, like left' });
  const named = z.record(name, symbol(about), { error: (issue) => (issue.code === 'invalid_type' ? `expected ${expected}` : undefined) });
  const meta: FieldMeta = {
    kind: 'markets',
    description: about.about,
    hot: about.hot ?? false,
    expected,
    examples: ['{ left: ETH/EUR, right: BTC/EUR }'],
  };
  return z
    .preprocess((input) => (Array.isArray(input) ? Object.fromEntries(input.entries()) : input), named)
    .transform((given, context) => {
      const symbols: Record<string, string> = {};
      if (Object.keys(given).length === 0) context.addIssue({ code: 'custom', message: `expected ${expected}` });
      for (const [key, pair] of Object.entries(given)) {
        const wrong = wrongMarket(key, pair, Object.values(symbols));
        if (wrong !== undefined) context.addIssue({ code: 'custom', path: [key], message: wrong });
        symbols[isListed(key) ? pair : key] = pair;
      }
      return symbols;
    })
    .meta({ ...meta });
}

/** A list is read as a map from its indexes. */
function isListed(key: string): boolean {
  return /^\d+$/.test(key);
}

function wrongMarket(key: string, pair: string, before: readonly string[]): string | undefined {
  if (before.includes(pair)) return `${pair} is there twice; a strategy has one position in a pair`;
  return currenciesOf(key) !== undefined && key !== pair ? `the market named ${key} must be ${key}` : undefined;
}

/** An address without user name or query, where secrets could hide. It is none itself, so that it is no reference. */
export function url(about: About) {
  const expected = 'an address that starts with https:// (or http://), written out, without user name, query or fragment';
  return scalar('url', about, expected, ['https://api.example.com'], urlFrom);
}

export function urlFrom(text: string): string | undefined {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) return undefined;
  if (parsed.username !== '' || parsed.password !== '' || /[?#]/.test(text)) return undefined;
  return text.replace(/\/+$/, '');
}

export function path(about: About, expected: string, example: string, accept: (text: string) => boolean) {
  return scalar('path', about, expected, [example], (text) => (accept(text) ? text : undefined));
}

export const REFERENCE = 'a reference like ${env:NAME} or ${file:PATH}; a key or a secret is never written into this file';

/** Says where a secret is kept. It never holds the secret itself. */
export function secretReference(about: About) {
  return scalar('secret', about, REFERENCE, ['${env:SLUICE_KEY}', '${file:/run/credentials/secret}'], (value) =>
    isReference(value) ? value : undefined,
  );
}

export function choice<const T extends string>(about: About, values: readonly [T, ...T[]]) {
  const expected = values.length === 1 ? values[0] : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
  const meta: FieldMeta = { kind: 'choice', description: about.about, hot: about.hot ?? false, expected, examples: values };
  return z
    .enum(values, {
      error: ({ input }) => {
        const near = typeof input === 'string' ? didYouMean(input, values) : undefined;
        return `expected ${expected}${near === undefined ? '' : `; did you mean ${near}?`}`;
      },
    })
    .meta({ ...meta });
}

/** Written as YAML's own true or false. */
export function flag(about: About) {
  const expected = 'true or false';
  const meta: FieldMeta = { kind: 'flag', description: about.about, hot: about.hot ?? false, expected, examples: ['true', 'false'] };
  return z.boolean({ error: `expected ${expected}` }).meta({ ...meta });
}

/** A map of which all keys are known. */
export function section<T extends z.ZodRawShape>(about: string, shape: T) {
  return z
    .strictObject(shape, {
      error: (issue) => (issue.code === 'invalid_type' ? `expected a map with ${Object.keys(shape).slice(0, 4).join(', ')}` : undefined),
    })
    .meta({ description: about });
}

export function listOf<T extends z.ZodType>(about: string, item: T, what: string, max: number, example = '[BTC/EUR, ETH/EUR]') {
  const expected = `expected a list of ${what}, like ${example}`;
  return z.array(item, { error: expected }).min(1, expected).max(max, `expected at most ${max}`).meta({ description: about });
}

export function mapOf<T extends z.ZodType>(about: string, isKey: (key: string) => boolean, keyExpected: string, value: T) {
  const key = z.string().refine(isKey, { error: `expected ${keyExpected}` });
  return z
    .record(key, value, { error: (issue) => (issue.code === 'invalid_type' ? 'expected a map' : undefined) })
    .meta({ description: about });
}

/** Reads plain digits, and refuses what can't be a sum of money. */
function moneyFrom(source: string): Decimal | undefined {
  return /^\d{1,30}(?:\.\d{1,30})?$/.test(source) ? decimalFrom(source) : undefined;
}
