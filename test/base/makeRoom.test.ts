import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { makeRoom } from '../../src/base/makeRoom.ts';
import { until } from '../until.ts';

const MOST = 4;
const opened: Socket[] = [];
const server = createServer((_request, response) => response.end('ok'));
makeRoom(server, MOST);

afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
});

async function silent(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  opened.push(socket);
  await once(socket, 'connect');
  return socket;
}

it('B11: connections that say nothing keep nobody out; the oldest of them ends', async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const first = await silent(port);
  for (let i = 1; i < MOST; i++) await silent(port);
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('ok');
  await until(() => first.destroyed || first.readableEnded || first.closed);
  const counted = await new Promise((resolve) => {
    server.getConnections((_error, count) => resolve(count));
  });
  expect(counted).toBeLessThanOrEqual(MOST);
  server.close();
  server.closeAllConnections();
});
