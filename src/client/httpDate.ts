import { HOUR_MS, type Instant } from '../base/instant.ts';

/** The longest pause that we grant a venue, so that a slip in a header can't stop us for a day. */
const LONGEST_MS = HOUR_MS;

/**
 * Reads `Retry-After` (whole seconds or an HTTP date) as milliseconds from `now`, at most an hour. Undefined when it is neither.
 */
export function retryAfterMsOf(header: string | undefined, now: Instant): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(httpDate(text)) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), LONGEST_MS);
}

/** The venue's time from its `Date` header, to the second. Undefined when the header is missing or unreadable. */
export function dateOf(header: string | undefined): Instant | undefined {
  if (header !== last.header) last = { header, at: header === undefined ? NaN : Date.parse(httpDate(header.trim())) };
  return Number.isNaN(last.at) ? undefined : last.at;
}

/** All answers of one second have the same header. */
let last: { readonly header: string | undefined; readonly at: Instant } = { header: undefined, at: NaN };

/** Accepts only the form that HTTP requires today; `Date.parse` alone would accept nearly anything. */
function httpDate(text: string): string {
  return /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text) ? text : '';
}
