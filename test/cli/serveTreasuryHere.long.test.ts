import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { serveTreasuryHere } from '../../src/cli/serveTreasuryHere.ts';
import { until } from '../until.ts';
import { serveVenue } from './servedVenue.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { testIo } from './testIo.ts';

const venue = serveVenue();
const folder = temporaryFolder();
const lines: { level: string; event: string; text: string }[] = [];
const titles = new Set<string>();
let server: Server;
let config: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { data } = JSON.parse(body) as { data: { title: string; lines: typeof lines } };
      titles.add(data.title);
      lines.push(...data.lines);
      response.end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  config = join(folder.path('.'), 'treasury.yaml');
  const channel = `{ type: webhook, url: '${url}', secret: '\${env:HOOK}', level: info }`;
  writeFileSync(config, `messages: { every: 1s, channels: { ops: ${channel} } }\n`);
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
  folder.remove();
});

describe(serveTreasuryHere, () => {
  it('says that the secret of a channel is missing before anything starts', async () => {
    const io = testIo({ env: venue.env() });
    expect(await main(['treasury', 'serve', '-c', config], io)).toBe(4);
    expect(io.stderr()).toContain('messages.channels.ops.secret: the environment variable HOOK is not set');
  });

  it('tells its channels that it could not begin, and why', async () => {
    writeFileSync(folder.path('no-folder'), '');
    const io = testIo({ env: { ...venue.env(), HOOK: `whsec_${'A'.repeat(32)}` } });
    expect(await main(['treasury', 'serve', '-c', config, '--state', folder.path('no-folder')], io)).not.toBe(0);
    const told = lines.find(({ event }) => event === 'gave-up');
    expect(told).toMatchObject({ level: 'fatal', text: expect.stringContaining('no-folder') as string });
  });

  it('tells its channels that it runs, what happens, and that it ends', async () => {
    const io = testIo({ env: { ...venue.env(), HOOK: `whsec_${'A'.repeat(32)}` } });
    const served = main(['treasury', 'serve', '-c', config], io);
    await until(() => lines.some(({ event }) => event === 'started'));
    // One that stands by for it has channels as well.
    const standby = testIo({ env: { ...venue.env(), HOOK: `whsec_${'A'.repeat(32)}` } });
    const waiting = main(['treasury', 'serve', '-c', config, '--standby'], standby);
    await until(() => lines.some(({ event }) => event === 'standing-by'));
    standby.stop.abort('SIGTERM');
    expect(await waiting).toBe(0);
    io.stop.abort('SIGTERM');
    expect(await served).toBe(0);
    expect(lines).toContainEqual(expect.objectContaining({ level: 'info', event: 'stopping', text: 'stopping: signal SIGTERM' }));
    expect(titles).toEqual(new Set([`sluice treasury ${new URL(venue.env()['SLUICE_EXCHANGE_URL']!).host}`]));
    expect(io.stderr()).toContain('the treasury runs at');
  });
});
