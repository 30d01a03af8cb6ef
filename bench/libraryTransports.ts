import { Agent, request as askNode } from 'node:http';
import { Pool } from 'undici';
import type { Transport, TransportRequest, TransportResponse } from '../src/client/transport.ts';

/**
 * Our client over an HTTP library, as cheap as such a transport could be: no limits, no outcomes, and requests for money over
 * connections that have carried others, which the rules forbid. A transport that keeps the rules can only be slower.
 */
export function nodeTransport(): Transport {
  const agent = new Agent({ keepAlive: true });
  return {
    send: ({ url, method, headers, body }) =>
      new Promise((resolve, reject) => {
        const { host, port, path } = split(url);
        // For node:http, a list of lines is quicker than an object, and a text quicker than bytes.
        const lines = Object.entries({ host, ...headers, ...(body === undefined ? {} : { 'content-length': String(body.length) }) }).flat();
        const sending = askNode({ host, port, path, method, headers: lines, agent }, (response) => {
          const pieces: Buffer[] = [];
          response
            .on('data', (piece: Buffer) => pieces.push(piece))
            .on('end', () => resolve({ status: response.statusCode!, headers: textsOf(response.headers), body: joined(pieces) }))
            .on('error', reject);
        });
        sending.on('error', reject).end(body === undefined ? undefined : Buffer.from(body).toString('latin1'), 'latin1');
      }),
    close: () => Promise.resolve(agent.destroy()),
  };
}

/** Like `nodeTransport`, with undici's dispatcher, which needs none of the streams and promises of its other interfaces. */
export function undiciTransport(origin: string): Transport {
  const pool = new Pool(origin, { connections: 8, pipelining: 1 });
  const send = ({ url, method, headers, body }: TransportRequest): Promise<TransportResponse> =>
    new Promise((resolve, reject) => {
      const pieces: Buffer[] = [];
      let head: Pick<TransportResponse, 'status' | 'headers'>;
      const options = {
        path: split(url).path,
        method: method as 'GET',
        headers: { ...headers },
        body: body === undefined ? null : Buffer.from(body),
      };
      pool.dispatch(options, {
        onRequestStart: () => undefined,
        onResponseStart: (_, status, received) => void (head = { status, headers: textsOf(received) }),
        onResponseData: (_, piece) => void pieces.push(piece),
        onResponseEnd: () => resolve({ ...head, body: joined(pieces) }),
        onResponseError: (_, error: Error) => reject(error),
      });
    });
  return { send, close: () => pool.destroy() };
}

function textsOf(headers: Readonly<Record<string, string | string[] | undefined>>): Readonly<Record<string, string>> {
  return headers as Readonly<Record<string, string>>;
}

function joined(pieces: readonly Buffer[]): Uint8Array {
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
}

function split(url: string): { host: string; port: string; path: string } {
  const slash = url.indexOf('/', 'http://'.length);
  const [host = '', port = '80'] = url.slice('http://'.length, slash).split(':');
  return { host, port, path: url.slice(slash) };
}
