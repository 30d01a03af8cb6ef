import { durationMsOf, exactDuration, instantOf } from '../base/instant.ts';
import type { Parser } from './command.ts';

/** Parsers of command-line values; each throws an `Error` that says what was expected. */

export function textValue(text: string): string {
  if (text.trim() === '') throw new Error('expected a text');
  return text;
}

export function wholeValue(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) throw new Error(`expected a whole number from ${min} to ${max}`);
    return value;
  };
}

/** A whole number of ticks, which may be below 0. */
export function ticksValue(text: string): number {
  if (!/^-?\d{1,7}$/.test(text)) throw new Error('expected a whole number of ticks, like 2 or -1');
  return Number(text);
}

/** A duration with its unit, in milliseconds. */
export function durationValue(text: string): number {
  const value = durationMsOf(text);
  if (value === undefined || value <= 0) throw new Error('expected a duration like 30s, 5m or 24h');
  return value;
}
durationValue.shown = exactDuration;

/** An exact number above zero. It stays text until the decimals are loaded. */
export function amountValue(text: string): string {
  if (!/^(?:\d{1,40}(?:\.\d{1,40})?|\.\d{1,40})$/.test(text) || /^[0.]+$/.test(text))
    throw new Error('expected a number above 0, like 0.01');
  return text;
}

/** An exact number of zero or more. It stays text until the decimals are loaded. */
export function amountOrNoneValue(text: string): string {
  if (!/^(?:\d{1,40}(?:\.\d{1,40})?|\.\d{1,40})$/.test(text)) throw new Error('expected a number of 0 or more, like 0.01');
  return text;
}

/** A part of a whole: above 0 and up to 1. It stays text until the decimals are loaded. */
export function shareValue(text: string): string {
  if (!/^(?:0?\.\d{1,40}|1(?:\.0{1,40})?)$/.test(text) || /^[0.]+$/.test(text))
    throw new Error('expected a share above 0 and up to 1, like 0.05 for 5 %');
  return text;
}

/** A share of something, `0.5%` or `0%`, as an exact fraction of 1 in text. It stays text until the decimals are loaded. */
export function percentValue(text: string): string {
  const [, whole, part = ''] = /^(\d{1,2})(?:\.(\d{1,10}))?%$/.exec(text) ?? [];
  if (whole === undefined) throw new Error('expected a percentage below 100%, like 0.5%');
  return `0.${whole.padStart(2, '0')}${part}`;
}

/** One of a few words, in upper or lower case. */
export function oneOf<const T extends string>(...choices: readonly T[]): Parser<T> {
  const parse = (text: string): T => {
    const found = choices.find((word) => word.toLowerCase() === text.toLowerCase());
    if (found === undefined) throw new Error(`expected ${choices.join(' or ')}`);
    return found;
  };
  return Object.assign(parse, { choices });
}

/** What something moves by, up or down: `5%` or `-2.5%`, in percent and in text. It stays text until the decimals are loaded. */
export function movePercentValue(text: string): string {
  const [, percent] = /^([+-]?\d{1,4}(?:\.\d{1,10})?)%?$/.exec(text) ?? [];
  if (percent === undefined || /^[+-]?[0.]+$/.test(percent)) throw new Error('expected a percentage, like 5% or -2.5%');
  return percent.replace(/^\+/, '');
}

/** A currency, in capitals as venues write it. */
export function currencyValue(text: string): string {
  if (!/^[A-Za-z0-9]{1,20}$/.test(text)) throw new Error('expected a currency, like EUR');
  return text.toUpperCase();
}

/** An id of the venue: digits, of any length. */
export function orderIdValue(text: string): string {
  if (!/^\d{1,40}$/.test(text)) throw new Error('expected an order id: digits, as `sluice orders list` shows them');
  return text;
}

/** The id of an order of the venue, or of one that the desk keeps. */
export function anyOrderIdValue(text: string): string {
  if (!/^(?:\d{1,40}|[0-7][0-9A-HJKMNP-TV-Z]{25})$/.test(text)) {
    throw new Error(
      'expected an order id: digits, or the 26 characters of an order that the desk keeps, as `sluice orders list` shows them',
    );
  }
  return text;
}

export function intentIdValue(text: string): string {
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{25}(-\d{1,3})?$/.test(text))
    throw new Error(
      'expected the id of an intent: 26 characters, and -1 or so for a leg of a trade, as `sluice orders unresolved` shows them',
    );
  return text;
}

/** `BASE/QUOTE`, in capitals as venues write it. */
export function symbolValue(text: string): string {
  if (!/^[A-Za-z0-9]{1,20}\/[A-Za-z0-9]{1,20}$/.test(text)) throw new Error('expected a trading pair, like BTC/EUR');
  return text.toUpperCase();
}

/** `BTC/EUR,ETH/EUR`, or `all`. */
export function symbolsValue(text: string): 'all' | readonly string[] {
  if (text.toLowerCase() === 'all') return 'all';
  return [...new Set(text.split(',').map((symbol) => symbolValue(symbol.trim())))];
}

/** `CUR=AMOUNT`, repeatable: amounts by currency, as text. */
export function balanceValue(text: string, previous: unknown): Readonly<Record<string, string>> {
  const [, currency, amount] = /^([A-Za-z][A-Za-z0-9]{0,19})=(\d{1,30}(?:\.\d{1,30})?)$/.exec(text) ?? [];
  if (currency === undefined || amount === undefined) throw new Error('expected CURRENCY=AMOUNT, like EUR=100000');
  return { ...(previous as Record<string, string> | undefined), [currency.toUpperCase()]: amount };
}

/** `PAIR=PRICE`, repeatable: prices by symbol, as text. */
export function priceValue(text: string, previous: unknown): Readonly<Record<string, string>> {
  const [, symbol, price] = /^([A-Za-z0-9]{1,20}\/[A-Za-z0-9]{1,20})=(.+)$/.exec(text) ?? [];
  if (symbol === undefined || !/^\d{1,30}(?:\.\d{1,30})?$/.test(price!) || /^[0.]+$/.test(price!)) {
    throw new Error('expected PAIR=PRICE, like BTC/EUR=50000');
  }
  return { ...(previous as Record<string, string> | undefined), [symbol.toUpperCase()]: price! };
}

/** A UTC day, as its first moment. */
export function dayValue(text: string): number {
  const at = instantOf(`${text}T00:00:00Z`);
  if (at === undefined) throw new Error('expected a day, like 2026-11-20');
  return at;
}

/** A month, as it is written. */
export function monthValue(text: string): string {
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)) throw new Error('expected a month, like 2026-10');
  return text;
}

/** A time, or a UTC day as its first moment. */
export function timeValue(text: string): number {
  const at = instantOf(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text);
  if (at === undefined) throw new Error('expected a day like 2026-11-01 or a time like 2026-11-01T09:00:00Z');
  return at;
}

/** `HOST:PORT`, where something listens. */
export function hostPortValue(text: string): { readonly host: string; readonly port: number } {
  const [, host, port] = /^(\[[0-9a-f:.]+\]|[\w.-]+):(\d{1,5})$/i.exec(text) ?? [];
  if (host === undefined || Number(port) > 65_535) throw new Error('expected an address of this machine and a port, like 10.0.0.7:7801');
  return { host: host.replaceAll(/[[\]]/g, ''), port: Number(port) };
}

/** A size with its unit, in bytes. */
export function bytesValue(text: string): number {
  const [, count, unit] = /^(\d{1,9})(MiB|GiB|TiB)$/.exec(text) ?? [];
  if (count === undefined || Number(count) === 0) throw new Error('expected a size like 500MiB or 20GiB');
  return Number(count) * 2 ** { MiB: 20, GiB: 30, TiB: 40 }[unit as 'MiB' | 'GiB' | 'TiB'];
}

/** An address that accepts posts. */
export function urlValue(text: string): string {
  return addressValue(text, 'http://127.0.0.1:3000/notify');
}

/** The address of a venue. */
export function venueUrlValue(text: string): string {
  return addressValue(text, 'http://127.0.0.1:7718');
}

function addressValue(text: string, example: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new Error(`expected an address like ${example}, without a user name`);
  }
  return url.href;
}

/** `SWEEP:NUMBER`: one trial of a sweep. */
export function trialValue(text: string): { readonly sweep: string; readonly number: number } {
  const [, sweep, number] = /^(.+):(\d{1,9})$/.exec(text) ?? [];
  if (sweep === undefined || number === undefined) throw new Error('expected a sweep and the number of a trial, like my-3f9a01c2d4e5:17');
  return { sweep, number: Number(number) };
}

/** `a,b`: words with commas between them. */
export function wordsValue(text: string): readonly string[] {
  const words = text.split(',').map((word) => word.trim());
  if (words.includes('')) throw new Error('expected words with commas between them, like a,b');
  return words;
}

/** A name that becomes a file name, so nothing in it may be a path. */
export function nameValue(text: string): string {
  if (!/^[A-Za-z][A-Za-z0-9_-]{0,39}$/.test(text)) throw new Error('expected letters, digits, - and _, beginning with a letter');
  return text;
}
