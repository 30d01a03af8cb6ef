import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import { storeAddress } from '../../src/settings/storeServer.ts';
import { PostgresSession } from '../../src/store/postgresSession.ts';

/** What a server says while it asks for a password by SCRAM: which way it takes, then its part. */
const ASKS_FOR_A_PASSWORD = [authentication(10, 'SCRAM-SHA-256\0\0'), authentication(11, 'r=nonce,s=c2FsdA==,i=4096')];

function authentication(kind: number, text: string): Buffer {
  const head = Buffer.alloc(9, 'R');
  head.writeInt32BE(8 + text.length, 1);
  head.writeInt32BE(kind, 5);
  return Buffer.concat([head, Buffer.from(text)]);
}

it('lets go of a server that asks for a password where there is none: no command waits for its end', async () => {
  const server = createServer((socket) => {
    const said = ASKS_FOR_A_PASSWORD.values();
    socket.on('data', () => socket.write(said.next().value ?? ''));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const { port } = server.address() as AddressInfo;
  const opening = PostgresSession.open(storeAddress(`postgres://sluice@127.0.0.1:${port}/sluice`)!.server, 'test', systemClock);
  await expect(opening).rejects.toThrow(/^SASL: /);
  const [socket] = await connected;
  if (!socket.destroyed) await once(socket, 'close');
  expect(socket.destroyed).toBe(true);
  server.close();
});
