import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a request: it passes, its answer is lost, it never arrives, or nobody ever answers. */
export type Fate = 'pass' | 'lose-answer' | 'lose-request' | 'hang';

export interface UnreliableProxy {
  readonly url: string;
  /** Decides about each request. All pass until it is set. */
  fate: (method: string, path: string) => Fate;
  /** Method and path of every request that reached the proxy, in order. */
  readonly seen: string[];
  close(): Promise<void>;
}

/** A network between the command line and its venue that loses what it is told to lose. */
export async function unreliableProxy(target: string): Promise<UnreliableProxy> {
  const seen: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/' } = incoming;
    const path = url.split('?', 1)[0]!;
    seen.push(`${method} ${path}`);
    const fate = proxy.fate(method, path);
    if (fate === 'hang') return;
    if (fate === 'lose-request') {
      incoming.on('end', () => outgoing.destroy()).resume();
      return;
    }
    forward(new URL(url, target), incoming, outgoing, fate === 'lose-answer');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: UnreliableProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fate: () => 'pass',
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}

function forward(url: URL, incoming: IncomingMessage, outgoing: ServerResponse, isLost: boolean): void {
  const { method, headers } = incoming;
  const sent = request(url, { method, headers, agent: false }, (answer) => {
    if (isLost) {
      answer.on('end', () => outgoing.destroy()).resume();
      return;
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  sent.on('error', () => outgoing.destroy());
  incoming.pipe(sent);
}
