import type { Socket } from 'node:net';
import type { ServerType } from '@hono/node-server';

/**
 * One more connection than `most` ends the one that has waited longest since its last request. What these servers are asked for takes
 * milliseconds, so that is one that says nothing: whoever opens many and says nothing never delays another.
 */
export function makeRoom(server: ServerType, most: number): void {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    if (open.size >= most) open.values().next().value?.destroy();
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', ({ socket }: { readonly socket: Socket }) => {
    if (open.delete(socket)) open.add(socket);
  });
}
