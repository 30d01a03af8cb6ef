import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ControlClient, controlClient } from '../../src/control/controlClient.ts';

let folder: string;
let server: Server;
let control: ControlClient;

/** A daemon that is there, and goes away at each request before it has answered. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'control-client-'));
  const socket = join(folder, 'daemon.sock');
  server = createServer((request, response) => (request.url === '/status' ? response.end('{}') : request.socket.destroy()));
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  control = (await controlClient(socket))!;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

describe('an answer of the daemon that is lost', () => {
  it.each<[string, () => Promise<unknown>]>([
    [
      'a correction of a position',
      () => control.call('positions.adjust', { strategy: 'a', amount: '1', price: '2', note: 'n', symbol: 'BTC/EUR' }),
    ],
    ['an entry in the ledger', () => control.call('ledger.adjust', { currency: 'EUR', amount: '1', cause: 'deposit', note: 'n' } as never)],
    ['an order', () => control.call('ask', { type: 'cancel', orderId: '1', symbol: '' } as never)],
  ])('leaves unknown what came of %s, and is not to be repeated', async (_name, asked) => {
    await expect(asked()).rejects.toMatchObject({
      code: 'unknown-outcome',
      outcome: 'unknown',
      suggestion: expect.stringContaining('before you ask again') as string,
    });
  });

  it('leaves unknown whether a reload came into force, and says where that is seen', async () => {
    await expect(control.call('config.reload', {})).rejects.toMatchObject({
      code: 'unknown-outcome',
      suggestion: '`sluice status` says which configuration is in force',
    });
  });

  it('may be asked for again where that changes nothing more', async () => {
    await expect(control.call('strategies.pauseAll', {})).rejects.toMatchObject({ code: 'network', retryable: true });
  });
});

describe('a daemon of which the loop is held', () => {
  it('is told of soon, with what ends it', async () => {
    const socket = join(folder, 'held.sock');
    const held = createServer(() => undefined);
    await new Promise<void>((resolve) => held.listen(socket, resolve));
    await expect(controlClient(socket, 50)).rejects.toMatchObject({
      code: 'timeout',
      message: `the process ${process.pid} that listens on ${socket} has not answered within 50 ms`,
      suggestion: expect.stringContaining(`\`kill -9 ${process.pid}\` ends it`) as string,
    });
    held.closeAllConnections();
    held.close();
  });
});
