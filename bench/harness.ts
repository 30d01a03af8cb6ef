/** One side of a comparison. Each call does one unit of the work and gives back something that proves it. */
export interface Side {
  readonly name: string;
  /** `i` counts up, so that no two calls get the same input. */
  readonly run: (i: number) => unknown;
}

export interface Comparison {
  readonly name: string;
  /** Ours. */
  readonly a: Side;
  /** What it is compared with. */
  readonly b: Side;
  /** Rounds of A then B; at least 7, so that the median means something. Default 9. */
  readonly rounds?: number;
  /** How long each side runs in each round; default 300. */
  readonly roundMs?: number;
  /** Text that must be the same for both sides: that they did equal work. */
  readonly checksum?: (result: unknown) => string;
  /** The ratio that must be reached, as B's time over A's. */
  readonly target?: number;
}

export interface Verdict {
  readonly name: string;
  readonly aUs: number;
  readonly bUs: number;
  readonly ratio: number;
  readonly lowest: number;
  readonly highest: number;
  readonly target: number | undefined;
}

/** Work whose equality is checked before it is timed. */
const CHECKED = 200;

/**
 * Times two sides in alternating rounds (A B A B ...), so that what slows the machine down slows both, and compares them round
 * by round. The result is the median of the rounds' ratios. Sides may be asynchronous.
 */
export async function compare(comparison: Comparison): Promise<Verdict> {
  const { name, a, b, rounds = 9, roundMs = 300, checksum, target } = comparison;
  if (rounds < 7) throw new Error(`${name}: ${rounds} rounds are too few`);
  if (checksum !== undefined) await assertEqualWork(name, a, b, checksum);
  let next = CHECKED;
  const round = async (side: Side): Promise<number> => {
    const timed = await time(side, roundMs, next);
    next += timed.runs;
    return timed.us;
  };
  // Warmed up until the compiler has settled.
  await round(a);
  await round(b);
  const pairs: { aUs: number; bUs: number }[] = [];
  for (let i = 0; i < rounds; i++) {
    const aUs = await round(a);
    const bUs = await round(b);
    pairs.push({ aUs, bUs });
  }
  return verdictOf(name, pairs, target);
}

/** The medians of rounds, and of their ratios. */
export function verdictOf(name: string, rounds: readonly { aUs: number; bUs: number }[], target: number | undefined): Verdict {
  const ratios = rounds.map(({ aUs, bUs }) => bUs / aUs).toSorted((x, y) => x - y);
  return {
    name,
    aUs: median(rounds.map(({ aUs }) => aUs)),
    bUs: median(rounds.map(({ bUs }) => bUs)),
    ratio: median(ratios),
    lowest: ratios[0]!,
    highest: ratios.at(-1)!,
    target,
  };
}

/** Prints a table, and makes the process fail when a target was missed. */
export function report(title: string, verdicts: readonly Verdict[]): void {
  const rows = verdicts.map(({ name, aUs, bUs, ratio, lowest, highest, target }) => ({
    comparison: name,
    'ours us': aUs.toFixed(2),
    'theirs us': bUs.toFixed(2),
    'times as fast': ratio.toFixed(2),
    range: `${lowest.toFixed(2)} to ${highest.toFixed(2)}`,
    target: target === undefined ? '' : `>= ${target} ${ratio >= target ? 'ok' : 'MISSED'}`,
  }));
  console.log(`${title} (Node ${process.version}, median of alternating rounds)`);
  console.table(rows);
  if (verdicts.some(({ ratio, target }) => target !== undefined && ratio < target)) process.exitCode = 1;
}

async function assertEqualWork(name: string, a: Side, b: Side, checksum: (result: unknown) => string): Promise<void> {
  for (let i = 0; i < CHECKED; i++) {
    const [ours, theirs] = [checksum(await a.run(i)), checksum(await b.run(i))];
    if (ours !== theirs) throw new Error(`${name}: the work differs at ${i}:\n  ${a.name}: ${ours}\n  ${b.name}: ${theirs}`);
  }
}

async function time(side: Side, forMs: number, from: number): Promise<{ us: number; runs: number }> {
  const begun = performance.now();
  const deadline = begun + forMs;
  let runs = 0;
  do {
    // Looking at the clock costs as much as a small unit of work, so it is looked at now and then.
    for (let i = 0; i < 50; i++) {
      const result = side.run(from + runs++);
      if (result instanceof Promise) await result;
    }
  } while (performance.now() < deadline);
  return { us: ((performance.now() - begun) * 1000) / runs, runs };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((x, y) => x - y);
  return sorted[Math.floor(sorted.length / 2)]!;
}
