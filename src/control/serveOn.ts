import { once } from 'node:events';
import { chmodSync, existsSync, statSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { onDisk } from '../base/diskFault.ts';
import { Fault } from '../base/fault.ts';
import { makeFolder } from '../recording/makeFolder.ts';
import { assertOwned } from './assertOwned.ts';
import { isListening } from './isListening.ts';

export interface ControlServer {
  close(): Promise<void>;
}

/** Serves an interface on a unix socket that only its owner can open (mode 0600). Rejects with `daemon-running` while another listens on it. */
export async function serveOn(app: Hono, socket: string): Promise<ControlServer> {
  onDisk(`the control socket ${socket} can't be made`, () => makeFolder(dirname(socket), 0o700));
  assertOwned(dirname(socket));
  await removeStale(socket);
  const server = createAdaptorServer({ fetch: app.fetch });
  const before = process.umask(0o177);
  try {
    // The socket is made before this returns, so nothing else is made under this mask.
    server.listen(socket);
  } finally {
    process.umask(before);
  }
  await once(server, 'listening');
  chmodSync(socket, 0o600);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}

/** A socket on which nobody listens is left over from a crash. What is no socket and holds something is somebody's file, and stays. */
async function removeStale(socket: string): Promise<void> {
  if (!existsSync(socket)) return;
  const stats = statSync(socket);
  if (!stats.isSocket() && stats.size > 0) {
    throw new Fault('configuration', `${socket} is no socket, and is left as it is`, {
      suggestion: 'name a path at which nothing is yet under control.socket',
    });
  }
  const listening = await isListening(socket);
  if (listening)
    throw new Fault('daemon-running', `another daemon listens on ${socket}`, {
      suggestion: 'stop it with `sluice stop`, or use another --state directory',
    });
  unlinkSync(socket);
}
