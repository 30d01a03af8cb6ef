import type { Context, Hono } from 'hono';
import { Fault, isFault, messageOf } from '../base/fault.ts';
import { jsonForPeople } from '../base/json.ts';
import { redacted } from '../base/redacted.ts';

/** Answers every error with a fault that the caller can read. `who` names the process: `the daemon`. */
export function faultsToReplies(app: Hono, who: string): void {
  app.onError((error, context) => faultReply(context, isFault(error) ? error : new Fault('internal', messageOf(error))));
  app.notFound((context) => faultReply(context, new Fault('not-found', `${who} has no ${context.req.path}; it may be of another version`)));
}

/**
 * The JSON body of a request, or what stands for an empty one. Rejects with `usage` when it is none, or too long: then the rest of it is not
 * read.
 */
export async function readBody(request: Request, mostBytes: number, empty = ''): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const body: AsyncIterable<Uint8Array> | readonly Uint8Array[] = request.body ?? [];
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > mostBytes) throw new Fault('usage', `the request is too long: expected at most ${mostBytes} bytes`);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString() || empty) as unknown;
  } catch (error) {
    throw new Fault('usage', `the request is not JSON: ${messageOf(error)}`);
  }
}

export function controlReply(context: Context, value: unknown): Response {
  return context.body(redacted(jsonForPeople(value)), 200, { 'content-type': 'application/json' });
}

function faultReply(context: Context, fault: Fault): Response {
  return context.body(faultBody(fault), 400, { 'content-type': 'application/json' });
}

/** A fault crosses with everything that the command line shows of it. */
export function faultBody(fault: Fault): string {
  const { code, message, outcome, retryable, retryAfterMs, stands, suggestion, venueCode, status, traceId } = fault;
  return redacted(
    jsonForPeople({ fault: { code, message, outcome, retryable, retryAfterMs, stands, suggestion, venueCode, status, traceId } }),
  );
}
