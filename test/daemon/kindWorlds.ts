import { type Decimal, dec } from '../../src/base/decimal.ts';
import type { Clock } from '../../src/base/clock.ts';
import type { Instant } from '../../src/base/instant.ts';
import type { VirtualClock } from '../../src/base/virtualClock.ts';
import type { EngineLoopOptions } from '../../src/daemon/engineLoop.ts';
import type { Book } from '../../src/model/book.ts';
import type { DeskOrder } from '../../src/model/deskOrder.ts';
import { priceOf } from '../../src/model/grid.ts';
import type { Pair } from '../../src/model/pair.ts';
import { BOOK } from '../../src/recording/marketCursor.ts';
import { backtest } from '../../src/research/backtest/backtest.ts';
import { SessionCursor } from '../../src/research/parity/sessionCursor.ts';
import { replaySession } from '../../src/session/replay.ts';
import type { Simulator } from '../../src/simulator/simulator.ts';
import { optionsOf } from '../research/backtest/fixtures.ts';
import { sessionWriter } from '../session/recordedWorld.ts';
import { Commands } from './amendedEverywhere.ts';
import { type KindCase, type Phase, PHASE_MS, strategyOf } from './kindCase.ts';
import { paperWorld } from './paper/paperWorld.ts';
import { type SimulatedWorld, simulatedWorld } from './simulatedWorld.ts';

const SEED = 5;

type Record = NonNullable<EngineLoopOptions['record']>;

function collect(commands: Commands): Record {
  return (event, outputs) => {
    if (event.type === 'book') commands.firstBid(bestBid(event.book));
    commands.addAll(outputs);
  };
}

function bestBid({ grid, bids }: Book): Decimal {
  return priceOf(grid, bids.bestTicks);
}

function firstBid(cursor: SessionCursor): Decimal {
  let type = cursor.next();
  while (type !== BOOK) type = cursor.next();
  const bid = bestBid(cursor.book);
  cursor.close();
  return bid;
}

/** Moves the simulator's market through the phases, each time at once. */
export async function walk(phases: readonly Phase[], simulator: Simulator, pass: (ms: number) => Promise<void>): Promise<void> {
  let before = 0;
  for (const { bps, lastsMs = PHASE_MS } of phases) {
    if (bps !== before) simulator.world.movePrice('BTC', dec(10_000 + bps).div(10_000 + before));
    before = bps;
    await pass(lastsMs);
  }
}

/** What becomes of a case live: its commands, and when each of its orders was first seen in each state. */
export interface LiveRun {
  readonly told: readonly string[];
  /** By `stop active` and so on. */
  readonly seen: ReadonlyMap<string, Instant>;
  /** As `active > working`. */
  readonly steps: ReadonlySet<string>;
  readonly held: string;
  readonly trouble: readonly string[];
  readonly isReplayed: boolean;
}

export interface LiveOptions {
  readonly folder: string;
  /** When the process ends without a word; another one starts at once. */
  readonly killAt?: Instant;
  /** The machine's clock is set by so much once the orders of the first phase are at the venue. */
  readonly stepMs?: number;
}

/** A case live at the simulator, and the replay of its session. */
export async function live(kindCase: KindCase, { folder, killAt = Infinity, stepMs = 0 }: LiveOptions): Promise<LiveRun> {
  const commands = new Commands();
  const seen = new Map<string, Instant>();
  const steps = new Set<string>();
  const states = new Map<string, string>();
  let clock: VirtualClock;
  const look = (orders: readonly DeskOrder[]): void => {
    for (const { id, kind, state } of orders) {
      const before = states.get(id) ?? 'placed';
      if (before === state) continue;
      steps.add(`${before} > ${state}`);
      states.set(id, state);
      if (!seen.has(`${kind} ${state}`)) seen.set(`${kind} ${state}`, clock.now());
    }
  };
  const writers: ReturnType<typeof sessionWriter>[] = [];
  const world = await simulatedWorld({
    seed: SEED,
    strategies: [strategyOf(kindCase, look)],
    market: false,
    database: `${folder}.sqlite`,
    limits: kindCase.limits ?? {},
    poll: { ordersMs: kindCase.ordersMs ?? 1000 },
    venueClock: (machine) => beside((clock = machine)),
    record: (machine) => {
      const writer = sessionWriter(`${folder}-${writers.length}`, machine, []);
      writers.push(writer);
      const collected = collect(commands);
      return (event, outputs, failure) => {
        collected(event, outputs, failure);
        writer.record(event, outputs, failure);
      };
    },
  });
  const crash = async (): Promise<void> => {
    await world.crash();
    await world.start();
  };
  const { phases } = kindCase;
  const agenda = [
    { at: killAt - clock!.now(), act: crash },
    { at: stepMs === 0 ? Infinity : STEP_MS, act: () => Promise.resolve(world.clock.stepWall(stepMs)) },
  ];
  await world.start();
  await walk(phases, world.simulator, passing(world, agenda));
  await world.stop('cancel');
  const held = world.trader.snapshot().strategies[0]!.position.amount.toFixed();
  for (const writer of writers) await writer.end('the test is over');
  await world.end();
  const { told } = commands;
  const lived = { told, seen: new Map(seen), steps: new Set(steps), held, trouble: world.trouble };
  return { ...lived, isReplayed: replaySession(`${folder}-0`, world.engine).identical };
}

/** When the clock is set: the orders of the first phase are at the venue. */
const STEP_MS = 8000;

/** Commands without their amounts, those that follow each other alike as one. Prices are given to two basis points. */
export function shapeOf(told: readonly string[]): readonly string[] {
  const shapes = told.map((line) => {
    const [type = '', side, , bps] = line.split(' ');
    return side === undefined ? type : `${type} ${side} ${Math.round(Number(bps) / 2) * 2 + 0}`;
  });
  return shapes.filter((shape, i) => shape !== shapes[i - 1]);
}

interface Due {
  /** Milliseconds since the world began. */
  readonly at: number;
  readonly act: () => Promise<void>;
}

/** Lets time pass, and does what falls due. What that lasts counts. */
function passing({ clock, pass }: SimulatedWorld, agenda: readonly Due[]): (ms: number) => Promise<void> {
  const waiting = agenda.filter(({ at }) => at < Infinity).toSorted((a, b) => a.at - b.at);
  return async (ms) => {
    const end = clock.monotonicMs() + ms;
    while (waiting[0] !== undefined && waiting[0].at <= end) {
      const { at, act } = waiting.shift()!;
      await pass(Math.max(0, at - clock.monotonicMs()));
      await act();
    }
    await pass(Math.max(0, end - clock.monotonicMs()));
  };
}

/** A clock that goes on as it is, whatever the machine's is set to. */
function beside(clock: VirtualClock): Clock {
  const began = clock.now();
  const now = (): Instant => began + clock.monotonicMs();
  return {
    now,
    machineTime: now,
    monotonicMs: () => clock.monotonicMs(),
    setTimer: (delayMs, callback) => clock.setTimer(delayMs, callback),
    track: (work) => clock.track(work),
  };
}

/** The commands of a case on paper, and in backtests over the books that it has seen there. */
export async function paperCommands(kindCase: KindCase, folder: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const commands = new Commands();
  const strategies = [strategyOf(kindCase)];
  let pair: Pair | undefined;
  const writers: ReturnType<typeof sessionWriter>[] = [];
  const collected = collect(commands);
  const world = await paperWorld({
    seed: SEED,
    strategies,
    market: false,
    limits: kindCase.limits ?? {},
    poll: { ordersMs: kindCase.ordersMs ?? 500 },
    record: (event, outputs, failure) => {
      if (event.type === 'pairs') pair ??= event.pairs.find(({ symbol }) => symbol === 'BTC/EUR');
      collected(event, outputs, failure);
      for (const writer of writers) writer.record(event, outputs, failure);
    },
  });
  writers.push(sessionWriter(folder, world.clock, []));
  await world.start();
  await walk(kindCase.phases, world.simulator, world.pass);
  await world.stop();
  for (const writer of writers) await writer.end('the test is over');
  await world.end();
  const told = new Map([['paper', commands.told]]);
  const market = { symbol: 'BTC/EUR', hash: 'session', open: () => new SessionCursor(folder, pair!, -Infinity, 5000) };
  const bands = new Map<string, Commands>();
  const options = optionsOf(world.engine, [market], { poll: { booksMs: 500, ordersMs: kindCase.ordersMs ?? 500, balancesMs: 10_000 } });
  const first = firstBid(market.open());
  backtest(options, {
    event: (band, text) => {
      const line = JSON.parse(text) as { readonly type: string };
      if (!bands.has(band)) {
        bands.set(band, new Commands());
        bands.get(band)!.firstBid(first);
      }
      if (['place', 'replace', 'cancel'].includes(line.type)) bands.get(band)!.add(line);
    },
  });
  for (const [band, { told: lines }] of bands) told.set(band, lines);
  return told;
}
