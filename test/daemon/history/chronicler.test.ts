import { setImmediate as settle } from 'node:timers/promises';
import { Subject } from 'rxjs';
import { afterAll, expect, it } from 'vitest';
import { join } from 'node:path';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { Chronicler } from '../../../src/daemon/history/chronicler.ts';
import { EventHistory } from '../../../src/daemon/history/eventHistory.ts';
import type { Chronicle, EquityStep } from '../../../src/model/chronicle.ts';
import type { EventLine } from '../../../src/model/eventLine.ts';
import { openStore } from '../../../src/store/store.ts';
import { temporaryFolder } from '../../cli/temporaryFolder.ts';
import { seenAt } from '../../model/fallOf.ts';

const START = Date.UTC(2026, 10, 20, 12);
const folder = temporaryFolder();
afterAll(() => folder.remove());

const log = { write: () => undefined, setLevel: () => undefined, flush: () => undefined };

interface Life {
  readonly lines: EventHistory;
  readonly chronicler: Chronicler;
  readonly trouble: string[];
}

function life(chronicle: Chronicle, clock: VirtualClock, before: readonly EventLine[], seen$ = new Subject<EquityStep>()): Life {
  const lines = new EventHistory(clock, log, before);
  const trouble: string[] = [];
  const chronicler = new Chronicler({ chronicle, lines, equity: { seen$ }, clock, onTrouble: (message) => trouble.push(message) });
  chronicler.start();
  return { lines, chronicler, trouble };
}

it('what happened, and a point of equity a minute, are there after a restart, and the numbers of the lines go on', async () => {
  const clock = new VirtualClock(START);
  const path = join(folder.path('.'), 'account.sqlite');
  const seen$ = new Subject<EquityStep>();
  const first = await openStore({ path, clock });
  const before = life(first.chronicle, clock, [], seen$);
  before.lines.write('info', 'fill', 'one', { strategy: 'maker', symbol: 'BTC/EUR' });
  before.lines.write('debug', 'seen', 'not kept');
  for (let at = START; at < START + 180_000; at += 5000) {
    seen$.next(seenAt(at, '100'));
    await clock.advance(5000, settle);
  }
  before.lines.write('warn', 'trouble', 'two, right before the end');
  await before.chronicler.close();
  await first.close();

  const again = await openStore({ path, clock });
  const kept = await again.chronicle.lines({}, 10);
  expect(kept.map(({ id, event, strategy }) => [id, event, strategy])).toEqual([
    [2, 'trouble', undefined],
    [1, 'fill', 'maker'],
  ]);
  expect((await again.chronicle.equity(0, START * 2, 480)).steps.map(({ at }) => at - START)).toEqual([0, 60_000, 120_000]);
  const { lines, chronicler } = life(again.chronicle, clock, kept, seen$);
  lines.write('info', 'started', 'three');
  expect(lines.last(3).map(({ id }) => id)).toEqual([3, 2, 1]);
  expect(lines.find({ after: 2 }, 10)!.map(({ text }) => text)).toEqual(['three']);
  expect(lines.find({ kinds: ['fill'] }, 10)).toBeUndefined();
  await chronicler.close();
  await again.close();
});

it('writes once in five seconds at the most, and what can’t be written is told once and stops nothing', async () => {
  const clock = new VirtualClock(START);
  let writes = 0;
  const chronicle = {
    keep: () => {
      writes++;
      return Promise.reject(new Error('the disk is full'));
    },
    thin: () => Promise.resolve(),
  } as unknown as Chronicle;
  const { lines, chronicler, trouble } = life(chronicle, clock, []);
  for (let n = 0; n < 1000; n++) {
    lines.write('info', 'fill', `line ${n}`);
    await clock.advance(10, settle);
  }
  expect(writes).toBe(2);
  await chronicler.close();
  expect(trouble).toEqual([
    'what happened could not be written down for people who look, and nothing else; it is tried again: the disk is full',
  ]);
});

it('keeps what could not be written down, writes it in short transactions once that can be done, and says so', async () => {
  const clock = new VirtualClock(START);
  const kept: (readonly EventLine[])[] = [];
  let isFull = true;
  const chronicle = {
    keep: (some: readonly EventLine[]) => {
      if (isFull) return Promise.reject(new Error('the disk is full'));
      kept.push(some);
      return Promise.resolve();
    },
    thin: () => Promise.resolve(),
  } as unknown as Chronicle;
  const { lines, chronicler, trouble } = life(chronicle, clock, []);
  for (let n = 0; n < 450; n++) lines.write('info', 'fill', `line ${n}`);
  await clock.advance(5000, settle);
  isFull = false;
  await clock.advance(5000, settle);
  const texts = kept.flat().map(({ text }) => text);
  expect(texts.filter((text) => text.startsWith('line'))).toEqual(Array.from({ length: 450 }, (_, n) => `line ${n}`));
  expect(Math.max(...kept.map(({ length }) => length))).toBeLessThanOrEqual(200);
  expect(trouble.at(-1)).toBe('what happened is written down again for people who look');
  await chronicler.close();
});

it('keeps of each minute all that was seen in it, also where a write was carried out and nobody heard of it, and over a restart within it', async () => {
  const clock = new VirtualClock(START);
  const path = join(folder.path('.'), 'minutes.sqlite');
  const store = await openStore({ path, clock });
  let isUnheard = false;
  const chronicle: Chronicle = {
    ...store.chronicle,
    keep: async (...what) => {
      await store.chronicle.keep(...what);
      if (isUnheard) throw new Error('the connection was lost');
    },
  };
  const worths = [['100', '40', '120', '90'], ['95', '130', '70', '125'], ['60']];
  for (const [life_, some] of worths.entries()) {
    const seen$ = new Subject<EquityStep>();
    const { chronicler } = life(chronicle, clock, [], seen$);
    for (const worth of some) {
      seen$.next(seenAt(clock.now(), worth));
      isUnheard = life_ === 0 && worth === '40';
      await clock.advance(5000, settle);
    }
    await chronicler.close();
  }
  const { steps } = await store.chronicle.equity(0, START * 2, 480);
  const kept = steps.map(({ at, worth, extremes: { EUR } }) => [at - START, worth['EUR'], ...[EUR!.low, EUR!.high, EUR!.fall].map(String)]);
  expect(kept).toEqual([[0, '100', '40', '130', '70']]);
  await store.close();
});

it('writes down the minutes that waited for the disk, each once, and a minute that has ended no more', async () => {
  const clock = new VirtualClock(START);
  const written: number[][] = [];
  let isFull = true;
  const chronicle = {
    keep: (_: unknown, steps: readonly EquityStep[]) => {
      if (isFull) return Promise.reject(new Error('the disk is full'));
      written.push(steps.map(({ at }) => at - START));
      return Promise.resolve();
    },
    thin: () => Promise.resolve(),
  } as unknown as Chronicle;
  const seen$ = new Subject<EquityStep>();
  const { chronicler } = life(chronicle, clock, [], seen$);
  for (let minute = 0; minute < 70; minute++) {
    seen$.next(seenAt(clock.now(), '1'));
    await clock.advance(60_000, settle);
  }
  expect(written).toEqual([]);
  isFull = false;
  await clock.advance(5000, settle);
  expect(written.map(({ length }) => length)).toEqual([50, 20]);
  await clock.advance(60_000, settle);
  expect(written).toHaveLength(2);
  seen$.next(seenAt(clock.now(), '2'));
  await chronicler.close();
  expect(written.flat()).toEqual([...Array.from({ length: 70 }, (_, minute) => minute * 60_000), 70 * 60_000 + 65_000]);
});
