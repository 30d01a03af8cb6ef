import type { Context, Hono } from 'hono';
import { Fault, isFault, messageOf } from '../base/fault.ts';
import { jsonForPeople } from '../base/json.ts';
import { redacted } from '../base/redacted.ts';

/** Answers every error with a fault that the caller can read. `who` names the process: `the daemon`. */
export function faultsToReplies(app: Hono, who: string): void {
  app.onError((error, context) => faultReply(context, isFault(error) ? error : new Fault('internal', messageOf(error))));
  app.notFound((context) => faultReply(context, new Fault('not-found', `${who} has no ${context.req.path}; it may be of another version`)));
}

/** The JSON body of a request, or what stands for an empty one. Rejects with `usage` when it is too long, or is none. */
export async function readBody(request: Request, mostBytes: number, empty = ''): Promise<unknown> {
  const text = (await request.text()) || empty;
  if (text.length > mostBytes) throw new Fault('usage', `the request is too long: expected at most ${mostBytes} bytes`);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Fault('usage', `the request is not JSON: ${messageOf(error)}`);
  }
}

export function controlReply(context: Context, value: unknown): Response {
  return context.body(redacted(jsonForPeople(value)), 200, { 'content-type': 'application/json' });
}

/** A fault crosses the socket with everything that the command line shows of it. */
function faultReply(context: Context, { code, message, outcome, retryable, suggestion, venueCode, status, traceId }: Fault): Response {
  const text = redacted(jsonForPeople({ fault: { code, message, outcome, retryable, suggestion, venueCode, status, traceId } }));
  return context.body(text, 400, { 'content-type': 'application/json' });
}
