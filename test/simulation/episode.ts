import { BindingCheck } from './bindingCheck.ts';
import { DecisionCheck } from './decisionCheck.ts';
import { IntentCheck } from './intentCheck.ts';
import { MoneyCheck } from './moneyCheck.ts';
import { type Plan, planOf } from './plan.ts';
import { parentsAtRest } from './parentCheck.ts';
import { ReduceCheck } from './reduceCheck.ts';
import { bracketed } from './bracketed.ts';
import { configured } from '../daemon/simulatedWorld.ts';
import { assertSameAfterRestart } from './restartCheck.ts';
import { Violated, type Violation } from './violations.ts';
import { World } from './world.ts';
import type { FaultName, Shares, Without } from './faults.ts';

export interface EpisodeOptions {
  readonly seed: string;
  readonly minutes: number;
  /** Whether every lane must be open again once the faults have stopped (invariant 12). */
  readonly isLive: boolean;
  /** How many orders of a lane nobody may know the outcome of until it is shut; default one. */
  readonly unknownPerLane?: number | undefined;
  /** Strategies that sell through their exits only, in place of the seed's own, and a check of that. */
  readonly isBracketed?: boolean | undefined;
  /** These faults and no others, in place of the seed's own mix. */
  readonly shares?: Shares | undefined;
  readonly without?: Without;
  readonly tell?: (line: string) => void;
  /** What is other than the seed has it. */
  readonly plan?: Partial<Plan>;
  /** Looks at the world when nothing is under way any more. */
  readonly atRest?: (world: World) => void;
}

export interface Episode {
  readonly seed: string;
  readonly steps: number;
  readonly hash: string;
  readonly requests: number;
  readonly crashes: number;
  readonly struck: readonly (readonly [number: number, kind: FaultName])[];
  readonly violation: Violation | undefined;
  readonly story: readonly string[];
}

/** Exits close what is held, whatever is limited. */
const BRACKETS: Partial<Plan> = {
  strategies: [configured('btc', 'BTC/EUR', bracketed, { size: '0.02' }), configured('eth', 'ETH/EUR', bracketed, { size: '0.2' })],
  mostOpen: undefined,
  mostExposed: undefined,
};
const CHECK_EVERY_MS = 5000;
/** T and two minutes, by which every unknown is settled once the faults have stopped. */
const SETTLED_WITHIN_MS = 150_000 + 120_000;
const REST_MS = 40_000;
/** An order that is gone without a word is closed two minutes later. */
const LOOK_MS = 150_000;
/** What is not settled by then waits for a person, and stays as it is. */
const MOST_LOOKS = 6;

/** One world from its beginning to its rest: faults for so many minutes, then none, then nothing. */
export async function liveThrough(options: EpisodeOptions): Promise<Episode> {
  const { seed, shares, without, tell, unknownPerLane, isBracketed = false } = options;
  const plan: Plan = { ...planOf(seed), unknownPerLane, ...options.plan, ...(isBracketed && BRACKETS) };
  const world = new World({ plan, shares, without, tell });
  const violation = await live(world, options).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Violated) return error.violation;
      return { invariant: 0, atMs: world.happenings.nowMs, what: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    },
  );
  return {
    seed,
    steps: world.happenings.steps,
    hash: world.story.hash,
    requests: world.wire.sends.length,
    crashes: world.lives.count - 1,
    struck: world.faults.struck,
    violation,
    story: world.story.end,
  };
}

async function live(world: World, { minutes, isLive, atRest, isBracketed }: EpisodeOptions): Promise<void> {
  const { violations } = world;
  const checks = [new IntentCheck(world, world.plan.unknownPerLane), new BindingCheck(world), new MoneyCheck(world, world.plan)] as const;
  const [, bindings, money] = checks;
  const all = isBracketed === true ? [...checks, new ReduceCheck(world)] : checks;
  const pass = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= CHECK_EVERY_MS) {
      await world.pass(Math.min(left, CHECK_EVERY_MS));
      // What is not committed yet may be gone after a crash, and is nobody's to judge.
      if (!world.disk.isInTransaction) for (const check of all) check.look();
      violations.assertNone();
    }
  };
  world.begin();
  // The first look makes the tables that the checks read.
  await world.pass(2000);
  await pass(minutes * 60_000);
  world.heal();
  if (isLive) await assertSettling(world, pass);
  else await pass(REST_MS);
  world.calm();
  await pass(REST_MS);
  await world.retire();
  for (let looks = 0; looks === 0 || (isUnsettled(world) && looks < MOST_LOOKS); looks++) await world.lookAgain(LOOK_MS);
  await world.settleByHand(REST_MS);
  bindings.lookAtRest();
  money.lookAtRest();
  parentsAtRest(world);
  atRest?.(world);
  new DecisionCheck(world, world.plan).lookAtRest();
  lookForSecrets(world);
  await assertSameAfterRestart(world, LOOK_MS);
  violations.assertNone();
}

/** Invariant 12: what was unresolved when the faults stopped is settled in time, or waits for a person's word. */
async function assertSettling(world: World, pass: (ms: number) => Promise<void>): Promise<void> {
  const unresolved = (): ReadonlyMap<string, string> =>
    new Map(
      world.disk
        .read<{ id: string; text: string }>(
          "SELECT id, kind || ' ' || id || ' of lane ' || lane AS text FROM intent WHERE state IN ('sending', 'unknown') AND kind <> 'cancel'",
        )
        .map(({ id, text }) => [id, text]),
    );
  const atFirst = unresolved();
  await pass(SETTLED_WITHIN_MS);
  const waiting = world.waiting();
  for (const [id, text] of unresolved()) {
    if (atFirst.has(id)) world.violations.add(12, `${text} is still unresolved and waits for ${waiting.get(id) ?? 'nothing'}`);
  }
}

/** Invariant 14: no secret in anything that was said or written down. */
function lookForSecrets({ disk, model: { secret, key }, lives: { said }, violations }: World): void {
  const written = disk.read<{ evidence: string | null }>('SELECT evidence FROM intent').map(({ evidence }) => evidence ?? '');
  for (const text of [...said, ...written]) {
    if (text.includes(secret) || text.includes(key)) violations.add(14, `a secret is in: ${text}`);
  }
}

/** Whether there are outcomes that nobody knows yet: time may settle them. */
function isUnsettled({ disk }: World): boolean {
  return disk.read("SELECT id FROM intent WHERE state IN ('sending', 'unknown') LIMIT 1").length > 0;
}
