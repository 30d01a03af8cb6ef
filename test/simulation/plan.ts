import { dec, type Decimal } from '../../src/base/decimal.ts';
import { type Random, seededRandom } from '../../src/base/random.ts';
import type { StrategySettings } from '../../src/engine/strategySettings.ts';
import { loadStrategy } from '../../src/loading/strategyLoader.ts';
import type { VenueBehaviour } from '../../src/simulator/simulatorOptions.ts';
import { configured } from '../daemon/simulatedWorld.ts';
import type { FaultName } from './faults.ts';
import { restless } from './restless.ts';

// As a daemon loads them: `node` alone does not know where the kit of the sources is.
const [dca, grid, maker] = (await Promise.all(['dca', 'grid', 'maker'].map((use) => loadStrategy(use, '')))).map(
  ({ definition }) => definition,
);

/** How often each kind of fault strikes where a seed has it at all, as a share of its occasions. */
export const SHARES: Readonly<Record<FaultName, number>> = {
  // A share of the requests that move something.
  'refused-connection': 0.03,
  'lost-request': 0.03,
  'lost-answer': 0.04,
  'late-request': 0.03,
  'late-answer': 0.03,
  'doubled-request': 0.02,
  reset: 0.03,
  'proxy-error': 0.03,
  'false-refusal': 0.03,
  'spoilt-answer': 0.03,
  refusal: 0.03,
  'too-many-requests': 0.02,
  // Before and after they leave, and when the answer is there.
  'crash-at-send': 0.01,
  // A share of the reads.
  'failed-read': 0.1,
  // A share of the orders and trades that a list shows, and of the readings.
  visibility: 0.3,
  'stale-replica': 0.3,
  // A share of the statements of the database.
  'slow-disk': 0.02,
  'crash-at-await': 0.0004,
  // A share of the seconds.
  outage: 1 / 300,
  halt: 1 / 300,
  limits: 1 / 300,
  crash: 1 / 200,
  stop: 1 / 600,
  suspend: 1 / 400,
  'clock-step': 1 / 400,
  'full-disk': 1 / 900,
  'foreign-order': 1 / 120,
  operator: 1 / 60,
};

/** What a world is like, apart from what goes wrong in it. All of it follows from the seed. */
export interface Plan {
  readonly seed: string;
  readonly latencyMs: number;
  /** The venue's clock minus the true time. */
  readonly venueAheadMs: number;
  readonly symbols: number;
  /** How far quotes for conversions are from the books. Default that of the simulator. */
  readonly conversionSpread?: Decimal | undefined;
  readonly replaces: boolean;
  readonly behaviour: VenueBehaviour;
  readonly strategies: readonly StrategySettings[];
  readonly balances: Readonly<Record<string, Decimal>>;
  /** How many orders of a lane nobody may know the outcome of until it is shut. Default 1. */
  readonly unknownPerLane?: number | undefined;
  /** What all open orders may be worth, in euro; without, they are not limited by it. */
  readonly mostOpen?: Decimal | undefined;
  /** The same for what is held with everything on one side of the books filled. */
  readonly mostExposed?: Decimal | undefined;
}

/** A venue that takes the amount of a replacement for the total is no venue for native replacements. */
const BEHAVIOURS: readonly (VenueBehaviour & { readonly replaces?: boolean })[] = [
  {},
  { replaceId: 'new' },
  { replaceAmount: 'total', replaces: false },
  { replaceId: 'new', pageBase: 1 },
  { openOrdersPageBase: 1, replaces: false },
];

export function planOf(seed: string): Plan {
  const random = seededRandom(`${seed}/plan`);
  const { replaces = true, ...behaviour } = BEHAVIOURS[random.int(BEHAVIOURS.length)]!;
  const all = [
    configured('maker', 'BTC/EUR', maker, { spreadBps: '4', size: '0.02', smooth: '5', maxBase: '0.2', moveBps: '1' }),
    configured('grid', 'ETH/EUR', grid, { levels: '2', stepBps: '6', size: '0.2' }),
    configured('dca', 'SOL/EUR', dca, { amount: '25.37', at: 'every 20s' }),
    configured('restless', 'ETH/EUR', restless, { size: '0.1' }),
    configured('hectic', 'SOL/EUR', restless, { size: '2', busy: '0.9' }),
  ];
  const first = random.int(all.length);
  const count = 2 + random.int(2);
  const plan = {
    seed,
    latencyMs: [4, 20, 80, 250][random.int(4)]!,
    venueAheadMs: random.int(3) === 0 ? random.int(40_001) - 20_000 : 0,
    symbols: 3,
    replaces,
    behaviour,
    strategies: Array.from({ length: count }, (_, i) => all[(first + i) % all.length]!),
    balances: { EUR: dec(100_000), BTC: dec(2), ETH: dec(30), SOL: dec(500) },
    mostOpen: random.int(2) === 0 ? dec(1500 + random.int(1500)) : undefined,
    mostExposed: random.int(2) === 0 ? dec(2000 + random.int(4000)) : undefined,
  };
  // Drawn last, so that the worlds without it stay what they are.
  return random.int(4) === 0 ? { ...plan, behaviour: { ...behaviour, trades: 'growing' } } : plan;
}

/** How long a message is on its way: now and then ten times as long as usual. */
export function latencyOf({ latencyMs }: Plan, random: Random): number {
  const usual = latencyMs / 2 + random.int(latencyMs);
  return random.int(200) === 0 ? usual * 10 : usual;
}
