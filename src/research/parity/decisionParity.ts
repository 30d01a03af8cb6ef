import type { Instant } from '../../base/instant.ts';
import type { ParityDecision } from './parityLife.ts';

export interface DecisionParity {
  /** The number of intervals between two looks at the symbol's book. */
  readonly looks: number;
  /** The intervals in which at least one of the two decided something. */
  readonly active: number;
  /** The intervals in which both decided the same: of all, and of the active ones. */
  readonly same: number;
  readonly sameActive: number;
  /** `sameActive / active`, or 1 when nobody decided anything. */
  readonly share: number;
}

/**
 * Compares the decisions on one symbol look by look: kind, side and price, whatever their order and ids. `looks` is ascending.
 */
export function decisionParity(
  real: readonly ParityDecision[],
  simulated: readonly ParityDecision[],
  looks: readonly Instant[],
): DecisionParity {
  const [a, b] = [byLook(real, looks), byLook(simulated, looks)];
  const active = new Set([...a.keys(), ...b.keys()]);
  const sameActive = [...active].filter((look) => a.get(look) === b.get(look)).length;
  return {
    looks: looks.length,
    active: active.size,
    same: looks.length - active.size + sameActive,
    sameActive,
    share: active.size === 0 ? 1 : sameActive / active.size,
  };
}

/** The decisions after each look, as one text. Decisions before the first look are left out. */
function byLook(decisions: readonly ParityDecision[], looks: readonly Instant[]): Map<number, string> {
  const lists = new Map<number, string[]>();
  for (const { at, strategy, kind, what } of decisions) {
    const look = lastUpTo(looks, at);
    if (look < 0) continue;
    const list = lists.get(look);
    const text = `${strategy} ${kind} ${what}`;
    if (list === undefined) lists.set(look, [text]);
    else list.push(text);
  }
  return new Map([...lists].map(([look, list]) => [look, list.sort().join('\n')]));
}

/** The index of the last time that is not after `at`, or -1 when all are after it. */
export function lastUpTo(times: readonly Instant[], at: Instant): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
