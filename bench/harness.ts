/** One side of a comparison. Each call does one unit of the work and returns something that proves it. */
export interface Side {
  readonly name: string;
  /** `i` counts up, so that no two calls get the same input. */
  readonly run: (i: number) => unknown;
}

export interface Comparison {
  readonly name: string;
  /** Our side. */
  readonly a: Side;
  /** The side that it is compared with. */
  readonly b: Side;
  /** How many rounds of A then B: at least 7, so that the median means something. Default 9. */
  readonly rounds?: number;
  /** How long each side runs in each round, in milliseconds. Default 300. */
  readonly roundMs?: number;
  /** Texts that must be the same for both sides, to prove that they did equal work. */
  readonly checksum?: (result: unknown) => string;
  /** The ratio that must be reached: B's time divided by A's. */
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

/** Equality is checked before anything is timed. */
const CHECKED = 200;

/**
 * Times two sides in alternating rounds (A B A B ...), so that anything that slows the machine slows both, and compares them
 * round by round. The result is the median of the rounds' ratios. Sides may be asynchronous.
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

/** The medians of the rounds' times and of their ratios. */
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
    // Reading the clock costs as much as a small unit of work, so it is read only now and then.
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
