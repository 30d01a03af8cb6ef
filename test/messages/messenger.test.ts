import { describe, expect, it } from 'vitest';
import { Secret } from '../../src/base/secret.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import type { Log } from '../../src/daemon/log.ts';
import { daily } from '../../src/messages/digest.ts';
import { startHeartbeat } from '../../src/messages/heartbeat.ts';
import { Messenger, type MessengerOptions } from '../../src/messages/messenger.ts';
import { type ChannelBench, channelBench, settled, START } from './channelBench.ts';

function messengerOf(
  channels: readonly ChannelBench[],
  events: MessengerOptions['events'] = {},
): { messenger: Messenger; log: Log; logged: string[] } {
  const logged: string[] = [];
  let id = 0;
  const messenger = new Messenger({
    channels,
    clock: channels[0]!.clock,
    title: 'sluice',
    everyMs: 30_000,
    events,
    newId: () => `msg_${++id}`,
  });
  const log = messenger.over({
    write: (level, event, text) => void logged.push(`${level} ${event} ${text}`),
    setLevel: () => undefined,
    flush: () => undefined,
  });
  return { messenger, log, logged };
}

const told = ({ messages }: ChannelBench): readonly string[] =>
  messages.flatMap(({ lines }) => lines.map(({ level, text }) => `${level} ${text}`));

describe(Messenger, () => {
  it('tells each channel what is at least of its level, and logs everything', async () => {
    const clock = new VirtualClock(START);
    const [all, worst] = [channelBench({ name: 'all', level: 'info' }, clock), channelBench({ name: 'worst', level: 'error' }, clock)];
    const { log, logged } = messengerOf([all, worst]);
    log.write('debug', 'command-place', 'place sent');
    log.write('info', 'fill', 'filled');
    log.write('error', 'lane-frozen', 'frozen');
    await all.pass(2000);
    expect(logged).toHaveLength(3);
    expect(told(all)).toEqual(['info filled', 'error frozen']);
    expect(told(worst)).toEqual(['error frozen']);
  });

  it('takes the level of an event from the configuration', async () => {
    const channel = channelBench();
    const { log } = messengerOf([channel], { fill: 'error', trouble: 'off', 'lane-frozen': 'debug' });
    log.write('info', 'fill', 'filled');
    log.write('error', 'trouble', 'a list could not be read');
    log.write('error', 'lane-frozen', 'frozen');
    await channel.pass(2000);
    expect(told(channel)).toEqual(['error filled']);
  });

  it('tells the end of what lasts to each channel that has heard of its beginning, once, and to no other', async () => {
    const clock = new VirtualClock(START);
    const [warned, worst] = [channelBench({ name: 'warned' }, clock), channelBench({ name: 'worst', level: 'error' }, clock)];
    const { log } = messengerOf([warned, worst]);
    log.write('warn', 'market-stale', 'BTC/EUR is stale', {}, { begins: ['market BTC/EUR'] });
    log.write('error', 'lane-frozen', 'a lane is frozen', {}, { begins: ['lane', 'intent 1'] });
    log.write('info', 'market-recovered', 'ETH/EUR recovered', {}, { ends: ['market ETH/EUR'] });
    log.write('info', 'market-recovered', 'BTC/EUR recovered', {}, { ends: ['market BTC/EUR'] });
    log.write('info', 'market-recovered', 'BTC/EUR recovered once more', {}, { ends: ['market BTC/EUR'] });
    log.write('debug', 'intent-not-placed', 'nothing came of it', {}, { ends: ['intent 1'] });
    log.write('info', 'lane-opened', 'the lane is open', {}, { ends: ['lane'] });
    await warned.pass(2000);
    const both = ['error a lane is frozen', 'info nothing came of it', 'info the lane is open'];
    expect(told(worst)).toEqual(both);
    expect(told(warned)).toEqual(['warn BTC/EUR is stale', both[0], 'info BTC/EUR recovered', ...both.slice(1)]);
  });

  it('tells no end whose event, or whose beginning, is left out', async () => {
    const channel = channelBench();
    const { log } = messengerOf([channel], { 'lane-opened': 'off', 'market-stale': 'off' });
    log.write('warn', 'market-stale', 'stale', {}, { begins: ['market'] });
    log.write('error', 'lane-frozen', 'frozen', {}, { begins: ['lane'] });
    log.write('info', 'market-recovered', 'recovered', {}, { ends: ['market'] });
    log.write('info', 'lane-opened', 'open', {}, { ends: ['lane'] });
    await channel.pass(2000);
    expect(told(channel)).toEqual(['error frozen']);
  });

  it('hides secrets', async () => {
    const hidden = new Secret('a-secret-of-a-strategy-99');
    const channel = channelBench();
    const { log } = messengerOf([channel]);
    log.write('warn', 'trouble', `it said ${hidden.reveal()}`);
    await channel.pass(2000);
    expect(told(channel).join()).toMatch(/^warn it said /);
    expect(told(channel).join()).not.toContain(hidden.reveal());
  });

  it('tells those that can still be reached which one can not, and the log', async () => {
    const clock = new VirtualClock(START);
    const [dead, alive] = [channelBench({ name: 'dead' }, clock), channelBench({ name: 'alive' }, clock)];
    const { log, logged } = messengerOf([dead, alive]);
    dead.fate = 'refuse';
    log.write('warn', 'trouble', 'x');
    await alive.pass(40_000);
    expect(told(alive)).toEqual(['warn x', "warn the channel dead can't be reached: HTTP 404"]);
    expect(logged.at(-1)).toBe("warn channel-dead the channel dead can't be reached: HTTP 404");
    expect(dead.tried).toHaveLength(1);
    dead.fate = 'deliver';
    log.write('warn', 'trouble', 'y');
    await alive.pass(400_000);
    expect(told(alive).slice(2)).toEqual(['warn y', 'info the channel dead can be reached again']);
    expect(told(dead)).toEqual(['warn 1 line before this could not be delivered', 'warn y']);
  });

  it('gives the digest to those that want it, whatever their level', async () => {
    const clock = new VirtualClock(START);
    const [wants, not] = [channelBench({ level: 'fatal' }, clock), channelBench({ digest: false, level: 'debug' }, clock)];
    const { messenger } = messengerOf([wants, not]);
    messenger.digest('all is well');
    await wants.pass(2000);
    expect([told(wants), told(not)]).toEqual([['info all is well'], []]);
  });

  it('is never held up by a channel that hangs, and its end not for long', async () => {
    const channel = channelBench();
    channel.fate = 'hang';
    const { messenger, log } = messengerOf([channel]);
    for (let i = 0; i < 1000; i++) log.write('error', 'trouble', `line ${i}`);
    await channel.pass(2000);
    const end = messenger.close(3000);
    await channel.pass(3000);
    expect(await end).toBeUndefined();
  });
});

describe(daily, () => {
  it('comes once a day, at its time, and not for a time that has passed today', async () => {
    const clock = new VirtualClock(START);
    const at: number[] = [];
    const end = daily(clock, '08:00', () => at.push(clock.now()));
    await clock.advance(3 * 86_400_000, settled);
    expect(at.map((time) => new Date(time).toISOString())).toEqual([
      '2026-11-21T08:00:00.000Z',
      '2026-11-22T08:00:00.000Z',
      '2026-11-23T08:00:00.000Z',
    ]);
    end();
    await clock.advance(86_400_000, settled);
    expect(at).toHaveLength(3);
  });

  it('comes once when the clock jumps over it', async () => {
    const clock = new VirtualClock(START);
    let count = 0;
    daily(clock, '13:00', () => count++);
    clock.stepWall(5 * 3_600_000);
    await clock.advance(120_000, settled);
    expect(count).toBe(1);
  });

  it('comes on the next day again when the clock was years ahead as the daemon began', async () => {
    const aheadMs = 4 * 365 * 86_400_000;
    const clock = new VirtualClock(START + aheadMs);
    let count = 0;
    daily(clock, '13:00', () => count++);
    clock.stepWall(-aheadMs);
    await clock.advance(2 * 86_400_000, settled);
    expect(count).toBe(2);
  });

  it('comes once a day when the clock is set back by an hour', async () => {
    const clock = new VirtualClock(START);
    let count = 0;
    daily(clock, '13:00', () => count++);
    await clock.advance(86_400_000, settled);
    clock.stepWall(-3_600_000);
    await clock.advance(3_600_000, settled);
    expect(count).toBe(1);
  });
});

describe(startHeartbeat, () => {
  it('gives a sign while the daemon is ready, and none while it is not', async () => {
    const clock = new VirtualClock(START);
    const at: number[] = [];
    let ready = false;
    const end = startHeartbeat({
      clock,
      everyMs: 60_000,
      isReady: () => ready,
      beat: async () => void at.push(clock.now() - START),
      onTrouble: () => undefined,
    });
    await clock.advance(30_000, settled);
    expect(at).toEqual([]);
    ready = true;
    await clock.advance(130_000, settled);
    expect(at).toEqual([35_000, 95_000, 155_000]);
    ready = false;
    await clock.advance(600_000, settled);
    ready = true;
    end();
    await clock.advance(600_000, settled);
    expect(at).toHaveLength(3);
  });

  it('tries again soon where nobody takes it, and tells that once', async () => {
    const clock = new VirtualClock(START);
    const troubles: string[] = [];
    let tries = 0;
    let isThere = false;
    startHeartbeat({
      clock,
      everyMs: 60_000,
      isReady: () => true,
      beat: async () => {
        tries++;
        if (!isThere) throw new Error('nobody is there');
      },
      onTrouble: (text) => troubles.push(text),
    });
    await clock.advance(20_000, settled);
    expect([tries, troubles]).toEqual([4, ["the heartbeat can't be given: nobody is there"]]);
    isThere = true;
    await clock.advance(5000, settled);
    await clock.advance(59_999, settled);
    expect(tries).toBe(5);
    expect(troubles.slice(1)).toEqual(['the heartbeat is given again']);
  });
});
