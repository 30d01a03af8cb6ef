import { Fault } from '../base/fault.ts';
import { plainLine } from '../base/plainText.ts';
import { redacted } from '../base/redacted.ts';

/**
 * A fault of the client whose texts may come from the venue, or from whoever stands in between: on one line each, without what would
 * drive a terminal, and without keys and signatures, which some servers repeat.
 */
export function cleanFault(error: unknown): unknown {
  if (!(error instanceof Fault)) return error;
  const { code, message, suggestion, venueCode, traceId, fieldErrors, refusal, outcome, retryable, status, retryAfterMs, cause } = error;
  const texts = [message, suggestion, venueCode, traceId, refusal, ...Object.entries(fieldErrors ?? {}).flat(2)];
  if (texts.every((text) => text === undefined || cleanText(text) === text)) return error;
  const clean = <Text extends string | undefined>(text: Text): Text => (text === undefined ? text : (cleanText(text) as Text));
  return new Fault(code, cleanText(message), {
    outcome,
    retryable,
    status,
    retryAfterMs,
    cause,
    suggestion: clean(suggestion),
    venueCode: clean(venueCode),
    traceId: clean(traceId),
    refusal: clean(refusal),
    fieldErrors:
      fieldErrors &&
      Object.fromEntries(Object.entries(fieldErrors).map(([field, messages]) => [cleanText(field), messages.map(cleanText)])),
  });
}

function cleanText(text: string): string {
  return plainLine(redacted(text));
}
