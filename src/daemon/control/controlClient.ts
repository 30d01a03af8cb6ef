import { existsSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { Fault, type FaultCode, type Outcome } from '../../base/fault.ts';

/** A running daemon, as the command line reaches it. */
export interface ControlClient {
  get(path: string): Promise<unknown>;
  post(path: string, body?: unknown): Promise<unknown>;
  /** The venue's own bytes. */
  read(operation: string, params: Readonly<Record<string, string>>): Promise<string>;
}

/** An operator's order may wait for the venue, and then for a lost answer to be found. */
const ANSWER_WITHIN_MS = 60_000;

/** The daemon that listens on the socket; undefined when there is none. */
export async function controlClient(socket: string): Promise<ControlClient | undefined> {
  if (!existsSync(socket)) return undefined;
  const send = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<string> => {
    const { status, text } = await exchange(socket, method, path, body === undefined ? undefined : JSON.stringify(body));
    if (status !== 200) throw faultOf(text);
    return text;
  };
  try {
    await send('GET', '/status');
  } catch (error) {
    if (error instanceof Fault) throw error;
    return undefined;
  }
  return {
    get: async (path) => JSON.parse(await send('GET', path)) as unknown,
    post: async (path, body) => JSON.parse(await send('POST', path, body)) as unknown,
    read: (operation, params) => send('POST', `/read/${operation}`, params),
  };
}

/** One request over the socket, on a connection of its own. */
function exchange(socketPath: string, method: string, path: string, body: string | undefined): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
    const request = httpRequest({ socketPath, method, path, headers, agent: false, timeout: ANSWER_WITHIN_MS }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      response.on('error', reject);
    });
    request.on('timeout', () => request.destroy(new Fault('timeout', 'the daemon did not answer in time')));
    request.on('error', reject);
    request.end(body);
  });
}

/** The daemon's fault as ours. */
function faultOf(text: string): Fault {
  const { fault } = parsed(text);
  if (fault === undefined) return new Fault('internal', 'the daemon gave an answer that is none of its own');
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
}

function parsed(text: string): { readonly fault?: FaultText } {
  try {
    return JSON.parse(text) as { readonly fault?: FaultText };
  } catch {
    return {};
  }
}
