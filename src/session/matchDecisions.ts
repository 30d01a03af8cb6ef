import { type Decimal, isDecimal } from '../base/decimal.ts';
import { asRecorded, withoutUnsaved } from './asRecorded.ts';
import type { Decision } from './decisions.ts';
import { canonicalText } from './exactText.ts';

/** Decisions without a match on the other side. */
export interface Leftovers {
  readonly recorded: readonly Decision[];
  readonly replayed: readonly Decision[];
}

export interface Matching {
  /** Recorded and replayed decisions that are the same except for their ids. */
  readonly pairs: readonly (readonly [recorded: Decision, replayed: Decision])[];
  readonly leftovers: Leftovers;
}

/** The desk lowers amounts by up to this share, so that no two orders are alike (docs/architecture.md). By how much is random. */
const NONCE_SHARE = 0.001;

/** Names that are random or follow from random ones. */
const IDS: ReadonlySet<string> = new Set(['intentId', 'requestId']);

/** Pairs decisions that are the same except for their ids and for random differences of the amount. */
export function matchDecisions(recorded: readonly Decision[], replayed: readonly Decision[]): Matching {
  const open = [...withoutUnsaved(recorded, replayed)];
  const pairs: (readonly [Decision, Decision])[] = [];
  const left: Decision[] = [];
  for (const theirs of recorded) {
    const at = open.findIndex((ours) => isSame(theirs, ours));
    if (at < 0) left.push(theirs);
    else pairs.push([theirs, open.splice(at, 1)[0]!]);
  }
  return { pairs, leftovers: { recorded: left, replayed: open } };
}

function isSame(a: Decision, b: Decision): boolean {
  return a.type === b.type && withoutChance(a) === withoutChance(asRecorded(a, b)) && isNear(a['amount'], b['amount']);
}

function withoutChance(decision: Decision): string {
  return canonicalText(Object.fromEntries(Object.entries(decision).filter(([name]) => !IDS.has(name) && name !== 'amount')));
}

function isNear(a: unknown, b: unknown): boolean {
  if (!isDecimal(a) || !isDecimal(b)) return a === b;
  const larger: Decimal = a.gt(b) ? a : b;
  return a.minus(b).abs().lte(larger.times(NONCE_SHARE));
}
