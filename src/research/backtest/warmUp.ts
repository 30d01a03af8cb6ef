import type { Instant } from '../../base/instant.ts';
import type { BacktestOptions, TimeRange } from './backtestOptions.ts';
import { enginePass } from './enginePass.ts';

/** How the decisions of one strategy compare when the recording begins later. */
export interface WarmUp {
  readonly strategy: string;
  readonly laterMs: number;
  /** In the last part of the time that both know, counted in the run that has more of them. */
  readonly decisions: number;
  /** The decisions among them that both came to: same time, kind, side and price. Amounts have chance in them. */
  readonly same: number;
}

/** What was decided from some time on. */
export interface LateDecisions {
  readonly from: Instant;
  readonly byStrategy: ReadonlyMap<string, readonly string[]>;
}

/** The last part of the range that is compared. */
const COMPARED = 0.25;
const MOST_COMPARED = 100_000;

/** From when on decisions are compared, of a run that begins at `later`. */
export function comparedFrom(later: Instant, to: Instant): Instant {
  return to - (to - later) * COMPARED;
}

/** Runs a range in the fitted band, and keeps what is decided from `since` on. Undefined when nothing is recorded in it. */
export function decisionsSince(
  options: BacktestOptions,
  range: TimeRange,
  since: Instant,
  progress: (done: number) => void = () => undefined,
): LateDecisions | undefined {
  const byStrategy = new Map<string, string[]>();
  const event = (_band: unknown, line: string): void => {
    if (Number(line.slice(AT.length, line.indexOf(','))) < since) return;
    const { at, type, strategy, side, price, fromCurrency } = JSON.parse(line) as Record<string, string>;
    if (strategy === undefined || !DECISIONS.has(type!)) return;
    const decisions = byStrategy.get(strategy) ?? [];
    if (decisions.length < MOST_COMPARED) decisions.push([at, type, side, price, fromCurrency].join(' '));
    byStrategy.set(strategy, decisions);
  };
  const pass = enginePass({ ...options, range }, ['fitted'], { event, progress }).run();
  return pass && { from: pass.from, byStrategy };
}

/** With each line its time comes first: most are over before anything is compared. */
const AT = '{"at":';
const DECISIONS: ReadonlySet<string> = new Set(['place', 'replace', 'cancel', 'request-quote']);

/** Compares two runs, the second of which began at `later`. */
export function warmUpOf(strategies: readonly string[], early: LateDecisions, late: LateDecisions, later: Instant): WarmUp[] {
  return strategies.map((strategy) => {
    const all = early.byStrategy.get(strategy) ?? [];
    const others = late.byStrategy.get(strategy) ?? [];
    return { strategy, laterMs: later - early.from, decisions: Math.max(all.length, others.length), same: common(all, others) };
  });
}

function common(some: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const decision of others) left.set(decision, (left.get(decision) ?? 0) + 1);
  return some.filter((decision) => {
    const count = left.get(decision) ?? 0;
    if (count > 0) left.set(decision, count - 1);
    return count > 0;
  }).length;
}
