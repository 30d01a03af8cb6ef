import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CountingProxy {
  readonly url: string;
  /** Requests that went through it. */
  readonly count: () => number;
  readonly stop: () => void;
}

/** Passes requests on to an address on this machine, and counts them. */
export async function countingProxy(target: string): Promise<CountingProxy> {
  let count = 0;
  const server = createServer((incoming, answer) => {
    count++;
    const { method, headers, url = '/' } = incoming;
    const passed = request(new URL(url, target), { method, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    incoming.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, count: () => count, stop: () => server.closeAllConnections() };
}
