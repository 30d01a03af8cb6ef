import { existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { canonicalText, exactText, exactValue } from '../../src/session/exactText.ts';
import { SessionDecoder, type SessionStep } from '../../src/session/sessionDecoder.ts';
import { SessionEncoder } from '../../src/session/sessionEncoder.ts';
import { readEnding } from '../../src/session/sessionEnding.ts';
import { partsOf } from '../../src/session/sessionParts.ts';
import { SessionReader } from '../../src/session/sessionReader.ts';
import { findSession, newSessionFolder, removeOld, sealCrashed, storedSessions } from '../../src/session/sessions.ts';
import { type Book, createBook, showLevels } from '../../src/model/book.ts';
import type { Event, EventBody } from '../../src/model/event.ts';
import { gridOf } from '../../src/model/grid.ts';
import type { Pair } from '../../src/model/pair.ts';
import { sessionWriter, temporaryFolder } from './recordedWorld.ts';
import { copyBook } from '../model/copyBook.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const START = Date.UTC(2026, 10, 20, 23, 59, 50);
const GRID = gridOf(2, dec('0.00001'));
const PAIR: Pair = {
  symbol: 'BTC/EUR',
  description: '',
  base: 'BTC',
  quote: 'EUR',
  grid: GRID,
  minVolume: dec('0.0001'),
  maxVolume: dec('100'),
};
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Books may be reused by who reads: what is compared is a copy. */
function plain({ event, decisions }: SessionStep): unknown {
  return { event: event.type === 'book' ? { ...event, book: copyBook(event.book) } : event, decisions };
}

const lots = fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 100_000 }) }, { weight: 1, arbitrary: fc.constant(2 ** 53 - 1) });
const side = fc.array(fc.record({ gap: fc.integer({ min: 1, max: 5 }), lots }), { maxLength: 30 });
const books = fc.array(fc.record({ mid: fc.integer({ min: 5000, max: 5020 }), bids: side, asks: side, wide: fc.boolean() }), {
  minLength: 1,
  maxLength: 12,
});

function bookOf({ mid, bids, asks, wide }: typeof books extends fc.Arbitrary<readonly (infer B)[]> ? B : never, sequence: number): Book {
  const book = createBook('BTC/EUR', GRID, 50, wide);
  for (const [name, levels, step] of [
    ['bids', bids, -1],
    ['asks', asks, 1],
  ] as const) {
    let ticks = mid;
    for (const [i, level] of levels.entries()) {
      ticks += step * level.gap;
      book[name].ticks[i] = ticks;
      book[name].lots[i] = level.lots;
    }
    showLevels(book[name], 0, levels.length);
  }
  return Object.assign(book, { exchangeAt: START - 7, receivedAt: START + sequence, sequence, depth: 50 });
}

describe('the bytes of a session', () => {
  it('give every book back as it was: any depth, empty sides, sizes up to 2^53', () => {
    fc.assert(
      fc.property(books, fc.integer({ min: 1, max: 5 }), (series, chunkOf) => {
        const encoder = new SessionEncoder();
        const chunks: Uint8Array[] = [];
        const bodies: EventBody[] = [
          { type: 'pairs', pairs: [PAIR] },
          ...series.map((made, i) => ({ type: 'book', book: bookOf(made, i) }) as const),
        ];
        const written = bodies.map((body, i): SessionStep => ({
          event: { ...body, sequence: i, at: START + i * 3 },
          decisions: i % 2 === 0 ? '' : `[${i}]`,
        }));
        for (const [i, { event, decisions }] of written.entries()) {
          encoder.add(event, decisions);
          if (i % chunkOf === 0) chunks.push(encoder.take());
        }
        if (encoder.count > 0) chunks.push(encoder.take());
        const decoder = new SessionDecoder();
        const read = chunks.flatMap((chunk) => [...mapped(decoder.steps(chunk))]);
        expect(read).toEqual(written.map(plain));
      }),
      { numRuns: 300 },
    );
  });

  function* mapped(steps: Iterable<SessionStep>): Generator {
    for (const step of steps) yield plain(step);
  }

  it('keep the digits of every decimal, and texts that look like one', () => {
    const value = {
      price: dec('12345678901234567890.1234567890123456789000'),
      text: '=1.5',
      tilde: '~',
      none: undefined,
      list: [dec('1e-18'), null, true, 7],
    };
    expect(exactValue(exactText(value))).toEqual(value);
    expect(exactText({ b: 1, a: dec('0.10') })).toBe('{"b":1,"a":"=0.1"}');
    expect(canonicalText({ b: 1, a: [{ d: 1, c: 2 }] })).toBe('{"a":[{"c":2,"d":1}],"b":1}');
  });

  it('say when they are no exact data', () => {
    expect(() => exactValue('{"a":"=seven"}')).toThrow('not exact data');
    expect(() => exactValue('{')).toThrow('not exact data');
  });
});

/** A timer each second, with what a strategy might decide. */
function timers(from: number, count: number): Event[] {
  return Array.from({ length: count }, (_, i) => ({ type: 'timer', sequence: i, at: from + i * 1000 }));
}

async function written(name: string, events: readonly Event[]): Promise<string> {
  const clock = new VirtualClock(START);
  const trouble: string[] = [];
  const at = folder.at(name);
  const writer = sessionWriter(at, clock, trouble);
  for (const event of events) {
    writer.record(event, [
      { type: 'refused', strategy: 's', symbol: undefined, rule: 'r', message: String(event.sequence), intentId: undefined },
    ]);
    // Each chunk reaches the disk before the next is begun.
    await clock.advance(0, settle);
  }
  await writer.end('over');
  expect(trouble).toEqual([]);
  return at;
}

describe('the files of a session', () => {
  it('begin anew with each day, and are read as one', async () => {
    const at = await written('days', timers(START, 30));
    expect(partsOf(at)).toEqual(['2026-11-20.events', '2026-11-21.events']);
    const steps = [...new SessionReader(at).steps()];
    expect(steps.map(({ event }) => event)).toEqual(timers(START, 30));
  });

  it('keep to a day that a clock goes back from', async () => {
    const events: Event[] = [START + 12_000, START + 8000, START + 13_000].map((at, sequence) => ({ type: 'timer', at, sequence }));
    const at = await written('back', events);
    expect(partsOf(at)).toEqual(['2026-11-21.events']);
    expect([...new SessionReader(at).steps()].map(({ event }) => event)).toEqual(events);
  });

  it('give all whole chunks back when they are cut off at any byte, and say where', { tags: 'long' }, async () => {
    const at = await written('cut', timers(START - 40_000, 30));
    const part = join(at, partsOf(at)[0]!);
    const whole = readFileSync(part);
    const all = [...new SessionReader(at).steps()].map(plain);
    const lengths = new Set<number>();
    for (let length = whole.length - 1; length >= 0; length--) {
      truncateSync(part, length);
      const reader = new SessionReader(at);
      const read = [...reader.steps()].map(plain);
      expect(read).toEqual(all.slice(0, read.length));
      // Where a chunk ends the file looks whole; the ending says then what is missing.
      expect(reader.tear).toMatchObject({ part: '2026-11-20.events', lostBytes: length - reader.readBytes });
      lengths.add(read.length);
    }
    expect(lengths.size).toBeGreaterThan(4);
    writeFileSync(part, whole);
  });

  it('give nothing false back when any byte is another', { tags: 'long' }, async () => {
    const at = await written('flipped', timers(START - 40_000, 12));
    const part = join(at, partsOf(at)[0]!);
    const whole = readFileSync(part);
    const all = [...new SessionReader(at).steps()].map(plain);
    for (let i = 0; i < whole.length; i++) {
      const damaged = Buffer.from(whole);
      damaged[i] = damaged[i]! ^ 0x41;
      writeFileSync(part, damaged);
      const reader = new SessionReader(at);
      const read = [...reader.steps()].map(plain);
      expect(read).toEqual(all.slice(0, read.length));
      expect(reader.tear).toBeDefined();
    }
  });

  it('end where the disk refuses, with a word to people, and let the daemon go on', async () => {
    const clock = new VirtualClock(START);
    const trouble: string[] = [];
    const at = folder.at('refused');
    const writer = sessionWriter(at, clock, trouble);
    for (const event of timers(START, 9)) writer.record(event, []);
    await clock.advance(0, settle);
    // The next day's part can't be made: something else has its name.
    mkdirSync(join(at, '2026-11-21.events'));
    for (const event of timers(START + 9000, 9)) writer.record({ ...event, sequence: event.sequence + 9 }, []);
    await clock.advance(0, settle);
    await writer.end('over');
    expect(trouble).toEqual([expect.stringMatching(/^the session is not written any further.*EISDIR/)]);
    expect(readEnding(at)).toMatchObject({ how: 'incomplete', reason: expect.stringContaining('EISDIR') as string });
  });
});

describe('a session that lost something', () => {
  it('says so when a part in its middle is gone', async () => {
    const at = await written(
      'middle',
      timers(START, 10 + 86_400 + 20)
        .filter(({ at }) => at < START + 30_000 || at > START + 86_400_000)
        .map((event, sequence) => ({ ...event, sequence })),
    );
    expect(partsOf(at)).toHaveLength(3);
    rmSync(join(at, partsOf(at)[1]!));
    const reader = new SessionReader(at);
    expect([...reader.steps()].map(({ event }) => event.sequence)).toEqual(Array.from({ length: 10 }, (_, i) => i));
    expect(reader.tear).toMatchObject({
      part: partsOf(at)[1],
      reason: expect.stringMatching(/^the events from 10 to \d+ are missing/) as string,
    });
  });

  it('keeps what waited for the disk when an event can not be encoded', async () => {
    const clock = new VirtualClock(START);
    const trouble: string[] = [];
    const at = folder.at('encoding');
    const writer = sessionWriter(at, clock, trouble);
    for (const event of timers(START, 9)) writer.record(event, []);
    writer.record({ type: 'operator', order: { type: 'pause', strategy: 7n } as never, sequence: 9, at: START + 9000 }, []);
    await writer.end('over');
    expect(trouble).toEqual([expect.stringContaining("an event can't be written")]);
    const read = [...new SessionReader(at).steps()];
    expect(read.length).toBeGreaterThan(0);
    expect(readEnding(at)).toMatchObject({ how: 'incomplete', events: read.length });
  });
});

describe('the sessions of a state directory', () => {
  const state = folder.at('state');

  it('have the time of their start as their name, and never share a folder', async () => {
    const first = newSessionFolder(state, START);
    expect(first).toBe(join(state, 'sessions', '20261120T235950Z'));
    sessionWriter(first, new VirtualClock(START), []);
    expect(newSessionFolder(state, START)).toBe(`${first}-2`);
  });

  it('are found by path, by id, and as the last one', () => {
    const id = '20261120T235950Z';
    const found = findSession(state, 'last', '/');
    expect(found).toMatchObject({ id, startedAt: START, ending: undefined });
    expect(findSession(state, id, '/')).toEqual(found);
    expect(findSession(folder.at('elsewhere'), `state/sessions/${id}`, folder.path)).toEqual(found);
    expect(() => findSession(state, '20200101T000000Z', '/')).toThrow(/there is no session .*; the last are 20261120T235950Z/);
    expect(() => findSession(folder.at('nothing'), 'last', '/')).toThrow('there is no session in');
    expect(() => findSession(state, folder.path, '/')).toThrow(
      expect.objectContaining({ code: 'not-found', message: expect.stringContaining('is not a session') as string }),
    );
  });

  it('are marked when their daemon died without a word, once', () => {
    expect(sealCrashed(state, START + 1000)).toEqual(['20261120T235950Z']);
    expect(findSession(state, 'last', '/').ending).toMatchObject({ how: 'crashed', at: START });
    expect(sealCrashed(state, START + 2000)).toEqual([]);
  });

  it('are there with an ending that was not written to its end, as of a daemon that died', () => {
    const { folder: at } = findSession(state, 'last', '/');
    const file = join(at, 'end.json');
    const whole = readFileSync(file);
    for (const length of [0, 20]) {
      writeFileSync(file, whole.subarray(0, length));
      expect(findSession(state, 'last', '/')).toMatchObject({ folder: at, ending: undefined });
      expect(sealCrashed(state, START + 2000)).toEqual(['20261120T235950Z']);
      expect(findSession(state, 'last', '/').ending).toMatchObject({ how: 'crashed' });
    }
  });

  it('are left alone while the process that writes them lives', () => {
    const other = newSessionFolder(state, START + 60_000);
    sessionWriter(other, new VirtualClock(START), []);
    const manifest = join(other, 'manifest.json');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"pid":\d+/, '"pid":1'));
    expect(sealCrashed(state, START + 61_000)).toEqual([]);
  });

  it('are removed when they ended too long ago, and never while they are written', () => {
    const { lastAt } = findSession(state, '20261120T235950Z', '/');
    const dayMs = 86_400_000;
    expect(removeOld(state, dayMs, lastAt + dayMs)).toEqual([]);
    expect(removeOld(state, dayMs, lastAt + dayMs + 1)).toEqual(['20261120T235950Z']);
    expect(storedSessions(state)).toHaveLength(1);
    expect(existsSync(join(state, 'sessions', '20261120T235950Z'))).toBe(false);
  });
});
