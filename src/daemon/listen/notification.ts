import { Fault, messageOf } from '../../base/fault.ts';
import type { Instant } from '../../base/instant.ts';
import { JsonNumber, type JsonValue, parseJson, stringifyJson } from '../../base/json.ts';
import { textOfUtf8 } from '../../base/utf8.ts';

/**
 * News about an intent, a deposit or a payment, either received or derived from reads. It is unsigned, so it is a hint and never
 * a proof.
 */
export interface Notification {
  readonly receivedAt: Instant;
  /** The bytes as they came, to be passed on unchanged. */
  readonly bytes: Uint8Array;
  readonly body: NotificationBody;
}

export type NotificationBody = Readonly<Record<string, JsonValue>>;

/** Throws a `Fault` `invalid-request` when the bytes are not a JSON object. */
export function readNotification(bytes: Uint8Array, receivedAt: Instant): Notification {
  const body = jsonOf(bytes);
  if (typeof body !== 'object' || body === null || Array.isArray(body) || body instanceof JsonNumber) {
    throw new Fault('invalid-request', 'the body is no JSON object');
  }
  return { receivedAt, bytes, body: body as NotificationBody };
}

/** A notification that nobody sent. Absent members become null, as in the venue's own (001 Events). */
export function derivedNotification(fields: Readonly<Record<string, unknown>>, at: Instant): Notification {
  const members = Object.entries(fields).map(([name, value]) => [name, value ?? null]);
  return readNotification(Buffer.from(stringifyJson(Object.fromEntries(members))), at);
}

function jsonOf(bytes: Uint8Array): JsonValue {
  try {
    return parseJson(textOfUtf8(bytes));
  } catch (error) {
    throw new Fault('invalid-request', `the body is no JSON: ${messageOf(error)}`, { cause: error });
  }
}
