import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import type { Log } from '../../src/daemon/log.ts';
import { treasuryMessages } from '../../src/messages/treasuryMessages.ts';
import { loadSettings } from '../../src/settings/loadSettings.ts';
import type { Settings } from '../../src/settings/loadSettings.ts';
import { moveEvent, moveWaits } from '../../src/treasury/moves/moveEvent.ts';
import { until } from '../until.ts';
import { BotServer, TOKEN } from './botServer.ts';
import { settled, START } from './channelBench.ts';

interface Posted {
  readonly data: { readonly title: string; readonly lines: readonly { readonly level: string; readonly event: string }[] };
}

let server: Server;
let url: string;
let posted: Posted[];
let beats: number;
const bot = new BotServer();
const quiet: Log = { write: () => undefined, setLevel: () => undefined, flush: () => undefined };
const env = { HOOK: `whsec_${'A'.repeat(32)}`, BOT: TOKEN };

beforeEach(async () => {
  [posted, beats] = [[], 0];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (request.url === '/beat') beats++;
      else posted.push(JSON.parse(body) as Posted);
      response.end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await bot.start();
});

afterEach(() => {
  server.close();
  server.closeAllConnections();
  bot.stop();
});

async function settingsWith(messages: Partial<Settings['messages']>): Promise<Settings> {
  const access = { SLUICE_EXCHANGE_URL: 'https://api.example.com', SLUICE_EXCHANGE_KEY: 'k', SLUICE_EXCHANGE_SECRET: 'c2VjcmV0' };
  const settings = await loadSettings({ env: access });
  return { ...settings, messages: { ...settings.messages, ...messages } };
}

const hook = (over: object = {}) => ({ type: 'webhook', url, secret: '${env:HOOK}', level: 'warn', digest: true, ...over }) as const;
const linesOf = (): readonly string[] => posted.flatMap(({ data }) => data.lines.map(({ level, event }) => `${level} ${event}`));

describe(treasuryMessages, () => {
  it('refuses a secret that is missing before anything starts, and is none where nothing is configured', async () => {
    const settings = await settingsWith({ channels: { ops: hook() } });
    expect(() => treasuryMessages(settings, {}, systemClock)).toThrow(
      /messages\.channels\.ops\.secret: the environment variable HOOK is not set/,
    );
    expect(treasuryMessages(await settingsWith({}), {}, systemClock)).toBeUndefined();
  });

  it('tells that a move waits or is unknown, and its end to who has heard of that, by the levels that are wanted', async () => {
    const settings = await settingsWith({ channels: { ops: hook() }, events: { 'move-expired': 'off' } });
    const messages = treasuryMessages(settings, env, systemClock)!;
    const log = messages.over(quiet);
    const write = ({ level, event, ...incidents }: ReturnType<typeof moveEvent>): void => log.write(level, event, event, {}, incidents);
    write(moveEvent('W-1', 'sent'));
    write(moveEvent('W-1', 'unknown'));
    write(moveEvent('W-1', 'completed'));
    write(moveEvent('W-2', 'awaiting-approval'));
    write(moveEvent('W-2', 'approved'));
    write(moveWaits('W-2'));
    write(moveEvent('W-2', 'sent'));
    write(moveEvent('W-3', 'expired'));
    await messages.close();
    expect(posted[0]!.data.title).toBe('sluice treasury api.example.com');
    expect(linesOf()).toEqual([
      'error move-unknown',
      'info move-completed',
      'warn move-awaiting-approval',
      'info move-approved',
      'warn move-waits',
      'info move-sent',
    ]);
  });

  it('answers a chat how it stands, and says of what acts that it needs the daemon', async () => {
    const phone = { ...hook(), type: 'telegram' as const, url: bot.url, secret: '${env:BOT}', chats: ['42'], commands: 'act' as const };
    const messages = treasuryMessages(await settingsWith({ channels: { phone } }), env, systemClock)!;
    messages.over(quiet);
    messages.follow({ digest: () => Promise.resolve('no move is open'), isReady: () => true });
    expect((await bot.ask(42, '/status')).text).toBe('no move is open');
    for (const command of ['/pause', '/stop', '/help']) {
      const { text, reply_markup: keyboard } = await bot.ask(42, command);
      expect(text).toMatch(/^\/status\nThis is the treasury: .* needs the daemon that trades/);
      expect(keyboard).toBeUndefined();
    }
    await messages.close();
  });

  it('gives the sign of life while it is ready', async () => {
    const clock = new VirtualClock(START);
    const settings = await settingsWith({ heartbeat: { url: '${env:BEAT}', every: 60_000 } });
    const messages = treasuryMessages(settings, { BEAT: `${url}/beat` }, clock)!;
    messages.over(quiet);
    let asked = 0;
    messages.follow({ digest: () => Promise.resolve(''), isReady: () => ++asked > 1 });
    await clock.advance(6000, settled);
    expect([asked, beats]).toEqual([1, 0]);
    await clock.advance(6000, settled);
    await until(() => beats === 1);
    await messages.close();
  });

  it('leaves the sign of life and the bot to the daemon where both read one file', async () => {
    const clock = new VirtualClock(START);
    const settings = await settingsWith({ heartbeat: { url: '${env:BEAT}', every: 60_000 } });
    const shared = { ...settings, strategies: { maker: {} } } as unknown as Settings;
    expect(treasuryMessages(shared, { BEAT: `${url}/beat` }, clock)).toBeUndefined();
    const phone = { ...hook(), type: 'telegram' as const, url: bot.url, secret: '${env:BOT}', chats: ['42'], commands: 'read' as const };
    const telling = await settingsWith({ channels: { phone } });
    const before = bot.polls;
    const messages = treasuryMessages({ ...telling, strategies: shared.strategies }, env, clock)!;
    messages.over(quiet);
    messages.follow({ digest: () => Promise.resolve(''), isReady: () => true });
    for (let seconds = 0; seconds < 60; seconds++) await clock.advance(1000, settled);
    // The daemon alone asks what was said to the bot.
    expect(bot.polls).toBe(before);
    await messages.close();
  });
});
