import type { Instant } from '../base/instant.ts';

/** A venue that asks for a longer pause gets this one: a slip in a header must not stop us for a day. */
const LONGEST_MS = 3_600_000;

/** Reads `Retry-After` (whole seconds, or an HTTP date) as milliseconds from `now`, at most an hour; undefined when it is neither. */
export function retryAfterMsOf(header: string | undefined, now: Instant): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(httpDate(text)) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), LONGEST_MS);
}

/** When the venue says it is, by its `Date` header (one second of resolution); undefined when there is none to read. */
export function dateOf(header: string | undefined): Instant | undefined {
  if (header !== last.header) last = { header, at: header === undefined ? NaN : Date.parse(httpDate(header.trim())) };
  return Number.isNaN(last.at) ? undefined : last.at;
}

/** The answers of one second all say the same. */
let last: { readonly header: string | undefined; readonly at: Instant } = { header: undefined, at: NaN };

/** Only the form that HTTP requires of senders today; `Date.parse` alone would take nearly anything. */
function httpDate(text: string): string {
  return /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text) ? text : '';
}
