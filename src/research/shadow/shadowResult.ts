import { BLOCK_MS, compareBlocks, type ShadowBlock, type ShadowComparison } from './compareBlocks.ts';
import { both, type Contender, type ShadowContest } from './shadowContest.ts';

/** What a strategy and its shadow came to in the same fill model, each alone. */
export interface ShadowResult {
  readonly name: string;
  readonly champion: string;
  /** What trading has earned, in the report's currency. */
  readonly profit: Readonly<Record<Contender, number>>;
  readonly fills: Readonly<Record<Contender, number>>;
  /** Why one of the two did not run to the end. */
  readonly stopped: Readonly<Record<Contender, string | undefined>>;
  /** The limit that has stopped one of the two: from then on it earned nothing. */
  readonly limited: Readonly<Record<Contender, string | undefined>>;
  readonly comparison: ShadowComparison;
}

/** One of the two after a run. */
export interface ContenderRun {
  /** Samples, as those of a run. */
  readonly equity: { readonly at: readonly number[]; readonly equity: readonly number[]; readonly hold: readonly number[] };
  readonly fills: number;
  readonly stopped: string | undefined;
  readonly limited: string | undefined;
}

export function shadowResult(
  { name, champion }: Pick<ShadowContest, 'name' | 'champion'>,
  runs: Readonly<Record<Contender, ContenderRun>>,
  seed: string,
): ShadowResult {
  const earned = both((who) => runs[who].equity.equity.map((value, i) => value - runs[who].equity.hold[i]!));
  const first = both((who) => earned[who].at(0) ?? 0);
  return {
    name,
    champion,
    profit: both((who) => (earned[who].at(-1) ?? 0) - first[who]),
    fills: both((who) => runs[who].fills),
    stopped: both((who) => runs[who].stopped),
    limited: both((who) => runs[who].limited),
    comparison: compareBlocks(blocksOf(runs.champion.equity.at, earned), `${seed} ${name}`),
  };
}

/** Cut at full hours of UTC; a piece of less than half an hour at either end belongs to the block beside it. */
function blocksOf(at: readonly number[], earned: Readonly<Record<Contender, readonly number[]>>): ShadowBlock[] {
  if (at.length < 2) return [];
  const ends = at.map((_, i) => i).filter((i) => i > 0 && hourOf(at[i]!) > hourOf(at[i - 1]!));
  const cuts = [0, ...ends.filter((i) => Math.min(at[i]! - at[0]!, at.at(-1)! - at[i]!) >= BLOCK_MS / 2), at.length - 1];
  return cuts.slice(1).map((to, i): ShadowBlock => {
    const from = cuts[i]!;
    return { from: at[from]!, to: at[to]!, ...both((who) => earned[who][to]! - earned[who][from]!) };
  });
}

function hourOf(at: number): number {
  return Math.floor(at / BLOCK_MS);
}
