interface Connection {
  destroy(): unknown;
  once(event: 'close', listener: () => void): unknown;
}

/** A server of `node:http`. */
interface Listening {
  on(event: 'connection', listener: (socket: Connection) => void): unknown;
  on(event: 'request', listener: (request: { readonly socket: Connection }) => void): unknown;
}

/**
 * One more connection than `most` ends the one that has waited longest since its last request. What these servers are asked for takes
 * milliseconds, so that is one that says nothing: whoever opens many and says nothing never delays another.
 */
export function makeRoom(server: Listening, most: number): void {
  const open = new Set<Connection>();
  server.on('connection', (socket) => {
    if (open.size >= most) open.values().next().value?.destroy();
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', ({ socket }) => {
    if (open.delete(socket)) open.add(socket);
  });
}
