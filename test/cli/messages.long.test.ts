import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { daemonMessages } from '../../src/messages/daemonMessages.ts';
import { until } from '../until.ts';
import { DAEMON_CONFIG } from './daemonConfig.ts';
import { endAll, sluice, start } from './processes.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const folder = temporaryFolder();
const KEY = Buffer.alloc(32, 3);
let server: Server;
let url: string;
const posted: { readonly isSigned: boolean; readonly events: readonly string[] }[] = [];
let beats = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      response.end();
      if (request.method === 'GET') {
        beats++;
        return;
      }
      const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = request.headers;
      const isSigned =
        signature ===
        `v1,${createHmac('sha256', KEY)
          .update(`${String(id)}.${String(at)}.${body}`)
          .digest('base64')}`;
      const { data } = JSON.parse(body) as { data: { lines: { event: string }[] } };
      posted.push({ isSigned, events: data.lines.map(({ event }) => event) });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await endAll();
  server.close();
  server.closeAllConnections();
  folder.remove();
});

describe(daemonMessages.name, () => {
  it('tells what a daemon logs, gives a sign of life once it is ready, and a channel on which nobody answers holds nothing up', async () => {
    const config = folder.path('daemon.yaml');
    writeFileSync(
      config,
      `${DAEMON_CONFIG}messages:
  every: 1s
  events: { fill: warn }
  channels:
    ops: { type: webhook, url: ${url}/hook, secret: '\${env:KEY}', level: info }
    dead: { type: slack, secret: '\${env:DEAD}', level: debug }
  heartbeat: { url: '\${env:BEAT}', every: 10s }
`,
    );
    const env = {
      SLUICE_STATE: folder.path('state'),
      KEY: `whsec_${KEY.toString('base64')}`,
      DEAD: 'http://127.0.0.1:1/nobody',
      BEAT: `${url}/beat`,
    };
    const daemon = start(['run', config], env);
    await daemon.until(': filled ');
    await until(() => beats > 0 && posted.some(({ events }) => events.includes('fill')));
    expect((await sluice(['stop'], env)).code).toBe(0);
    const { code, stderr } = await daemon.ended;
    expect(code).toBe(0);
    expect(posted.every(({ isSigned }) => isSigned)).toBe(true);
    const told = posted.flatMap(({ events }) => events);
    for (const event of ['started', 'fill', 'stopping']) expect(told).toContain(event);
    for (const secret of [env.KEY, '/nobody', '/beat']) expect(stderr).not.toContain(secret);
  });

  it('tells that it could not begin, and why', async () => {
    const config = folder.path('late.yaml');
    const channels = `messages: { every: 1s, channels: { ops: { type: webhook, url: '${url}/hook', secret: '\${env:KEY}' } } }\n`;
    writeFileSync(config, `${DAEMON_CONFIG}${channels}`);
    writeFileSync(folder.path('no-folder'), '');
    const env = { SLUICE_STATE: folder.path('no-folder'), KEY: `whsec_${KEY.toString('base64')}` };
    expect((await sluice(['run', config], env)).code).not.toBe(0);
    expect(posted.at(-1)?.events).toEqual(['gave-up']);
  });
});
