import { Fault, messageOf } from '../../base/fault.ts';
import type { Instant } from '../../base/instant.ts';
import { JsonNumber, type JsonValue, parseJson, stringifyJson } from '../../base/json.ts';

/** What was told about an intent, a deposit or a payment: received, or derived from reads. A hint, never a proof: it is unsigned. */
export interface Notification {
  readonly receivedAt: Instant;
  /** As they came, to be passed on unchanged. */
  readonly bytes: Uint8Array;
  readonly body: NotificationBody;
}

export type NotificationBody = Readonly<Record<string, JsonValue>>;

/** Throws a `Fault` `invalid-request` when the bytes are no JSON object. */
export function readNotification(bytes: Uint8Array, receivedAt: Instant): Notification {
  const body = jsonOf(bytes);
  if (typeof body !== 'object' || body === null || Array.isArray(body) || body instanceof JsonNumber) {
    throw new Fault('invalid-request', 'the body is no JSON object');
  }
  return { receivedAt, bytes, body: body as NotificationBody };
}

/** One that nobody sent. Absent members become null, as in those of the venue (001 Events). */
export function derivedNotification(fields: Readonly<Record<string, unknown>>, at: Instant): Notification {
  const members = Object.entries(fields).map(([name, value]) => [name, value ?? null]);
  return readNotification(Buffer.from(stringifyJson(Object.fromEntries(members))), at);
}

function jsonOf(bytes: Uint8Array): JsonValue {
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new Fault('invalid-request', `the body is no JSON: ${messageOf(error)}`, { cause: error });
  }
}
