import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messagesTest } from '../../src/cli/commands/messagesTest.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { type Ran, run } from './testIo.ts';

const folder = temporaryFolder();
let server: Server;
let env: Readonly<Record<string, string>>;
let seen: string[];

beforeAll(async () => {
  seen = [];
  server = createServer((request, response) => {
    seen.push(`${request.method!} ${request.url!}`);
    request.resume().on('end', () => response.writeHead(request.url === '/wrong' ? 404 : 200).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  env = { KEY: `whsec_${Buffer.alloc(32).toString('base64')}`, SLACK: `${url}/slack`, WRONG: `${url}/wrong`, BEAT: `${url}/beat` };
  writeFileSync(
    folder.path('sluice.yaml'),
    `mode: demo
messages:
  channels:
    ops: { type: webhook, url: ${url}/hook, secret: '\${env:KEY}' }
    team: { type: slack, secret: '\${env:SLACK}', level: error }
  heartbeat: { url: '\${env:BEAT}' }
`,
  );
  writeFileSync(folder.path('wrong.yaml'), "mode: demo\nmessages: { channels: { team: { type: slack, secret: '${env:WRONG}' } } }\n");
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
  folder.remove();
});

const command = (words: readonly string[], vars = env): Promise<Ran> => run(words, { env: vars, cwd: folder.path('.') });
const test = messagesTest.name.split(' ');

describe(messagesTest.name, () => {
  it('sends to every channel and gives a sign of life', async () => {
    const { code, stdout } = await command([...test, '-o', 'json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual([
      { channel: 'ops', type: 'webhook', result: 'delivered', trouble: null },
      { channel: 'team', type: 'slack', result: 'delivered', trouble: null },
      { channel: 'heartbeat', type: 'heartbeat', result: 'delivered', trouble: null },
    ]);
    expect(seen.toSorted()).toEqual(['GET /beat', 'POST /hook', 'POST /slack']);
  });

  it('sends to one, and says which there are', async () => {
    expect((await command([...test, 'team', '-o', 'csv'])).stdout).toContain('team,slack,delivered');
    const { code, stderr } = await command([...test, 'nobody']);
    expect([code, stderr]).toEqual([3, expect.stringContaining('there are ops, team, heartbeat')]);
  });

  it('exits 10 where one did not arrive, 4 where a secret is missing, 3 where there is none; the address is shown nowhere', async () => {
    const failed = await command([...test, '-c', 'wrong.yaml']);
    expect([failed.code, failed.stdout]).toEqual([10, expect.stringMatching(/team +slack +failed +HTTP 404/)]);
    expect(failed.stdout + failed.stderr).not.toContain('/wrong');
    const { SLACK: _left, ...less } = env;
    for (const words of [test, ['config', 'check']]) {
      const missing = await command(words, less);
      expect([missing.code, missing.stderr]).toEqual([4, expect.stringContaining('the environment variable SLACK is not set')]);
    }
    const unwanted = await run(test, { env: {}, cwd: process.cwd() });
    expect([unwanted.code, unwanted.stderr]).toEqual([3, expect.stringContaining('names no channel')]);
  });

  it('is refused where the file does not say what a channel needs', async () => {
    const channels =
      "{ a: { type: webhook, secret: '${env:KEY}' }, b: { type: slack, url: https://x.example, secret: '${env:KEY}' }, c: { type: webhook, url: http://x.example, secret: '${env:KEY}' }, d: { type: slack, secret: written-here } }";
    writeFileSync(folder.path('bad.yaml'), `mode: demo\nmessages: { channels: ${channels}, digest: '8 am', events: { fill: loud } }\n`);
    const { code, stderr } = await command(['config', 'check', 'bad.yaml']);
    expect(code).toBe(4);
    expect(stderr).not.toContain('written-here');
    for (const words of [/d.*secret.*reference/, /digest.*a time like 08:00/, /fill.*off/])
      expect(stderr.replaceAll('\n', ' ')).toMatch(words);
    writeFileSync(
      folder.path('bad.yaml'),
      `mode: demo\nmessages: { channels: ${channels.replace(', d: { type: slack, secret: written-here }', '')} }\n`,
    );
    const rules = (await command(['config', 'check', 'bad.yaml'])).stderr;
    for (const words of ['a webhook needs its address', 'its whole address is its secret', 'needs https://'])
      expect(rules).toContain(words);
    const telegram =
      "{ e: { type: telegram, secret: '${env:KEY}' }, f: { type: slack, secret: '${env:KEY}', chats: [1] }, g: { type: webhook, url: https://x.example, secret: '${env:KEY}', commands: act }, i: { type: email, secret: '${env:KEY}', server: 'smtp.example.com:465', from: a@x.example }, j: { type: slack, secret: '${env:KEY}', to: [a@x.example] } }";
    writeFileSync(folder.path('bad.yaml'), `mode: demo\nmessages: { channels: ${telegram} }\n`);
    const bots = (await command(['config', 'check', 'bad.yaml'])).stderr;
    for (const words of ['telegram needs the ids of its chats', 'slack has none', 'webhook has none', 'e-mail needs server, from and to'])
      expect(bots).toContain(words);
    writeFileSync(
      folder.path('bad.yaml'),
      "mode: demo\nmessages: { channels: { h: { type: telegram, secret: '${env:KEY}', chats: [-1001] } } }\n",
    );
    expect((await command(['config', 'check', 'bad.yaml'])).stderr).toContain('expected the token of a bot');
  });
});
