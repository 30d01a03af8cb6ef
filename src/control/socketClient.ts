import { existsSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { Fault, type FaultCode, isFault, messageOf, type Outcome } from '../base/fault.ts';
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
/** The error codes of a socket on which nobody listens. */
const NOBODY: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE']);

/** The process that listens on the socket; `probe` is a path that it answers. Undefined when there is none. */
export async function socketClient(socket: string, probe: string): Promise<SocketClient | undefined> {
  if (!existsSync(socket)) return undefined;
  assertOwned(socket);
  const send: SocketClient['send'] = async (method, path, body) => {
    const answer = await exchange(socket, method, path, body);
    if (answer.status !== 200) throw faultOf(answer.bytes.toString());
    return answer;
  };
  try {
    await send('GET', probe);
  } catch (error) {
    if (NOBODY.has((error as NodeJS.ErrnoException).code)) return undefined;
    throw error instanceof Fault ? error : lost(error);
  }
  return {
    send: (...request) =>
      send(...request).catch((error: unknown) => {
        throw error instanceof Fault ? error : lost(error);
      }),
  };
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

/** Makes one request over the socket, on its own connection. */
function exchange(socketPath: string, method: string, path: string, body: string | undefined): Promise<SocketAnswer> {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
    const request = httpRequest({ socketPath, method, path, headers, agent: false, timeout: ANSWER_WITHIN_MS }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const venueStatus = Number(response.headers[STATUS_HEADER] ?? 0);
        resolve({ status: response.statusCode ?? 0, venueStatus, bytes: Buffer.concat(chunks) });
      });
      response.on('error', reject);
    });
    request.on('timeout', () => request.destroy(new Fault('timeout', 'the daemon did not answer in time')));
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
