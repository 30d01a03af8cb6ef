import { isIP } from 'node:net';
import { instantOf } from '../base/instant.ts';
import { isCountryCode, isCurrencyCode, isLanguageCode } from '../base/isoCodes.ts';

/** Parsers of values of payments and deposits; each throws an `Error` that says what was expected. */

/** The id of a payment, a payout or a transaction of the hosted page. */
export function uuidValue(text: string): string {
  if (!/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text)) {
    throw new Error('expected an id like 0f8fad5b-d9cb-469f-a165-70867728950e');
  }
  return text.toLowerCase();
}

/** ISO 3166, in capitals. */
export function countryValue(text: string): string {
  if (!isCountryCode(text)) throw new Error('expected a country code of two letters (ISO 3166), like DE');
  return text.toUpperCase();
}

/** ISO 639-1. */
export function languageValue(text: string): string {
  if (!isLanguageCode(text)) throw new Error('expected a language of two letters (ISO 639-1), like en');
  return text.toLowerCase();
}

/** ISO 4217, in capitals. */
export function fiatValue(text: string): string {
  if (!isCurrencyCode(text)) throw new Error('expected a currency code (ISO 4217), like EUR');
  return text.toUpperCase();
}

/** The code of a network. The venue's list says which there are. */
export function networkValue(text: string): string {
  if (!/^[A-Za-z0-9_.-]{1,40}$/.test(text)) throw new Error('expected the code of a network, like ETH');
  return text;
}

/** An address that notifications are posted to. It stays as it was written. */
export function callbackValue(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new Error('expected an address like https://shop.example/notify, without a user name');
  }
  return text;
}

/** IPv4 as four decimal numbers, or IPv6. */
export function ipValue(text: string): string {
  if (isIP(text) === 0) throw new Error('expected an IPv4 or IPv6 address, like 203.0.113.7');
  return text;
}

/** A calendar month in UTC: its first moment, and that of the next one. */
export function monthValue(text: string): { readonly from: number; readonly to: number; readonly month: string } {
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(text) ?? [];
  const from = instantOf(`${text}-01T00:00:00Z`);
  if (from === undefined) throw new Error('expected a month, like 2026-10');
  return { from, to: Date.UTC(Number(year), Number(month), 1), month: text };
}
