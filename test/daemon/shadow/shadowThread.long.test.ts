import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createBook, showLevels, type Book } from '../../../src/model/book.ts';
import type { Event, EventBody } from '../../../src/model/event.ts';
import { shadowStatus } from '../../../src/daemon/shadow/shadowStatus.ts';
import { ShadowThread } from '../../../src/daemon/shadow/shadowThread.ts';
import { loadSettings, type Settings } from '../../../src/settings/loadSettings.ts';
import { BTC } from '../../engine/fixtures.ts';
import { until } from '../../until.ts';

const KIT = new URL('../../../src/engine/kit.ts', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'sluice-shadow-'));
const threads: ShadowThread[] = [];
afterEach(async () => {
  await Promise.all(threads.splice(0).map((thread) => thread.close()));
});
afterAll(() => rmSync(folder, { recursive: true }));

const BEGIN = Date.UTC(2026, 10, 20, 22);

/** A strategy in a file of its own that does so with each book. */
function settings(name: string, onBook: string): Promise<Settings> {
  return settingsWith(name, `() => ({ onBook(book, ctx) { ${onBook} } })`);
}

/** A strategy in a file of its own with this `setup`. */
async function settingsWith(name: string, setup: string): Promise<Settings> {
  const code = `import { strategy } from '${KIT}';\nexport default strategy({ about: 'A test.', params: {}, setup: ${setup} });\n`;
  writeFileSync(join(folder, `${name}.ts`), code);
  const file = join(folder, `${name}.yaml`);
  const entries = `  maker: { use: maker, symbol: BTC/EUR, budget: 50000 EUR, params: { spreadBps: 5, size: 0.01 } }\n  maker-2: { use: ./${name}.ts, shadow: maker }\n`;
  writeFileSync(file, `venue: { knows: { replace: atomic-keeps-id } }\nstrategies:\n${entries}`);
  return loadSettings({ file, env: {} });
}

function thread(of: Settings, state: string, stopped: string[], live = (): number | undefined => 7): ShadowThread {
  const options = {
    settings: of,
    name: 'maker-2',
    state: join(folder, state),
    data: folder,
    live,
    onStopped: (why: string) => void stopped.push(why),
  };
  const made = new ShadowThread(options, [BTC], BEGIN);
  threads.push(made);
  return made;
}

function event(body: EventBody, at: number): Event {
  return { ...body, sequence: 0, at };
}

/** A book whose mid goes up and down, with a spread of 1. */
function bookAt(at: number): Book {
  const book = createBook('BTC/EUR', BTC.grid);
  const mid = 6_000_000 + 5000 * Math.round(4 * Math.sin(at / 60_000));
  [book.bids, book.asks].forEach((side, i) => {
    side.ticks[0] = mid + (i === 0 ? -50 : 50);
    side.lots[0] = 100_000;
    showLevels(side, 0, 1);
  });
  return Object.assign(book, { receivedAt: at, exchangeAt: at, sequence: 1, depth: 50 });
}

/** Tells so many seconds, as fast as they are taken. */
async function tell(to: ShadowThread, fromSecond: number, seconds: number): Promise<void> {
  for (let second = fromSecond; second < fromSecond + seconds; second++) {
    const at = BEGIN + second * 1000;
    to.event(event({ type: 'book', book: bookAt(at) }, at));
    to.event(event({ type: 'timer' }, at));
    if (second % 200 === 0)
      await until(
        async () => to.waiting,
        (waiting) => waiting < 100,
      );
  }
}

const ready = (of: ShadowThread): Promise<boolean> => until(async () => of.isRunning, Boolean);

describe('a shadow on its thread', () => {
  it('runs beside its champion, counts by the hour, and goes on with that in another life', async () => {
    const stopped: string[] = [];
    const of = await settings('quotes', 'const mid = book.midTicks ?? 0; ctx.quoteTicks(mid - 300, 500, mid + 300, 500);');
    let real = 100;
    const first = thread(of, 'lives', stopped, () => (real += 5));
    expect(shadowStatus(first).state).toBe('starting');
    await ready(first);
    await tell(first, 0, 2 * 3600 + 10);
    await until(
      async () => first.blocks.length,
      (count) => count === 2,
    );
    const status = shadowStatus(first);
    expect(status).toMatchObject({
      state: 'running',
      champion: 'maker',
      currency: 'EUR',
      since: '2026-11-20T22:00:00.000Z',
      counted: { hours: 2, live: 10 },
    });
    expect(status.fills!.champion).toBeGreaterThan(5);
    expect(status.fills!.challenger).toBeGreaterThan(5);
    expect(status.comparison.certainty).toEqual({ because: 'it needs 24 hours, and there are 2' });
    expect(stopped).toEqual([]);
    await first.close();
    expect(
      readFileSync(join(folder, 'lives', 'shadow', 'maker-2.jsonl'), 'utf8')
        .split('\n')
        .filter(Boolean),
    ).toHaveLength(2);

    const second = thread(of, 'lives', stopped);
    await ready(second);
    expect(shadowStatus(second)).toMatchObject({ since: '2026-11-20T22:00:00.000Z', counted: { hours: 2 }, comparison: { blocks: 2 } });
    expect(shadowStatus(second).counted.champion).toBe(status.counted.champion);
  });

  it('that throws is stopped with its reason, told once, and counts nothing', async () => {
    const stopped: string[] = [];
    const of = thread(await settings('throws', "throw new Error('a mistake');"), 'throws', stopped);
    await ready(of);
    await tell(of, 0, 5);
    await until(
      async () => stopped.length,
      (count) => count > 0,
    );
    expect(stopped).toEqual([expect.stringContaining('a mistake')]);
    expect(shadowStatus(of)).toMatchObject({
      state: 'stopped',
      reason: stopped[0],
      goesOn: expect.stringContaining('trading is not affected') as string,
    });
    await tell(of, 5, 5);
    expect(stopped).toHaveLength(1);
  });

  it('that never comes back is given up when it is too far behind, and nobody has waited for it', async () => {
    const stopped: string[] = [];
    const of = thread(await settings('hangs', 'for (;;);'), 'hangs', stopped);
    await ready(of);
    for (let second = 0; second < 3000 && stopped.length === 0; second++) {
      of.event(event({ type: 'book', book: bookAt(BEGIN + second * 1000) }, BEGIN + second * 1000));
    }
    expect(stopped).toEqual(['it is 2000 events behind: one of the two takes too long, or never comes back']);
  });

  it('F1: whose setup never comes back is given up after 600 heartbeats, however many books come before, and is told once', async () => {
    const stopped: string[] = [];
    const of = thread(await settingsWith('stuck', '() => { for (;;); }'), 'stuck', stopped);
    const tellStuck = (body: EventBody, count: number): void => {
      for (let i = 0; i < count; i++) of.event(event(body, BEGIN));
    };
    tellStuck({ type: 'book', book: bookAt(BEGIN) }, 5000);
    tellStuck({ type: 'timer' }, 600);
    expect(shadowStatus(of).state).toBe('starting');
    tellStuck({ type: 'timer' }, 100);
    expect(stopped).toEqual([
      'it was not ready after 600 heartbeats: a module or a `setup` of the two takes too long, or never comes back',
    ]);
    expect(shadowStatus(of)).toMatchObject({
      state: 'stopped',
      reason: stopped[0],
      goesOn: expect.stringContaining('next start') as string,
    });
    expect(of.waiting).toBe(0);
  });

  it('whose file is gone is stopped, and says which', async () => {
    const stopped: string[] = [];
    const of = await settings('gone', 'void 0;');
    rmSync(join(folder, 'gone.ts'));
    expect(() => thread(of, 'gone', stopped)).toThrow(/gone\.ts/);
  });
});
