import { Subject } from 'rxjs';
import { setImmediate as settle } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { LiveFeed, type LiveFeedOptions } from '../../../src/control/page/liveFeed.ts';

interface Message {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What a browser makes of the bytes. */
function messagesOf(text: string): Message[] {
  return text
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => {
      const field = (name: string): string | undefined => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
      return { event: field('event')!, id: field('id'), data: JSON.parse(field('data')!) as Message['data'] };
    });
}

function room(limits: Partial<LiveFeedOptions> = {}) {
  const clock = new VirtualClock(0);
  const events$ = new Subject<unknown>();
  const commands$ = new Subject<unknown>();
  const added$ = new Subject<unknown>();
  const orders: unknown[] = [];
  const written: string[] = [];
  let isBroken = false;
  let asked = 0;
  const daemon = {
    trader: { events$, commands$, snapshot: () => ({ at: clock.now(), orders }) },
    history: { lines: { added$, last: () => [], write: (_level: string, _event: string, message: string) => written.push(message) } },
    tally: { lastFills: [] },
    ending: undefined as unknown,
    status: () => {
      if (isBroken) throw new Error('the status is broken');
      return { state: 'running', asked: ++asked };
    },
  };
  const feed = new LiveFeed({ daemon: daemon as unknown as LiveFeedOptions['daemon'], clock, ...limits });
  let cuts = 0;
  const listen = (seen?: string) => {
    const stream = feed.open(seen, { mayStay: () => mayStay, cut: () => cuts++ });
    const reader = stream?.getReader();
    let text = '';
    let next: Promise<void> | undefined;
    const read = async (): Promise<void> => {
      for (let chunk = await reader!.read(); !chunk.done; chunk = await reader!.read()) text += Buffer.from(chunk.value).toString();
    };
    /** What has come since the last time. A page that never calls it takes nothing. */
    const take = async (): Promise<Message[]> => {
      next ??= read();
      await settle();
      const messages = messagesOf(text);
      text = '';
      return messages;
    };
    return { stream, take, leave: () => reader!.cancel() };
  };
  let mayStay = true;
  const order = (intentId: string, filled: string) => ({
    intentId,
    symbol: 'BTC/EUR',
    price: dec('1.50'),
    filled: dec(filled),
    placedAt: 0,
    updatedAt: 0,
  });
  return {
    clock,
    feed,
    listen,
    orders,
    order,
    report: (report: object = { type: 'order-opened' }) => events$.next({ type: 'report', report }),
    book: () => events$.next({ type: 'book' }),
    line: (id: number) => added$.next({ id, at: 0, level: 'info', event: 'x', text: `line ${id}` }),
    written,
    ended: (ending: object) => void (daemon.ending = ending),
    breakStatus: (broken: boolean) => void (isBroken = broken),
    forbid: () => void (mayStay = false),
    isHeard: () => events$.observed,
    cuts: () => cuts,
  };
}

describe('a page that comes', () => {
  it('gets a snapshot, then what changes once a frame, then the status at most four times a second', async () => {
    const { clock, listen, orders, order, report, book, line } = room();
    orders.push(order('I1', '0'));
    const { take } = listen();
    expect(await take()).toMatchObject([
      { event: 'snapshot', data: { status: { state: 'running' }, orders: [{ intentId: 'I1', price: '1.5' }] } },
    ]);
    orders.splice(0, 1, order('I1', '0.5'), order('I2', '0'));
    report();
    line(1);
    line(2);
    for (let n = 0; n < 100; n++) book();
    await clock.advance(50, settle);
    expect(await take()).toMatchObject([
      {
        event: 'changes',
        data: { orders: { changed: [{ intentId: 'I1', filled: '0.5' }, { intentId: 'I2' }], gone: [] }, events: [{ id: 1 }, { id: 2 }] },
      },
    ]);
    await clock.advance(200, settle);
    expect((await take()).map(({ event }) => event)).toEqual(['status']);
    orders.length = 1;
    for (let n = 0; n < 100; n++) {
      report();
      book();
      await clock.advance(10, settle);
    }
    const events = (await take()).map(({ event }) => event);
    expect(events.filter((event) => event === 'status').length).toBeLessThanOrEqual(4);
    expect(events.filter((event) => event === 'changes')).toHaveLength(1);
  });

  it('hears a beat when nothing happens', async () => {
    const { clock, listen } = room();
    const { take } = listen();
    await take();
    await clock.advance(10_000, settle);
    expect((await take()).map(({ event }) => event)).toEqual(['beat']);
  });
});

describe('a page that was cut off', () => {
  it('gets what it has missed, and no snapshot', async () => {
    const { clock, listen, line } = room();
    const first = listen();
    const [{ id } = { id: undefined }] = await first.take();
    await first.leave();
    for (let n = 1; n <= 3; n++) {
      line(n);
      await clock.advance(50, settle);
    }
    await clock.advance(30_000, settle);
    const again = await listen(id).take();
    expect(again.map(({ event }) => event)).toEqual(['changes', 'changes', 'changes', 'status']);
    expect(again.slice(0, 3).flatMap(({ data }) => data['events'])).toMatchObject([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });

  it('gets a snapshot where it has missed more than it may be behind, however long that is, and is not cut off for it', async () => {
    const { clock, listen, line, orders, order, cuts, feed } = room({ mostBehind: 2000 });
    const first = listen();
    const [{ id } = { id: undefined }] = await first.take();
    await first.leave();
    for (let n = 1; n <= 50; n++) {
      line(n);
      await clock.advance(50, settle);
    }
    for (let n = 0; n < 50; n++) orders.push(order(`I${n}`, '0'));
    for (let n = 0; n < 3; n++) {
      const again = listen(id);
      expect((await again.take()).map(({ event }) => event)).toEqual(['snapshot']);
      expect([cuts(), feed.readers]).toEqual([0, 1]);
      await again.leave();
      expect(feed.readers).toBe(0);
    }
  });

  it('gets a snapshot after a minute without anybody, after too much, and with a number of another life', { tags: 'long' }, async () => {
    const { clock, listen, line, isHeard } = room();
    const first = listen();
    const [{ id } = { id: undefined }] = await first.take();
    expect((await listen('elsewhere.0').take()).map(({ event }) => event)).toEqual(['snapshot']);
    expect((await listen(`${id}9`).take()).map(({ event }) => event)).toEqual(['snapshot']);
    for (let n = 0; n < 1001; n++) {
      line(n);
      await clock.advance(50, settle);
    }
    expect((await listen(id).take()).map(({ event }) => event)).toEqual(['snapshot']);
    expect(isHeard()).toBe(true);
  });

  it('costs nothing once nobody has looked for a minute', async () => {
    const { clock, listen, line, isHeard } = room();
    const first = listen();
    const [{ id } = { id: undefined }] = await first.take();
    await first.leave();
    await clock.advance(60_000, settle);
    expect(isHeard()).toBe(false);
    line(1);
    expect((await listen(id).take()).map(({ event }) => event)).toEqual(['snapshot']);
  });
});

describe('a page that takes nothing', () => {
  it('is cut off, and the others hear on', async () => {
    const { clock, listen, line, cuts, feed } = room({ mostBehind: 5000 });
    listen();
    const good = listen();
    for (let n = 0; n < 100; n++) {
      line(n);
      await clock.advance(50, settle);
      await good.take();
    }
    expect(cuts()).toBe(1);
    expect(feed.readers).toBe(1);
  });
});

describe('the feed', () => {
  it('ends its streams when something can not be shown, tells it once, and the daemon goes on', async () => {
    const { clock, listen, feed, book, breakStatus, written } = room();
    const { take } = listen();
    await take();
    for (let n = 0; n < 2; n++) {
      breakStatus(true);
      book();
      await clock.advance(250, settle);
      expect(feed.readers).toBe(0);
      breakStatus(false);
      listen();
      expect(feed.readers).toBe(1);
    }
    expect(written).toEqual(['the stream of the dashboard failed, and nothing else: the status is broken']);
  });

  it('serves a bounded number of pages', () => {
    const { listen } = room({ most: 2 });
    expect([listen().stream, listen().stream, listen().stream].map((stream) => stream !== undefined)).toEqual([true, true, false]);
  });

  it('lets go of a page whose session has ended', async () => {
    const { clock, listen, forbid, feed } = room();
    listen();
    forbid();
    await clock.advance(10_000, settle);
    expect(feed.readers).toBe(0);
  });

  it('tells last what has happened until then, and what the daemon has left', async () => {
    const { listen, feed, line, ended } = room();
    const { take } = listen();
    await take();
    line(1);
    const order = { intentId: 'I', orderId: '7', strategy: 'maker', symbol: 'BTC/EUR', side: 'Buy', price: dec('1.5'), amount: dec('2') };
    const kept = { orders: [{ ...order, state: 'open' }], requests: [] };
    ended({ left: { orders: [], requests: [] }, kept, gaveUp: undefined });
    feed.close();
    expect(await take()).toMatchObject([
      { event: 'changes', data: { events: [{ id: 1 }] } },
      { event: 'status' },
      { event: 'end', data: { at: '1970-01-01T00:00:00.000Z', left: [], kept: ['order 7  BTC/EUR  Buy 2 at 1.5  (maker): open'] } },
    ]);
  });

  it('ends with the daemon', async () => {
    const { listen, feed, isHeard } = room();
    listen();
    feed.close();
    expect([feed.readers, isHeard()]).toEqual([0, false]);
  });
});
