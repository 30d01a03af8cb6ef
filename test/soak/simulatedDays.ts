import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CancelTimer, Clock } from '../../src/base/clock.ts';
import { HOUR_MS } from '../../src/base/instant.ts';
import type { StrategySettings } from '../../src/engine/strategySettings.ts';
import { loadStrategy } from '../../src/loading/strategyLoader.ts';
import { faultProfile } from '../../src/simulator/faultProfiles.ts';
import type { VenueBehaviour } from '../../src/simulator/simulatorOptions.ts';
import { ownFolder } from '../ownFolder.ts';
import { configured, simulatedWorld } from '../daemon/simulatedWorld.ts';
import { heldHere, rowsIn } from './held.ts';
import type { Bound, Sample } from './slopes.ts';
import { soakStrategies, SYMBOLS } from './soakStrategies.ts';

export interface SimulatedSoak {
  readonly days: number;
  readonly seed: number;
  /** Told of each sample. */
  readonly tell: (sample: Sample) => void;
}

/** Some two hundred samples, whatever it lasts. */
const SAMPLES = 200;
/** Books and orders every five minutes: a day is to pass within minutes. */
const POLL = { booksMs: 300_000, statisticsMs: 600_000, ordersMs: 300_000, balancesMs: 600_000, pairsMs: 3_600_000 };

/** It is the daemon that is looked at: what the venue remembers is to have reached its bound before the first third is over. */
const REMEMBERED = 1000;

/** A day is 24 hours: what a hundred of these bounds come to in a month is what a machine can bear. */
export const SIMULATED_BOUNDS: readonly Bound[] = [
  { name: 'heap', unit: 'MB', perHour: 0.01 },
  { name: 'descriptors', unit: '', perHour: 0.01 },
  { name: 'timers', unit: '', perHour: 0.01 },
  { name: 'unresolved', unit: '', perHour: 0.01 },
  { name: 'database', unit: 'bytes for each row', perHour: 1 },
];

/** The daemon's own classes in this process, with real sqlite and the simulator, under virtual time, while calls fail and answers are lost. */
export async function soakSimulated({ days, seed, tell }: SimulatedSoak): Promise<readonly Sample[]> {
  const folder = ownFolder('sluice-soak-');
  const database = join(folder, 'state.sqlite');
  const world = await simulatedWorld({
    seed,
    strategies: await strategiesOf(seed),
    pairs: SYMBOLS,
    behaviour: { ...someFaults(seed), remembers: REMEMBERED },
    database,
    poll: POLL,
    limits: { staleAfterMs: 3 * POLL.booksMs, maxOrdersPerMinute: 10_000, maxOpenOrders: 100 },
  });
  const timers = countedTimers(world.clock);
  try {
    await world.start();
    const samples: Sample[] = [];
    const everyMs = Math.max(60_000, Math.round((days * 24 * HOUR_MS) / SAMPLES / 60_000) * 60_000);
    for (let passedMs = 0; passedMs < days * 24 * HOUR_MS; passedMs += everyMs) {
      await world.pass(everyMs);
      if (world.fatal.length > 0) throw world.fatal[0]!;
      const values = { ...heldHere(), timers: timers(), ...(await rowsIn(database)) };
      samples.push({ hours: (passedMs + everyMs) / HOUR_MS, values });
      tell(samples.at(-1)!);
    }
    await world.stop('cancel');
    return samples;
  } finally {
    await world.end();
    rmSync(folder, { recursive: true });
  }
}

function strategiesOf(seed: number): Promise<StrategySettings[]> {
  return Promise.all(
    soakStrategies(seed).map(async ({ name, use, symbol, params }) => {
      const { definition } = await loadStrategy(use, '.');
      return configured(name, symbol, definition, params);
    }),
  );
}

/** Four of a hundred calls fail and do nothing; of one change in ten the answer is lost. */
function someFaults(seed: number): VenueBehaviour {
  const [flaky, lossy] = [faultProfile('flaky', seed).fault, faultProfile('lossy', seed).fault];
  return { fault: (call) => flaky?.(call) ?? lossy?.(call) };
}

/** How many timers wait on the clock from now on. */
function countedTimers(clock: Clock): () => number {
  let waiting = 0;
  const set = clock.setTimer.bind(clock);
  clock.setTimer = (delayMs, callback) => {
    let isOver = false;
    const end = (): void => {
      if (!isOver) waiting--;
      isOver = true;
    };
    waiting++;
    const cancel: CancelTimer = set(delayMs, () => {
      end();
      callback();
    });
    return () => {
      end();
      cancel();
    };
  };
  return () => waiting;
}
