import { existsSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { Fault, type FaultCode, isFault, messageOf, type Outcome } from '../base/fault.ts';
import { durationText } from '../base/instant.ts';
import { listenerOf } from './listenerOf.ts';
import { assertOwned } from './assertOwned.ts';

/** A process of ours that listens on a unix socket. */
export interface SocketClient {
  /** Makes one request with a body that is JSON already. Rejects with the process's own `Fault`, or with `network` when it gave no answer. */
  send(method: 'GET' | 'POST', path: string, body?: string): Promise<SocketAnswer>;
}

export interface SocketAnswer {
  readonly status: number;
  /** The status of the venue's answer, or 0 when it is not one. */
  readonly venueStatus: number;
  readonly bytes: Buffer;
}

/** The header of the daemon's answer that has the status of the venue's answer. */
export const STATUS_HEADER = 'x-venue-status';

/** An operator's order may wait for the venue, and then for a lost answer to be found. */
const ANSWER_WITHIN_MS = 60_000;
/** Whoever listens tells how it stands at once, unless its loop is held: then nothing that is asked of it would be heard either. */
const PROBE_WITHIN_MS = 10_000;
/** The error codes of a socket on which nobody listens. */
const NOBODY: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE']);

/**
 * The process that listens on the socket; `probe` is a path that it answers at once. Undefined when there is none. Rejects with `timeout` where it has
 * not answered within `withinMs`.
 */
export async function socketClient(socket: string, probe: string, withinMs = PROBE_WITHIN_MS): Promise<SocketClient | undefined> {
  if (!existsSync(socket)) return undefined;
  assertOwned(socket);
  try {
    await send({ socket, method: 'GET', path: probe, late: () => isHeld(socket, withinMs), withinMs });
  } catch (error) {
    if (NOBODY.has((error as NodeJS.ErrnoException).code)) return undefined;
    throw error instanceof Fault ? error : lost(error);
  }
  const late = (): Fault => new Fault('timeout', 'the daemon did not answer in time');
  return {
    send: (method, path, body) =>
      send({ socket, method, path, body, late, withinMs: ANSWER_WITHIN_MS }).catch((error: unknown) => {
        throw error instanceof Fault ? error : lost(error);
      }),
  };
}

/** No command and no signal that can be caught is heard by a process of which the loop does not turn. */
function isHeld(socket: string, withinMs: number): Fault {
  const pid = listenerOf(socket);
  const end = pid === undefined ? '`pgrep -fa node.*sluice` shows its number, `kill -9 NUMBER` ends it' : `\`kill -9 ${pid}\` ends it`;
  return new Fault(
    'timeout',
    `the process${pid === undefined ? '' : ` ${pid}`} that listens on ${socket} has not answered within ${durationText(withinMs)}`,
    {
      suggestion:
        'repeat the command; one that never answers is held, mostly by a strategy that does not come back, and hears no signal but one: ' +
        `${end}, and \`sluice kill\` then cancels what it has left at the venue and halts the next start`,
    },
  );
}

/** A command that gets no answer from the process knows as little as one that gets none from the venue. `seenBy` says where it shows. */
export function unknownWhenLost(error: unknown, seenBy: string): unknown {
  const isLost = isFault(error, 'network') || isFault(error, 'timeout');
  if (!isLost || error.outcome !== undefined) return error;
  return new Fault('unknown-outcome', error.message, { outcome: 'unknown', cause: error, suggestion: seenBy });
}

function lost(error: unknown): Fault {
  return new Fault('network', `the daemon gave no answer: ${messageOf(error)}`, { cause: error, retryable: true });
}

interface SocketRequest {
  readonly socket: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string | undefined;
  readonly withinMs: number;
  /** Says that no answer came within that time. */
  readonly late: () => Fault;
}

async function send(request: SocketRequest): Promise<SocketAnswer> {
  const answer = await exchange(request);
  if (answer.status !== 200) throw faultOf(answer.bytes.toString());
  return answer;
}

/** Makes one request over the socket, on its own connection. */
function exchange({ socket, method, path, body, withinMs, late }: SocketRequest): Promise<SocketAnswer> {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
    const request = httpRequest({ socketPath: socket, method, path, headers, agent: false, timeout: withinMs }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const venueStatus = Number(response.headers[STATUS_HEADER] ?? 0);
        resolve({ status: response.statusCode ?? 0, venueStatus, bytes: Buffer.concat(chunks) });
      });
      response.on('error', reject);
    });
    request.on('timeout', () => request.destroy(late()));
    request.on('error', reject);
    request.end(body);
  });
}

/** Turns the daemon's fault into one of ours. */
function faultOf(text: string): Fault {
  const { fault } = parsed(text);
  if (fault === undefined) return new Fault('internal', "the daemon gave an answer that can't be read");
  const { code, message, ...details } = fault;
  return new Fault(code, message, details);
}

interface FaultText {
  readonly code: FaultCode;
  readonly message: string;
  readonly outcome?: Outcome;
  readonly retryable?: boolean;
  readonly retryAfterMs?: number;
  readonly stands?: string;
  readonly suggestion?: string;
  readonly venueCode?: string;
  readonly status?: number;
  readonly traceId?: string;
}

function parsed(text: string): { readonly fault?: FaultText } {
  try {
    return JSON.parse(text) as { readonly fault?: FaultText };
  } catch {
    return {};
  }
}
