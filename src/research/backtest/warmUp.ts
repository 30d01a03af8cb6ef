import type { Instant } from '../../base/instant.ts';
import type { BacktestOptions, TimeRange } from './backtestOptions.ts';
import { enginePass } from './enginePass.ts';

/** How the decisions of one strategy compare when the recording begins later. */
export interface WarmUp {
  readonly strategy: string;
  readonly laterMs: number;
  /** In the last part of the time that both know, counted in the run that has more of them. */
  readonly decisions: number;
  /** Of those, the ones that both came to: same time, kind, side and price. Amounts have chance in them. */
  readonly same: number;
}

/** The last part of the range that is compared. */
const COMPARED = 0.25;
const MOST_COMPARED = 100_000;

/** Runs a range twice, the second time from later on. Undefined when nothing is recorded after the later beginning. */
export function warmUpOf(options: BacktestOptions, range: TimeRange & { readonly to: Instant }, later: Instant): WarmUp[] | undefined {
  const since = range.to - (range.to - later) * COMPARED;
  const early = decisionsOf(options, range, since);
  const late = decisionsOf(options, { ...range, from: later }, since);
  if (early === undefined || late === undefined) return undefined;
  return options.engine.strategies.map(({ name }) => {
    const all = early.byStrategy.get(name) ?? [];
    const others = late.byStrategy.get(name) ?? [];
    return { strategy: name, laterMs: later - early.from, decisions: Math.max(all.length, others.length), same: common(all, others) };
  });
}

interface Decisions {
  readonly from: Instant;
  readonly byStrategy: ReadonlyMap<string, readonly string[]>;
}

function decisionsOf(options: BacktestOptions, range: TimeRange, since: Instant): Decisions | undefined {
  const byStrategy = new Map<string, string[]>();
  const event = (_band: unknown, line: string): void => {
    const { at, type, strategy, side, price, fromCurrency } = JSON.parse(line) as Record<string, string> & { readonly at: number };
    if (strategy === undefined || at < since || !DECISIONS.has(type!)) return;
    const decisions = byStrategy.get(strategy) ?? [];
    if (decisions.length < MOST_COMPARED) decisions.push([at, type, side, price, fromCurrency].join(' '));
    byStrategy.set(strategy, decisions);
  };
  const pass = enginePass({ ...options, range }, ['fitted'], { event }).run();
  return pass && { from: pass.from, byStrategy };
}

const DECISIONS: ReadonlySet<string> = new Set(['place', 'replace', 'cancel', 'request-quote']);

function common(some: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const decision of others) left.set(decision, (left.get(decision) ?? 0) + 1);
  return some.filter((decision) => {
    const count = left.get(decision) ?? 0;
    if (count > 0) left.set(decision, count - 1);
    return count > 0;
  }).length;
}
