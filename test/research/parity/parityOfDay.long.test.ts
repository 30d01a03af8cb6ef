import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { strategy } from '../../../src/engine/strategy.ts';
import { SessionCursor } from '../../../src/research/parity/sessionCursor.ts';
import { sessionLife } from '../../../src/research/parity/sessionLife.ts';
import { parityOfDay } from '../../../src/research/parity/parityOfDay.ts';
import { type AssumedSettings, sessionSettings } from '../../../src/research/parity/sessionSettings.ts';
import { writeParity } from '../../../src/research/parity/parityFiles.ts';
import { sessionEngine } from '../../../src/session/sessionEngine.ts';
import { readManifest, writeManifest } from '../../../src/session/sessionManifest.ts';
import { codeHash } from '../../../src/loading/codeHash.ts';
import { newSessionFolder } from '../../../src/session/sessions.ts';
import { BOOK, END, GAP, STATISTICS } from '../../../src/recording/marketCursor.ts';
import maker from '../../../strategies/maker.ts';
import { configured } from '../../daemon/simulatedWorld.ts';
import { manifestAt, recordedSession, type RecordedSession, sessionWriter, temporaryFolder } from '../../session/recordedWorld.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const START = Date.UTC(2026, 10, 20, 10);
const DAY = Date.UTC(2026, 10, 20);
const PARAMS = { spreadBps: '6', size: '0.01', smooth: '5', maxBase: '0.2' };
const state = folder.at('state');
const engineOf = (at: string) => sessionEngine(readManifest(at));
let session: RecordedSession;

beforeAll(async () => {
  mkdirSync(state);
  const at = newSessionFolder(state, START);
  session = await recordedSession(at, { seed: 21, strategies: [configured('maker', 'BTC/EUR', maker, PARAMS)] }, 300_000);
  const { seed, replaces, limits } = session.engine;
  const strategies = [{ name: 'maker', use: 'maker', directory: '/', symbol: 'BTC/EUR', params: PARAMS, code: codeHash('maker', '/') }];
  writeManifest(at, {
    ...manifestAt(START),
    engine: { seed: String(seed), replaces, limits, strategies },
    settings: { poll: { books: '1s', orders: '1s', depth: 25 }, backtest: {}, risk: { onStop: 'cancel' } },
  });
});

describe('the parity of a day', () => {
  it('compares what the daemon did with the backtest of its own books', async () => {
    const [found, ...others] = await parityOfDay({ state, day: DAY, settings: undefined, data: undefined, engineOf });
    expect(others).toEqual([]);
    expect(found).toMatchObject({ market: 'session', openLoop: { differing: 0, events: session.events }, notes: [] });
    const { fills, answerMs, strategies } = found!;
    expect(answerMs).toBeGreaterThan(10);
    expect(fills.real).toBeGreaterThan(5);
    // A maker that loses on its fills has most of them in the pessimistic band.
    expect(fills.fitted).toBeLessThanOrEqual(fills.pessimistic);
    expect(fills.optimistic).toBeLessThanOrEqual(fills.fitted);
    expect(strategies).toHaveLength(1);
    expect(strategies[0]).toMatchObject({ strategy: 'maker', fills: { real: fills.real, simulated: fills.fitted } });
    expect(strategies[0]!.decisions.looks).toBeGreaterThan(250);
    expect(strategies[0]!.decisions.share).toBeGreaterThan(0);
    const again = await parityOfDay({ state, day: DAY, settings: undefined, data: undefined, engineOf });
    expect(again).toEqual([found]);
    const file = writeParity(state, DAY, again);
    expect(file).toBe(join(state, 'parity', '2026-11-20.json'));
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject([
      { session: '20261120T100000Z', strategies: [{ profit: { real: expect.any(String) as string } }] },
    ]);
  });

  it('runs the backtest up to the last book of the session, which is told too', async () => {
    const lasts: number[] = [];
    const watching = strategy({
      about: 'A test.',
      params: {},
      setup: () => {
        const own = lasts.push(0) - 1;
        return { onBook: (_book, ctx) => void (lasts[own] = ctx.now) };
      },
    });
    const watched = async (at: string): ReturnType<typeof engineOf> => {
      const { settings, ...rest } = await engineOf(at);
      const strategies = settings.strategies.map((one) => ({ ...one, definition: watching, params: {} }));
      return { ...rest, settings: { ...settings, strategies } };
    };
    await parityOfDay({ state, day: DAY, settings: undefined, data: undefined, engineOf: watched });
    const last = sessionLife(session.folder, START, DAY + 86_400_000 - 1)
      .looks.get('BTC/EUR')!
      .at(-1);
    expect(lasts.length).toBeGreaterThan(3);
    expect(new Set(lasts)).toEqual(new Set([last]));
  });

  it('assumes the fill model and the rate budget of the configuration, as a backtest does', async () => {
    const settings = sessionSettings(readManifest(session.folder));
    // Two models may come to as many fills, and hardly to the same profit with them.
    const fittedWith = async (other: Partial<AssumedSettings>): Promise<string> => {
      const [found] = await parityOfDay({ state, day: DAY, settings: { ...settings, ...other }, data: undefined, engineOf });
      return JSON.stringify([found!.fills.fitted, found!.strategies]);
    };
    const plain = await fittedWith({});
    expect(await fittedWith({ venue: { rateLimit: { perSecond: 1, burst: 1 } } })).not.toBe(plain);
    expect(await fittedWith({ backtest: { ...settings.backtest, queueShare: dec('0') } })).not.toBe(plain);
  });

  it('goes on without a life whose strategy is gone, and says so', async () => {
    const at = newSessionFolder(state, START + 1000);
    cpSync(session.folder, at, { recursive: true });
    const manifest = readManifest(at);
    const strategies = manifest.engine.strategies.map((one) => ({ ...one, use: './gone.ts' }));
    writeManifest(at, { ...manifest, engine: { ...manifest.engine, strategies } });
    const [whole, without] = await parityOfDay({ state, day: DAY, settings: undefined, data: undefined, engineOf });
    expect(whole).toMatchObject({ notes: [], strategies: [{ strategy: 'maker' }] });
    expect(without).toMatchObject({
      session: '20261120T100001Z',
      fills: { real: whole!.fills.real },
      strategies: [],
      notes: [expect.stringMatching(/^it could not be compared: maker of the session can't be loaded: there is no file/)],
    });
    rmSync(session.folder, { recursive: true });
    await expect(parityOfDay({ state, day: DAY, settings: undefined, data: undefined, engineOf }), 'none is left').rejects.toMatchObject({
      code: 'strategy',
    });
    cpSync(at, session.folder, { recursive: true });
    writeManifest(session.folder, manifest);
    rmSync(at, { recursive: true });
  });

  it('says when there is nothing of the day', async () => {
    await expect(parityOfDay({ state, day: DAY - 86_400_000, settings: undefined, data: undefined, engineOf })).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});

describe('the life in a session', () => {
  it('is told of as out of order when the clock was set back, and not for what a clock corrects', async () => {
    const lived = async (name: string, ...times: number[]): Promise<boolean> => {
      const writer = sessionWriter(folder.at(name), new VirtualClock(START), []);
      for (const [sequence, ms] of times.entries()) writer.record({ type: 'timer', sequence, at: START + ms }, []);
      await writer.end('over');
      return sessionLife(folder.at(name), START, START + 100_000).isSetBack;
    };
    expect(await lived('corrected', 0, 5000, 4500, 6000)).toBe(false);
    expect(await lived('set-back', 0, 5000, 3000)).toBe(true);
  });
});

describe('the market of a session', () => {
  it('is walked as a recording is: books, statistics, and nothing shown of what comes next', () => {
    const { pairs, looks } = sessionLife(session.folder, START, START + 300_000);
    const pair = pairs.find(({ symbol }) => symbol === 'BTC/EUR')!;
    const cursor = new SessionCursor(session.folder, pair, START, 5000);
    expect(() => cursor.book).toThrow('no book before the first one');
    const counts = { [BOOK]: 0, [STATISTICS]: 0, [GAP]: 0, [END]: 0 };
    let at = 0;
    for (;;) {
      const { nextAt, nextType } = cursor;
      const type = cursor.next();
      expect(type).toBe(nextType);
      counts[type]++;
      if (type === END) break;
      expect(cursor.at).toBe(nextAt);
      expect(cursor.at).toBeGreaterThanOrEqual(at);
      at = cursor.at;
      if (type === BOOK) expect(cursor.book.receivedAt).toBe(at);
    }
    expect(cursor.next()).toBe(END);
    expect(counts[BOOK]).toBeGreaterThanOrEqual(looks.get('BTC/EUR')!.length);
    expect(counts[STATISTICS]).toBeGreaterThan(20);
    expect(counts[GAP]).toBe(0);
    cursor.close();
  });

  it('has a gap where no book came for long, though no poll had failed', () => {
    const { pairs } = sessionLife(session.folder, START, START + 300_000);
    const cursor = new SessionCursor(
      session.folder,
      pairs.find(({ symbol }) => symbol === 'BTC/EUR')!,
      START,
      500,
    );
    for (let books = 0; books < 2;) if (cursor.next() === BOOK) books++;
    expect(cursor.gap).toMatchObject({
      reason: 'poll-failed',
      detail: expect.stringMatching(/^no book for \d/) as string,
      to: cursor.at,
    });
    cursor.close();
  });
});
