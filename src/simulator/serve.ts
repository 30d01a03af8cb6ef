import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { ConnectionDropped } from './callFault.ts';
import type { Simulator } from './simulator.ts';

export interface ServeOptions {
  /** 0 for any free one. */
  readonly port: number;
  readonly host?: string | undefined;
}

export interface SimulatorServer {
  /** Without a slash at the end. */
  readonly url: string;
  /** Ends every connection. */
  close(): Promise<void>;
}

/** The simulator over HTTP. A dropped call destroys its socket. Rejects when the port can't be had. */
export async function serveSimulator(simulator: Simulator, { port, host = '127.0.0.1' }: ServeOptions): Promise<SimulatorServer> {
  const server = createAdaptorServer({
    fetch: async (request, bindings) => {
      try {
        return await simulator.fetch(request);
      } catch (error) {
        if (!(error instanceof ConnectionDropped)) throw error;
        (bindings as HttpBindings).outgoing.destroy();
        return RESPONSE_ALREADY_SENT;
      }
    },
    hostname: host,
    serverOptions: { keepAlive: true, keepAliveTimeout: 65_000, requestTimeout: 30_000 },
  });
  server.listen(port, host);
  await once(server, 'listening');
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}
