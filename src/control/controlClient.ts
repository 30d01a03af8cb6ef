import { existsSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { Fault, type FaultCode, isFault, messageOf, type Outcome } from '../base/fault.ts';
import type { ApiReply, ApiRequest } from '../daemon/sendApiRequest.ts';
import { assertOwned } from './assertOwned.ts';

/** A running daemon, as the command line reaches it. */
export interface ControlClient {
  get(path: string): Promise<unknown>;
  post(path: string, body?: unknown): Promise<unknown>;
  /** Sends an operator's order. Rejects with `unknown-outcome` when the daemon goes away before it has answered. */
  ask(order: unknown): Promise<unknown>;
  /** The bytes of the venue's answer. */
  read(operation: string, params: Readonly<Record<string, string>>): Promise<string>;
  /**
   * Sends a person's request to an interface as it is. With `changes`, it rejects with `unknown-outcome` when the daemon goes
   * away before it has answered.
   */
  call(request: ApiRequest, changes: boolean): Promise<ApiReply>;
}

/** The header of the daemon's answer that has the status of the venue's answer. */
export const STATUS_HEADER = 'x-venue-status';

/** An operator's order may wait for the venue, and then for a lost answer to be found. */
const ANSWER_WITHIN_MS = 60_000;
/** The error codes of a socket on which nobody listens. */
const NOBODY: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE']);

/** The daemon that listens on the socket. Undefined when there is none. */
export async function controlClient(socket: string): Promise<ControlClient | undefined> {
  if (!existsSync(socket)) return undefined;
  assertOwned(socket);
  const send = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> => {
    const answer = await exchange(socket, method, path, body === undefined ? undefined : JSON.stringify(body));
    if (answer.status !== 200) throw faultOf(answer.bytes.toString());
    return answer;
  };
  try {
    await send('GET', '/status');
  } catch (error) {
    if (NOBODY.has((error as NodeJS.ErrnoException).code)) return undefined;
    throw error instanceof Fault ? error : lost(error);
  }
  const sendAlive = (...request: Parameters<typeof send>): Promise<Answer> =>
    send(...request).catch((error: unknown) => {
      throw error instanceof Fault ? error : lost(error);
    });
  const text = async (...request: Parameters<typeof send>): Promise<string> => (await sendAlive(...request)).bytes.toString();
  return {
    get: async (path) => JSON.parse(await text('GET', path)) as unknown,
    post: async (path, body) => JSON.parse(await text('POST', path, body)) as unknown,
    ask: async (order) => JSON.parse(await text('POST', '/ask', order).catch(rethrowUnknown)) as unknown,
    read: (operation, params) => text('POST', `/read/${operation}`, params),
    call: async (request, changes) => {
      const asked = sendAlive('POST', '/api', request);
      const { bytes, venueStatus } = await (changes ? asked.catch(rethrowUnknown) : asked);
      return { bytes, status: venueStatus };
    },
  };
}

function lost(error: unknown): Fault {
  return new Fault('network', `the daemon gave no answer: ${messageOf(error)}`, { cause: error, retryable: true });
}

/** A command that gets no answer from the daemon knows as little as one that gets none from the venue. */
function rethrowUnknown(error: unknown): never {
  const isLost = isFault(error, 'network') || isFault(error, 'timeout');
  throw isLost && error.outcome === undefined ? new Fault('unknown-outcome', error.message, { outcome: 'unknown', cause: error }) : error;
}

interface Answer {
  readonly status: number;
  /** The status of the venue's answer, or 0 when it is not one. */
  readonly venueStatus: number;
  readonly bytes: Buffer;
}

/** Makes one request over the socket, on its own connection. */
function exchange(socketPath: string, method: string, path: string, body: string | undefined): Promise<Answer> {
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
