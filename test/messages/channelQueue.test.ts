import { beforeEach, describe, expect, it } from 'vitest';
import { ChannelQueue } from '../../src/messages/channelQueue.ts';
import { type ChannelBench, channelBench, START } from './channelBench.ts';

let bench: ChannelBench;
let queue: ChannelQueue;
let lost: string[];

beforeEach(() => {
  bench = channelBench();
  lost = [];
  let id = 0;
  queue = new ChannelQueue({
    channel: bench,
    clock: bench.clock,
    everyMs: 30_000,
    title: 'sluice DEMO',
    newId: () => `msg_${++id}`,
    onLost: (why) => lost.push(why),
    onBack: () => lost.push('back'),
  });
});

const add = (text: string, event = 'trouble', level: 'warn' | 'error' = 'warn'): void =>
  queue.add({ at: bench.clock.now(), level, event, text });
const texts = (): readonly string[][] => bench.messages.map(({ lines }) => lines.map(({ text, count }) => `${text} ${count}`));

describe(ChannelQueue, () => {
  it('makes one message of what happens at once, with the worst of its levels', async () => {
    add('a');
    add('b', 'gave-up', 'error');
    await bench.pass(2000);
    expect(bench.messages).toEqual([
      {
        id: 'msg_1',
        at: START + 2000,
        level: 'error',
        title: 'sluice DEMO',
        lines: [
          { at: START, level: 'warn', event: 'trouble', text: 'a', count: 1 },
          { at: START, level: 'error', event: 'gave-up', text: 'b', count: 1 },
        ],
        more: {},
      },
    ]);
  });

  it('makes one message of a storm: equal lines once, the first twenty, and counts of the rest', async () => {
    for (let i = 0; i < 10_000; i++) add(`line ${i % 100}`, i % 2 === 0 ? 'even' : 'odd');
    await bench.pass(2000);
    const [message] = bench.messages;
    expect(bench.messages).toHaveLength(1);
    expect(message!.lines).toHaveLength(20);
    expect(message!.lines[0]).toMatchObject({ text: 'line 0', count: 100 });
    expect(message!.more).toEqual({ even: 4000, odd: 4000 });
  });

  it('keeps the least time between two messages, and loses nothing of what happens meanwhile', async () => {
    add('a');
    await bench.pass(2000);
    for (let second = 0; second < 60; second++) {
      add(`second ${second % 10}`);
      await bench.pass(1000);
    }
    await bench.pass(30_000);
    expect(bench.messages.map(({ at }) => at - START)).toEqual([2000, 32_000, 62_000]);
    expect(
      texts()
        .flat()
        .reduce((sum, text) => sum + Number(text.split(' ').at(-1)), 0),
    ).toBe(61);
  });

  it('tries again, ever more slowly, under the same id; then it goes on as before', async () => {
    bench.fate = 'fail';
    add('a');
    await bench.pass(2000 + 2000 + 4000);
    expect(bench.tried.map(({ id }) => id)).toEqual(['msg_1', 'msg_1', 'msg_1']);
    bench.fate = 'deliver';
    await bench.pass(8000);
    expect(texts()).toEqual([['a 1']]);
    expect(lost).toEqual([]);
  });

  it('waits as long as it is asked to', async () => {
    bench.fate = { retryAfterMs: 60_000 };
    add('a');
    await bench.pass(61_000);
    expect(bench.tried).toHaveLength(1);
    bench.fate = 'deliver';
    await bench.pass(1000);
    expect(bench.messages).toHaveLength(1);
  });

  it('gives up after eight tries, tells that once, and says later how much was lost', async () => {
    bench.fate = 'fail';
    add('a');
    await bench.pass(600_000);
    expect(bench.tried).toHaveLength(8);
    expect(lost).toEqual(["ops can't be reached: nobody is there"]);
    add('b');
    await bench.pass(3_600_000);
    expect(bench.tried).toHaveLength(16);
    expect(lost).toHaveLength(1);
    bench.fate = 'deliver';
    add('c');
    await bench.pass(2000);
    expect(texts()).toEqual([['2 lines before this could not be delivered 1', 'c 1']]);
  });

  it('does not try a refusal again', async () => {
    bench.fate = 'refuse';
    add('a');
    await bench.pass(600_000);
    expect(bench.tried).toHaveLength(1);
    expect(lost).toEqual(["ops can't be reached: HTTP 404"]);
  });

  it('holds little, however much happens while nobody answers', { tags: 'long' }, async () => {
    bench.fate = 'hang';
    add('a');
    await bench.pass(2000);
    for (let i = 0; i < 100_000; i++) add(`line ${i}`, `event ${i}`);
    await bench.pass(3_600_000);
    expect(bench.tried).toHaveLength(1);
    await Promise.all([queue.close(3000), bench.pass(3000)]);
    expect(bench.tried).toHaveLength(1);
  });

  it('delivers at its end what there is, at once, and takes nothing more', async () => {
    add('a');
    await Promise.all([queue.close(3000), bench.pass(0)]);
    add('b');
    await bench.pass(60_000);
    expect(texts()).toEqual([['a 1']]);
  });

  it('tries once more at its end what did not arrive before', async () => {
    bench.fate = 'fail';
    add('a');
    await bench.pass(2000);
    bench.fate = 'deliver';
    await Promise.all([queue.close(3000), bench.pass(0)]);
    expect(texts()).toEqual([['a 1']]);
  });
});
