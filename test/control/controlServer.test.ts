import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ControlClient, controlClient } from '../../src/control/controlClient.ts';
import type { Daemon } from '../../src/daemon/daemon.ts';
import { stateDirectory } from '../../src/daemon/stateDirectory.ts';
import { DaemonFolder } from '../daemon/daemonFolder.ts';
import { until } from '../until.ts';

const folder = new DaemonFolder();
let daemon: Daemon;
let control: ControlClient;

const status = () => control.call('status', {});

beforeAll(async () => {
  daemon = await folder.start('state');
  control = (await controlClient(await folder.socket('state')))!;
  await until(status, ({ state }) => state === 'running');
});

afterAll(async () => {
  daemon.requestStop('the tests are over');
  await daemon.ended;
  folder.remove();
});

/** A raw request, as another program may send it. */
async function raw(method: string, path: string, body = ''): Promise<{ status: number | undefined; text: string }> {
  const socketPath = await folder.socket('state');
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, method, path, agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode, text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

describe('the control socket', () => {
  it('can be opened by its owner alone', async () => {
    const { mode } = statSync(await folder.socket('state'));
    expect(mode & 0o777).toBe(0o600);
    expect(statSync(folder.state('state')).mode & 0o777).toBe(0o700);
  });

  it('refuses a second daemon on the same state directory, and leaves the first alone', { tags: 'long' }, async () => {
    await expect(folder.start('state')).rejects.toMatchObject({
      code: 'daemon-running',
      message: expect.stringContaining(String(process.pid)) as string,
    });
    expect((await status()).state).toBe('running');
  });

  it.each([
    ['GET', '/nonsense', ''],
    ['DELETE', '/status', ''],
    ['POST', '/strategies/btc-maker/explode', ''],
    ['POST', '/strategies/nobody/pause', ''],
    ['POST', '/ask', ''],
    ['POST', '/ask', '{'],
    ['POST', '/ask', '[]'],
    ['POST', '/ask', '{"type":"place","symbol":"BTC/EUR"}'],
    ['POST', '/ask', `{"type":"cancel","orderId":"${'1'.repeat(100_000)}","symbol":""}`],
    ['POST', '/read/orders.place', '{}'],
    ['POST', '/read/orders.cancel', '{"orderId":"1"}'],
    ['POST', '/read/constructor', '{}'],
    ['POST', '/read/book.get', '{"symbol":7}'],
  ])('answers %s %s with a fault and goes on', async (method, path, body) => {
    const { status: code, text } = await raw(method, path, body);
    expect(code).toBe(400);
    expect(JSON.parse(text)).toMatchObject({
      fault: { code: expect.stringMatching(/usage|not-found/) as string, message: expect.any(String) as string },
    });
    expect((await status()).state).toBe('running');
  });

  it('gives the venue’s own bytes for a read', async () => {
    const { bytes } = await control.call('read', { operation: 'book.get', symbol: 'BTC/EUR', depth: '3' });
    const book = JSON.parse(Buffer.from(bytes).toString()) as { bids: unknown[] };
    expect(book.bids).toHaveLength(3);
  });
});

describe('a socket that is left over', () => {
  it('is taken over when nobody listens on it, and never when somebody does', { tags: 'long' }, async () => {
    const other = folder.state('other');
    const path = await folder.socket('other');
    const held = createServer();
    rmSync(path, { force: true });
    stateDirectory(other);
    await new Promise<void>((resolve) => held.listen(path, resolve));
    await expect(folder.start('other')).rejects.toMatchObject({ code: 'daemon-running', message: expect.stringContaining(path) as string });
    expect(existsSync(path)).toBe(true);
    await new Promise((resolve) => held.close(resolve));
    writeFileSync(path, '');
    const second = await folder.start('other');
    expect(await controlClient(path)).toBeDefined();
    second.requestStop('done');
    await second.ended;
    expect(await controlClient(path)).toBeUndefined();
  });
});
