import type { Instant } from '../../base/instant.ts';
import type { HttpAnswer } from './httpCall.ts';

/** An answer with a JSON body, or an HTML body when the text begins with `<`. `at` goes into the `Date` header. */
export function textAnswer(status: number, body: string, at: Instant, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  const date = dateText(at);
  if (body === '') return { status, headers: { date, ...headers }, body };
  const type = body.startsWith('<') ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8';
  return { status, headers: { date, 'content-type': type, ...headers }, body };
}

/** The answer to a path without a route (000 Errors 3). */
export function unknownPath(at: Instant): HttpAnswer {
  return textAnswer(404, '{"message":"Not Found"}', at);
}

let second = Number.NaN;
let text = '';

/** The text is written once a second. */
function dateText(at: Instant): string {
  const whole = Math.floor(at / 1000);
  if (whole !== second) {
    second = whole;
    text = new Date(at).toUTCString();
  }
  return text;
}
