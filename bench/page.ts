import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { endOnSignal } from '../test/atEnd.ts';
import { positiveWhole } from '../test/positive.ts';
import { addUpdates, countDrawn, type Drawn, UPDATES } from '../test/web/pageUpdates.ts';
import { toldOption } from '../test/wrongOption.ts';
import { median } from './harness.ts';
import { type DaemonUse, packedFiles, PageDemo } from './pageDemo.ts';

/**
 * What the dashboard costs: its first paint, its size, the frames that it draws while 20 updates a second come, and what the daemon of the demo
 * takes while a page is open, in windows that alternate with windows without one. `-- ROUNDS SECONDS`, the length of such a window.
 */
const DEFAULT_ROUNDS = '5';
const DEFAULT_SECONDS = '20';
const LOADS_A_ROUND = 3;
const FRAMES_MS = 10_000;
/** What a page does as soon as it is opened is in no window. */
const SETTLE_MS = 3000;
/** The daemon goes on collecting changes for a minute after the last page has gone, for one that comes back (`src/control/page/liveFeed.ts`). */
const LINGER_MS = 65_000;
/** A daemon that has just begun compiles its code and fills its charts. */
const WARM_UP_MS = 30_000;
const WATCHED = ['overview', 'market'] as const;
const DRAWN = ['overview', 'market', 'simulator'] as const;

/** The first paint may be that of an empty page: with the first that has content people see something. Both have to be there by then. */
const MOST_PAINT_MS = 1000;
const MOST_KB = 150;
const MOST_FIRST_KB = 100;
/** Chromium draws 60 a second at most; the count of ten seconds is one more or less. */
const LEAST_FRAMES = 59.5;
const LEAST_UPDATES = 0.95 * UPDATES;
const MOST_CORE = 5;
const MOST_MORE_MB = 40;

interface Row {
  readonly what: string;
  readonly values: readonly number[];
  readonly digits: number;
  readonly most?: number;
  readonly least?: number;
  /** In place of the lowest and the highest. */
  readonly range?: string;
}

interface Paint {
  readonly name: string;
  readonly startTime: number;
}

endOnSignal();
await toldOption(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const rounds = positiveWhole('ROUNDS', positionals[0] ?? DEFAULT_ROUNDS);
  const windowMs = 1000 * positiveWhole('SECONDS', positionals[1] ?? DEFAULT_SECONDS);
  const demo = new PageDemo();
  try {
    await demo.start();
    // First, so that the daemon has not seen any page yet.
    const used = await uses(demo, rounds, windowMs);
    report([...(await loads(demo, rounds)), ...(await frames(demo, rounds)), ...used], rounds, windowMs);
  } finally {
    await demo.end();
  }
});

/** Every load has an empty cache. The first one warms the browser up and is not counted. */
async function loads(demo: PageDemo, rounds: number): Promise<Row[]> {
  const packed = packedFiles();
  const paints: Paint[][] = [];
  const asked = new Set<string>();
  for (let i = 0; i <= rounds * LOADS_A_ROUND; i++) {
    const { page, files, close } = await demo.open('overview');
    const all = await page.evaluate<Paint[]>(`performance.getEntriesByType('paint').map(({ name, startTime }) => ({ name, startTime }))`);
    if (i > 0) paints.push(all);
    // What the page asks for after its first figures is a part of its first look.
    await pause(i === 0 ? SETTLE_MS : 0);
    for (const file of files) asked.add(file);
    await close();
  }
  const of = (name: string): number[] => paints.map((all) => all.find((paint) => paint.name === name)!.startTime);
  const kb = (names: Iterable<string>): number => [...names].reduce((sum, name) => sum + (packed.get(name) ?? 0), 0) / 1024;
  return [
    { what: 'first paint of a cold load, ms', values: of('first-paint'), digits: 0, most: MOST_PAINT_MS },
    { what: 'first contentful paint, ms', values: of('first-contentful-paint'), digits: 0, most: MOST_PAINT_MS },
    { what: 'all that is built, packed by gzip, KB', values: [kb(packed.keys())], digits: 1, most: MOST_KB },
    { what: 'what the first load asks for, packed by gzip, KB', values: [kb(asked)], digits: 1, most: MOST_FIRST_KB },
  ];
}

async function frames(demo: PageDemo, rounds: number): Promise<Row[]> {
  const counted = DRAWN.map(() => [] as Drawn[]);
  for (let round = 0; round < rounds; round++) {
    for (const [i, name] of DRAWN.entries()) {
      const { page, close } = await demo.open(name, addUpdates);
      await pause(SETTLE_MS);
      counted[i]!.push(await countDrawn(page, FRAMES_MS));
      await close();
    }
  }
  return DRAWN.flatMap((name, i) => {
    const all = (of: (drawn: Drawn) => number): number[] => counted[i]!.map(of);
    return [
      { what: `${name}: frames a second`, values: all((drawn) => drawn.frames), digits: 1, least: LEAST_FRAMES },
      { what: `${name}: updates a second`, values: all((drawn) => drawn.updates), digits: 1, least: LEAST_UPDATES },
      { what: `${name}: frames a second that changed something`, values: all((drawn) => drawn.changes), digits: 1 },
      { what: `${name}: longest task over 50 ms, ms`, values: all((drawn) => drawn.longestTaskMs), digits: 0 },
    ];
  });
}

/** A window with a page open is compared with the mean of the two without one around it, so that a daemon that grows or gets quicker by itself changes nothing. */
async function uses(demo: PageDemo, rounds: number, windowMs: number): Promise<Row[]> {
  const open = WATCHED.map(() => [] as DaemonUse[]);
  const more = WATCHED.map(() => [] as DaemonUse[]);
  await pause(WARM_UP_MS);
  const closed = [await demo.use(windowMs)];
  for (let round = 0; round < rounds; round++) {
    const during = new Map<string, DaemonUse>();
    // The one that comes first has the other after it in the next round.
    for (const name of round % 2 === 0 ? WATCHED : WATCHED.toReversed()) {
      const { close } = await demo.open(name);
      await pause(SETTLE_MS);
      during.set(name, await demo.use(windowMs));
      await close();
    }
    await pause(LINGER_MS);
    closed.push(await demo.use(windowMs));
    const [before, after] = closed.slice(-2) as [DaemonUse, DaemonUse];
    for (const [i, name] of WATCHED.entries()) {
      const use = during.get(name)!;
      const beside = (of: (use: DaemonUse) => number): number => of(use) - (of(before) + of(after)) / 2;
      open[i]!.push(use);
      more[i]!.push({ core: beside(({ core }) => core), residentMb: beside(({ residentMb }) => residentMb) });
    }
  }
  const cores = (of: readonly DaemonUse[]): number[] => of.map(({ core }) => core);
  const memory = (of: readonly DaemonUse[]): number[] => of.map(({ residentMb }) => residentMb);
  return [
    { what: 'the daemon without a page, % of a core', values: cores(closed), digits: 1 },
    { what: 'the daemon without a page, MB', values: memory(closed), digits: 0 },
    // What pages leave behind is in it, and what the demo grows by itself in that time.
    {
      what: 'the last window without a page, MB more than the first',
      values: [closed.at(-1)!.residentMb - closed[0]!.residentMb],
      digits: 0,
      range: `in turn ${memory(closed)
        .map((mb) => mb.toFixed(0))
        .join(', ')}`,
    },
    ...WATCHED.flatMap((name, i) => [
      { what: `${name} open: the daemon, % of a core`, values: cores(open[i]!), digits: 1 },
      { what: `${name} open: % of a core more`, values: cores(more[i]!), digits: 1, most: MOST_CORE },
      { what: `${name} open: MB more`, values: memory(more[i]!), digits: 1, most: MOST_MORE_MB },
    ]),
  ];
}

function report(rows: readonly Row[], rounds: number, windowMs: number): void {
  const load = loadavg()[0]!.toFixed(1);
  console.log(`The dashboard (Node ${process.version}, load ${load}, medians of ${rounds} rounds, windows of ${windowMs / 1000} s)`);
  console.table(rows.map(shown));
}

function shown({ what, values, digits, most = Infinity, least = -Infinity, range }: Row): object {
  const value = median(values);
  const isMet = value <= most && value >= least;
  if (!isMet) process.exitCode = 1;
  const bound = most < Infinity ? `<= ${most}` : least > -Infinity ? `>= ${least}` : undefined;
  return {
    'of the page': what,
    median: value.toFixed(digits),
    range: range ?? `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`,
    target: bound === undefined ? '' : `${bound} ${isMet ? 'ok' : 'MISSED'}`,
  };
}
