import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '../../src/base/secret.ts';
import type { Clock } from '../../src/base/clock.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { createHttpTransport } from '../../src/client/httpTransport.ts';
import type { Transport } from '../../src/client/transport.ts';
import { chatActions } from '../../src/messages/chatActions.ts';
import { type TelegramApi, telegramApi } from '../../src/messages/telegramApi.ts';
import { telegramChannel } from '../../src/messages/telegramChannel.ts';
import { type ChatActs, TelegramCommands } from '../../src/messages/telegramCommands.ts';
import { PERIODS } from '../../src/model/profitPeriod.ts';
import { until } from '../until.ts';
import { BotServer, TOKEN } from './botServer.ts';

type Daemon = Parameters<typeof chatActions>[0];

let bot: BotServer;
let transport: Transport;
let api: TelegramApi;
let commands: TelegramCommands;
let done: string[];
let troubles: string[];

beforeEach(async () => {
  bot = new BotServer();
  await bot.start();
  transport = createHttpTransport();
  api = telegramApi({ url: bot.url, token: new Secret(TOKEN), transport, clock: systemClock });
  done = [];
  troubles = [];
});

afterEach(async () => {
  commands?.end();
  await transport.close();
  bot.stop();
});

const byPeriod = (period: string): Promise<string> => Promise.resolve(`made by ${period}`);

function listen(mayAct = true, clock: Clock = systemClock, profit: (period: string) => Promise<string> = byPeriod): void {
  const act = (name: string) => async (strategy?: string) => {
    if (strategy === 'nobody') throw new Error('no strategy nobody');
    done.push(`${name} ${strategy ?? 'all'}`);
    return `${name} done`;
  };
  const actions = { status: () => 'running', profit, acts: { pause: act('pause'), resume: act('resume'), stop: act('stop') } };
  commands = new TelegramCommands({ api, clock, chats: ['42', '-43'], mayAct, actions, onTrouble: (text) => troubles.push(text) });
  commands.start();
}

const yes = ({ reply_markup: keyboard }: Awaited<ReturnType<BotServer['said']>>): string => keyboard!.inline_keyboard[0]![0]!.callback_data;

describe(TelegramCommands, () => {
  it('answers a declared chat at once where nothing acts', async () => {
    listen();
    expect(await bot.ask(42, '/status')).toMatchObject({ chat_id: '42', text: 'running' });
    expect(await bot.ask(-43, '/status@sluice_bot')).toMatchObject({ chat_id: '-43', text: 'running' });
    expect((await bot.ask(42, '/help')).text).toContain('/pause [strategy]');
    expect(done).toEqual([]);
  });

  it('tells what was made by day, week or month, also where acting is not allowed', async () => {
    listen(false);
    for (const [text, told] of [
      ['/profit', 'made by day'],
      ['/profit week', 'made by week'],
      ['/profit@sluice_bot month', 'made by month'],
    ] as const)
      expect((await bot.ask(42, text)).text).toBe(told);
    for (const text of ['/profit year', '/profit day 3']) expect((await bot.ask(42, text)).text).toContain('/profit [day|week|month]');
  });

  it('lets nothing wait while a long history is gone through, and says why it could not be', async () => {
    const { promise, reject } = Promise.withResolvers<string>();
    listen(true, systemClock, () => promise);
    bot.type(42, '/profit');
    expect((await bot.ask(42, '/status')).text).toBe('running');
    reject(new Error('the disk is away'));
    await until(() => bot.sent.some(({ text }) => text === 'it could not be read: the disk is away'));
    expect(troubles).toEqual([]);
  });

  it('acts after a second tap, once', async () => {
    listen();
    const asked = await bot.ask(42, '/pause maker');
    expect([asked.text, done]).toEqual(['/pause maker?', []]);
    expect(await bot.answer(42, yes(asked))).toBe('pause done');
    expect(await bot.answer(42, yes(asked))).toBe('nothing is asked for any more; nothing was done');
    expect(done).toEqual(['pause maker']);
    for (const command of ['/resume', '/stop']) expect(await bot.answer(42, yes(await bot.ask(42, command)))).toContain('done');
    expect(done).toEqual(['pause maker', 'resume all', 'stop all']);
  });

  it('does nothing on a no, by another person, from another chat, or with a tap that was made up', async () => {
    listen();
    const asked = await bot.ask(42, '/stop');
    const [, nonce] = yes(asked).split(' ');
    expect(await bot.answer(42, yes(asked), 8)).toContain('nothing was done');
    expect(await bot.answer(-43, yes(asked))).toContain('nothing was done');
    expect(await bot.answer(42, 'yes made-up')).toContain('nothing was done');
    expect(await bot.answer(42, `no ${nonce!}`)).toBe('nothing was done');
    expect(await bot.answer(42, yes(asked))).toContain('nothing was done');
    expect(done).toEqual([]);
  });

  it('hears nobody else, and tells that once', async () => {
    listen();
    bot.type(666, '/status');
    bot.type(666, '/stop');
    bot.tap(666, 'yes x');
    await bot.ask(42, '/status');
    expect(bot.sent.map(({ chat_id: chat }) => chat)).toEqual(['42']);
    expect(troubles).toEqual(['the chat 666 of Telegram is not among `chats`, and gets no answer']);
  });

  it('does not do afterwards what was typed while nobody listened', async () => {
    listen();
    const asked = await bot.ask(42, '/stop', { date: Math.floor(Date.now() / 1000) - 300 });
    expect(asked.text).toBe('/stop was sent more than a minute ago: send it again');
    expect(done).toEqual([]);
  });

  it('only reads where acting is not allowed', async () => {
    listen(false);
    expect((await bot.ask(42, '/stop')).text).toMatch(/not allowed from here/);
    expect((await bot.ask(42, '/status')).text).toBe('running');
  });

  it('says what could not be done, and refuses what it does not understand', async () => {
    listen();
    expect(await bot.answer(42, yes(await bot.ask(42, '/pause nobody')))).toBe('it was not done: no strategy nobody');
    for (const text of ['/pause a b', '/stop maker', '/withdraw'])
      expect((await bot.ask(42, text)).text).toContain('What acts asks for a second tap');
    expect(done).toEqual([]);
  });

  it('goes on where an answer could not be given, and asks for nothing a second time', async () => {
    const clock = new VirtualClock(systemClock.now());
    listen(true, clock);
    bot.refuses.set('-43', 403);
    bot.type(-43, '/status');
    await until(() => troubles.length > 0);
    expect(troubles).toEqual(["the commands of Telegram can't be read: HTTP 403"]);
    await clock.advance(5000, () => setImmediate());
    expect((await bot.ask(42, '/status')).text).toBe('running');
    expect(bot.sent).toHaveLength(1);
  });

  it('tells a wrong token without showing it', async () => {
    api = telegramApi({ url: bot.url, token: new Secret('999:BBBBBBBBBBBBBBBBBBBBBBBBB'), transport, clock: systemClock });
    listen();
    await until(() => troubles.length > 0);
    expect(troubles).toEqual(["the commands of Telegram can't be read: HTTP 401"]);
  });
});

describe(telegramChannel, () => {
  const message = {
    id: 'msg_1',
    at: 0,
    level: 'warn',
    title: 'sluice',
    lines: [{ at: 0, level: 'warn', event: 'trouble', text: 'x'.repeat(5000), count: 1 }],
    more: {},
  } as const;

  it('sends plain text of a length that fits to each chat, and to none twice when one failed', async () => {
    const channel = telegramChannel({ name: 'phone', level: 'warn', digest: true, api, chats: ['1', '2'] });
    bot.refuses.set('2', 500);
    await expect(channel.send(message)).rejects.toMatchObject({ retryable: true });
    bot.refuses.clear();
    await channel.send(message);
    expect(bot.sent.map(({ chat_id: chat, text }) => [chat, text.length])).toEqual([
      ['1', 4096],
      ['2', 4096],
    ]);
    await channel.send({ ...message, id: 'msg_2' });
    expect(bot.sent).toHaveLength(4);
  });
});

describe(chatActions, () => {
  it('asks for the last seven periods', async () => {
    const asked: unknown[] = [];
    const view = { rows: [], unlisted: 0, sums: [] };
    const read = async (what: unknown): Promise<typeof view> => {
      asked.push(what);
      return view;
    };
    const { profit } = chatActions({} as Daemon, read, new VirtualClock(Date.UTC(2026, 10, 30, 9)));
    const { signal } = new AbortController();
    for (const period of PERIODS) expect(await profit!(period, signal)).toBe(`nothing was made in the last ${period}s`);
    expect(asked).toEqual([
      { period: 'day', from: Date.UTC(2026, 10, 24) },
      { period: 'week', from: Date.UTC(2026, 9, 19) },
      { period: 'month', from: Date.UTC(2026, 4, 1) },
    ]);
  });

  it('does what the commands of the same names do', async () => {
    const calls: string[] = [];
    let still: string[] = [];
    const states: Record<string, string> = {};
    const operations = {
      pauseAll: () => ['a', 'b'],
      tellStrategy: async (name: string, verb: string) => {
        calls.push(`${verb} ${name}`);
        return { name, state: states[name], reason: 'onBook threw: boom' };
      },
      resumeTrading: async (scope: { of: string }) => {
        calls.push(`resume ${scope.of}`);
        return still;
      },
      stoppedIn: () => Object.keys(states).map((name) => ({ name, reason: 'onBook threw: boom' })),
    };
    const requestStop = (reason: string): void => void calls.push(reason);
    const { acts } = chatActions({ operations, requestStop } as unknown as Daemon, () => Promise.reject(new Error()), systemClock);
    const actions = acts as ChatActs;
    expect([
      await actions.pause(undefined),
      await actions.pause('a'),
      await actions.resume(undefined),
      await actions.resume('b'),
      await actions.stop(),
    ]).toEqual(['paused: a, b', 'paused: a', 'everything goes on', 'b goes on', 'the daemon ends']);
    expect(calls).toEqual(['pause a', 'resume all', 'resume b', 'a chat of Telegram asked for it']);
    still = ['a'];
    expect(await actions.resume(undefined)).toBe('all goes on but what stays paused: /resume a');
    states['b'] = 'stopped';
    const ended = expect.stringMatching(/^b is stopped: onBook threw: boom; it begins again with the next start/) as string;
    expect(await actions.resume('b')).toEqual(ended);
    expect(await actions.pause('b')).toEqual(ended);
    expect((await actions.resume(undefined)).split('\n')).toEqual(['all goes on but what stays paused: /resume a', ended]);
  });
});
