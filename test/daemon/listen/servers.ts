import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Shop {
  readonly url: string;
  /** Bodies as they arrived, oldest first. */
  readonly bodies: Buffer[];
  readonly headers: Readonly<Record<string, unknown>>[];
  close(): Promise<void>;
}

/** A merchant's own server. It answers with the given statuses, then with 200. */
export async function openShop(...statuses: number[]): Promise<Shop> {
  const bodies: Buffer[] = [];
  const headers: Record<string, unknown>[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks));
      headers.push(request.headers);
      response.writeHead(statuses.shift() ?? 200).end('thank you');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notify`,
    bodies,
    headers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
